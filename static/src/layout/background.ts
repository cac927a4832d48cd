/**
 * Lays a large graph out in a worker, so that the page stays responsive; gives the same scene as `layOut`.
 *
 * `tidy` asks for few crossings (tidy.ts), within a time limit.
 *
 * One at a time: another request cancels the last one. Where there can be no worker, such as in a page that was opened from a file, the
 * page lays the graph out itself.
 */
import type { Graph } from "../graph/graph";
import { layOut } from "./layout";
import type { WindowSize } from "./place";
import type { Scene } from "./scene";
import { type LayoutResult, packGraph, unpackScene } from "./transfer";
import type { LayoutRequest } from "./worker";

export interface BackgroundLayout {
  /** Fewer vertices than this are laid out within a few frames: no need for a worker. */
  readonly minVertices: number;
  /** `done` is called once, unless the request is cancelled before. */
  readonly layOut: (graph: Graph, windowSize: WindowSize, tidy: boolean, done: (scene: Scene) => void) => void;
  readonly cancel: () => void;
}

/** A tidy layout that takes longer is cancelled: the usual one is shown. */
const MAX_TIDY_MS = 3000;

export function createBackgroundLayout(): BackgroundLayout {
  let worker: Worker | null = null;
  const cancel = () => {
    worker?.terminate();
    worker = null;
  };
  return {
    minVertices: 2000,
    cancel,
    layOut: (graph, windowSize, tidy, done) => {
      cancel();
      const own = startWorker();
      if (own === null) {
        done(layOut(graph, windowSize));
        return;
      }
      worker = own;
      const finish = (scene: () => Scene) => {
        if (worker !== own) return;
        clearTimeout(limit);
        cancel();
        done(scene());
      };
      const limit = tidy ? setTimeout(() => finish(() => layOut(graph, windowSize)), MAX_TIDY_MS) : undefined;
      own.onmessage = ({ data }: MessageEvent<LayoutResult>) => finish(() => unpackScene(data, graph));
      own.onerror = () => finish(() => layOut(graph, windowSize));
      own.postMessage({ graph: packGraph(graph), windowSize, tidy } satisfies LayoutRequest);
    },
  };
}

function startWorker(): Worker | null {
  try {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  } catch {
    return null;
  }
}
