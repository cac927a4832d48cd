/** Lays graphs out beside the page: one message in, one out. */
import type { Graph } from "../fold/graph";
import { answerOf } from "./parcel";
import type { Fill } from "./place";

export interface Order {
  readonly graph: Graph;
  readonly fill: Fill;
}

addEventListener("message", ({ data }: MessageEvent<Order>) => {
  postMessage(answerOf(data.graph, data.fill));
});
