/** Lays graphs out beside the page: one message in, one out. */
import type { Graph } from "../graph/graph";
import { answerOf } from "./parcel";
import type { Fill } from "./place";

export interface Order {
  readonly graph: Graph;
  readonly fill: Fill;
  readonly tidy: boolean;
}

addEventListener("message", async ({ data }: MessageEvent<Order>) => {
  const tidy = data.tidy ? (await import("./tidy")).tidyOf(data.graph) : null;
  postMessage(answerOf(data.graph, data.fill, tidy));
});
