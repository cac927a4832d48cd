/** Finds where on the stage something is: what a step is about, or a group. */
import { boxOf, type Point, type Rect, roomOf, type Scene, union } from "../../layout/scene";
import { focusOf } from "../../picture/focus";
import { keysOf } from "../../picture/keys";
import { stateAt } from "../../trace/state";
import type { ShownStep } from "./stage-elements";

/** Steps that are looked through for what a step without a subject came from: a program may print for a long time. */
const MAX_STEPS_BACK = 100;

/**
 * As much of what the step is about as can be seen at once at the chosen zoom, the most important first. What does not fit, such as a
 * weight at the other end of the film, is left out: zooming out and in again at every step would be hard to follow.
 */
export function focusRect({ film, step }: ShownStep, max: { readonly width: number; readonly height: number }): Rect | null {
  const { index, scene } = film;
  let state = stateAt(index, step);
  const about = () => focusOf(index, state, keysOf(index, state, scene.standsFor));
  let ids = about();
  // A printed line is shown where its value came from.
  for (let at = step - 1; ids.length === 0 && at >= Math.max(0, step - MAX_STEPS_BACK); at--) {
    state = stateAt(index, at);
    ids = about();
  }
  let seen: Rect | null = null;
  for (const id of ids) {
    const placed = scene.vertices.get(scene.standsFor(id));
    // A node's caption needs no room before the node fails.
    const silent = placed?.vertex.kind === "node" && state.failure?.node !== id;
    const rects = [placed === undefined ? undefined : silent ? boxOf(placed) : roomOf(placed), scene.tags.get(id)];
    for (const rect of rects) {
      if (rect === undefined) continue;
      const both: Rect = seen === null ? rect : union(seen, rect);
      if (seen === null || (both.width <= max.width && both.height <= max.height)) seen = both;
    }
  }
  return seen;
}

/** Where a group is on the stage: its box when it is closed, its handle when it is open. */
export function placeOf(scene: Scene, group: string): Point | null {
  const closed = scene.vertices.get(group);
  if (closed !== undefined) return { x: closed.x, y: closed.y };
  const handle = scene.handles.find(candidate => candidate.handle.group.id === group);
  return handle === undefined ? null : { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
}
