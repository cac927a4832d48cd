/** The worker that lays graphs out: one LayoutRequest in, one LayoutResult out. */
import type { Graph } from "../graph/graph";
import type { WindowSize } from "./place";
import { layOutPacked } from "./transfer";

export interface LayoutRequest {
  readonly graph: Graph;
  readonly windowSize: WindowSize;
  readonly tidy: boolean;
}

addEventListener("message", async ({ data }: MessageEvent<LayoutRequest>) => {
  const tidy = data.tidy ? (await import("./tidy")).tidyOf(data.graph) : null;
  postMessage(layOutPacked(data.graph, data.windowSize, tidy));
});
