/** Chooses the thing that stays where it is on the screen when something else of a film is shown, or other groups are open. */
import { boxOf, overlap, type Point, type Rect, roomOf, type Scene } from "../../layout/scene";
import { vertexOf } from "../../picture/chosen";
import { focusOf } from "../../picture/focus";
import { keysOf } from "../../picture/keys";
import type { StagedFilm } from "../../stage/staged-film";
import { stateAt } from "../../trace/state";
import { placeOf } from "./focus-rect";
import type { ShownStep } from "./stage-elements";

/** A thing in both drawings: its middle in the one and in the other. */
export interface Anchor {
  readonly before: Point;
  readonly after: Point;
}

/**
 * The group that was pressed; else what is selected, what the step is about, or what is nearest to the middle of the view: the first of
 * these that was in view and is in the new drawing too, by itself or as the group that it is in. Null where the drawings share nothing.
 */
export function anchorOf(shown: ShownStep, film: StagedFilm, seen: Rect, group: string | null): Anchor | null {
  const [from, to] = [shown.film.scene, film.scene];
  const pressed = group === null ? null : pair(placeOf(from, group), placeOf(to, group));
  return pressed ?? firstInView(likely(shown), from, to, seen) ?? nearest(shown.film, to, seen);
}

/** What the reader has chosen, and what the step is about, the most important first. */
function likely({ film, step, selection }: ShownStep): readonly string[] {
  const { index, scene } = film;
  const chosen = selection === null ? null : vertexOf(index, selection);
  const state = stateAt(index, step);
  const about = focusOf(index, state, keysOf(index, state, scene.standsFor));
  return chosen === null ? about : [chosen, ...about];
}

function firstInView(ids: readonly string[], from: Scene, to: Scene, seen: Rect): Anchor | null {
  for (const id of ids) {
    const placed = from.vertices.get(from.standsFor(id));
    const anchor = placed !== undefined && overlap(roomOf(placed), seen) ? pairOf(id, from, to) : null;
    if (anchor !== null) return anchor;
  }
  return null;
}

/** Of what is in both drawings, what lies nearest to the middle of the view; of things in one group the first. */
function nearest({ graph, scene }: StagedFilm, to: Scene, seen: Rect): Anchor | null {
  const middle = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 };
  let [best, least]: [Anchor | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const { id } of graph.vertices) {
    const placed = scene.vertices.get(scene.standsFor(id));
    const distance = placed === undefined ? least : distanceTo(boxOf(placed), middle);
    if (distance >= least) continue;
    const anchor = pairOf(id, scene, to);
    if (anchor !== null) [best, least] = [anchor, distance];
  }
  return best;
}

function pairOf(id: string, from: Scene, to: Scene): Anchor | null {
  return pair(from.vertices.get(from.standsFor(id)) ?? null, to.vertices.get(to.standsFor(id)) ?? null);
}

function pair(before: Point | null, after: Point | null): Anchor | null {
  return before === null || after === null ? null : { before: { x: before.x, y: before.y }, after: { x: after.x, y: after.y } };
}

/** From the nearest point of a box. */
function distanceTo({ x, y, width, height }: Rect, middle: Point): number {
  const dx = Math.max(x - middle.x, 0, middle.x - x - width);
  const dy = Math.max(y - middle.y, 0, middle.y - y - height);
  return Math.hypot(dx, dy);
}
