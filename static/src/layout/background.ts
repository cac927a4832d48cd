/**
 * Lays a large graph out in a worker, so that the page goes on meanwhile; the same scene as `layOut` gives.
 *
 * `tidy` asks for few crossings (tidy.ts), within a time limit.
 *
 * One at a time: whoever asks again has changed their mind, so the last one is given up. Where there can be no worker, such as in a page that
 * was opened from a file, the page does it itself.
 */
import type { Graph } from "../graph/graph";
import { layOut } from "./layout";
import { type Answer, packed, unpacked } from "./parcel";
import type { Fill } from "./place";
import type { Scene } from "./scene";
import type { Order } from "./worker";

export interface Aside {
  /** Fewer vertices than this are laid out within a few frames: no need for a worker. */
  readonly from: number;
  /** `done` is called once, unless it is given up before. */
  readonly layOut: (graph: Graph, fill: Fill, tidy: boolean, done: (scene: Scene) => void) => void;
  readonly giveUp: () => void;
}

/** A tidy layout that takes longer, in milliseconds, is not waited for: the usual one is shown. */
const patience = 3000;

export function createAside(): Aside {
  let worker: Worker | null = null;
  const giveUp = () => {
    worker?.terminate();
    worker = null;
  };
  return {
    from: 2000,
    giveUp,
    layOut: (graph, fill, tidy, done) => {
      giveUp();
      const own = hire();
      if (own === null) {
        done(layOut(graph, fill));
        return;
      }
      worker = own;
      const finish = (scene: () => Scene) => {
        if (worker !== own) return;
        clearTimeout(limit);
        giveUp();
        done(scene());
      };
      const limit = tidy ? setTimeout(() => finish(() => layOut(graph, fill)), patience) : undefined;
      own.onmessage = ({ data }: MessageEvent<Answer>) => finish(() => unpacked(data, graph));
      own.onerror = () => finish(() => layOut(graph, fill));
      own.postMessage({ graph: packed(graph), fill, tidy } satisfies Order);
    },
  };
}

function hire(): Worker | null {
  try {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  } catch {
    return null;
  }
}
