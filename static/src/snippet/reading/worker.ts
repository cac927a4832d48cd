/** The worker that reads texts: one `ReadRequest` in, `BEGUN` and one `ReadResult` out. */
import { answer } from "./answers";
import { BEGUN, type ReadRequest, type ReadResult } from "./protocol";

addEventListener("message", ({ data }: MessageEvent<ReadRequest>) => {
  postMessage(BEGUN);
  postMessage(answered(data));
});

function answered(request: ReadRequest): ReadResult {
  try {
    return answer(request);
  } catch {
    return null;
  }
}
