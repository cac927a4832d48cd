/**
 * Reads texts in a worker, which is ended where one takes too long: whatever somebody pastes, the page goes on.
 *
 * One after the other. A worker that was ended is replaced when the next text is read. Where there can be none, the page itself reads short
 * texts, and no others.
 */
import { cleanUp } from "../clean-up";
import { MAX_TEXT_CHARS } from "../limits";
import type { PageText } from "../published/read-page";
import type { SyntaxFault } from "../syntax";
import { BEGUN, type ReadRequest, type ReadResult } from "./protocol";

/** A text that takes longer is not read. */
export const MAX_READING_MS = 2_000;
/** A script that has not come by then does not come. */
const MAX_START_MS = 20_000;
/** As long as the page may read itself where there is no worker: the dearest text of this length takes it less than a second. */
const MAX_CHARS_HERE = 4_000;

export interface TextReader {
  /** Of a text that takes too long, and of one that makes the reading fail, `unread` says so. */
  readonly read: (text: string) => Promise<PageText>;
  readonly guess: (text: string) => Promise<PageText>;
  readonly fault: (code: string) => Promise<SyntaxFault | null>;
}

export function createReader(): TextReader {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const end = () => {
    worker?.terminate();
    worker = null;
  };
  const one = (request: ReadRequest): Promise<ReadResult> => {
    worker ??= startWorker();
    const own = worker;
    if (own === null) return readHere(request);
    return new Promise(resolve => {
      const done = (result: ReadResult | Promise<ReadResult>) => {
        clearTimeout(limit);
        resolve(result);
      };
      const fail = (result: ReadResult | Promise<ReadResult>) => {
        end();
        done(result);
      };
      let limit = setTimeout(() => fail(readHere(request)), MAX_START_MS);
      own.onerror = () => fail(readHere(request));
      own.onmessage = ({ data }: MessageEvent<ReadResult | typeof BEGUN>) => {
        if (data !== BEGUN) return done(data);
        clearTimeout(limit);
        limit = setTimeout(() => fail(null), MAX_READING_MS);
      };
      own.postMessage(request);
    });
  };
  const ask = (request: ReadRequest): Promise<ReadResult> => {
    const result = last.then(() => one(request));
    last = result.catch(() => {});
    return result;
  };
  const page = async (kind: "page" | "guess", text: string): Promise<PageText> => {
    const result = await ask({ kind, text });
    return result !== null && "page" in result ? result.page : unreadable(text);
  };
  // What was pasted is read again as it is run.
  let known: { readonly text: string; readonly page: Promise<PageText> } | null = null;
  const read = (text: string): Promise<PageText> => {
    if (known?.text === text) return known.page;
    const found = page("page", text);
    known = text.length > MAX_TEXT_CHARS ? null : { text, page: found };
    return found;
  };
  return {
    read,
    guess: text => page("guess", text),
    fault: async text => {
      const result = await ask({ kind: "fault", text });
      return result !== null && "fault" in result ? result.fault : null;
    },
  };
}

/** The one of the page: its parts share a worker. */
export const reader: TextReader = createReader();

function unreadable(text: string): PageText {
  return { code: text, changes: [], cells: null, unread: { kind: "slow", language: "", length: text.length } };
}

/** The grammar is loaded when something is first read; without it the text is cleaned up as far as that goes. */
async function readHere(request: ReadRequest): Promise<ReadResult> {
  if (request.text.length > MAX_CHARS_HERE) return null;
  try {
    return (await import("./answers")).answer(request);
  } catch {
    return request.kind === "page" ? { page: { ...cleanUp(request.text), cells: null, unread: null } } : null;
  }
}

function startWorker(): Worker | null {
  try {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  } catch {
    return null;
  }
}
