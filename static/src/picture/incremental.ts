/**
 * Makes the picture of a step, as `pictureAt` does, but anew only for what the events between the last step and this one affect: a step of
 * a film of a thousand things changes a handful of them.
 *
 *     events between the steps ─▶ a part of the scene ─▶ pictureAt ─▶ put into the last picture
 *
 * At a failure, and when something else is selected, anything may look different: then the whole picture is made anew.
 */

import type { Wording } from "../graph/sizes";
import type { Scene } from "../layout/scene";
import { type Affected, affectedBy } from "../trace/affected";
import type { TraceIndex } from "../trace/index";
import { stateAt } from "../trace/state";
import { sameTarget, type Target } from "../trace/target";
import { type PartOf, partOf } from "./part";
import type { AnyThing, Picture } from "./picture";
import { pictureAt } from "./picture-at";

export interface IncrementalPictures {
  readonly at: (scene: Scene, step: number, selection: Target | null) => Picture;
}

/** After a longer jump the whole picture is made anew. */
const MAX_EVENTS_BETWEEN = 96;

interface Shown {
  readonly scene: Scene;
  readonly step: number;
  readonly selection: Target | null;
  readonly picture: Picture;
}

export function createIncrementalPictures(index: TraceIndex, word: Wording): IncrementalPictures {
  let shown: Shown | null = null;
  let touched: Affected | null = null;
  const placesOf = createPlaces();
  let part: { readonly scene: Scene; readonly of: PartOf } | null = null;
  const changed = (before: Shown, step: number, selection: Target | null): Picture | null => {
    const [from, to] = [stateAt(index, before.step), stateAt(index, step)];
    const [first, last] = [Math.min(from.step.first, to.step.first), Math.max(from.now, to.now)];
    const comparable = from.failure === null && to.failure === null && sameTarget(before.selection, selection);
    if (!comparable || last - first > MAX_EVENTS_BETWEEN) return null;
    touched ??= affectedBy(index);
    if (part?.scene !== before.scene) part = { scene: before.scene, of: partOf(index, before.scene, touched) };
    return merged(before.picture, pictureAt(index, part.of(first, last), step, selection, word), placesOf);
  };
  return {
    at: (scene, step, selection) => {
      const near = shown?.scene === scene ? changed(shown, step, selection) : null;
      const picture = near ?? pictureAt(index, scene, step, selection, word);
      shown = { scene, step, selection, picture };
      return picture;
    },
  };
}

/** Only things, edges and links are many in a large film; the rest is taken from the new picture. */
function merged(before: Picture, changes: Picture, placesOf: PlacesOf): Picture {
  const things = replaced(before.things, changes.things, placesOf);
  // What is wrong stays so until it is drawn again.
  const mayBeWrong = before.mood === "silent" || changes.things.some(isWrong);
  return {
    ...changes,
    things,
    edges: replaced(before.edges, changes.edges, placesOf),
    links: replaced(before.links, changes.links, placesOf),
    mood: mayBeWrong && things.some(isWrong) ? "silent" : "calm",
  };
}

export function isWrong(thing: AnyThing): boolean {
  return thing.kind === "node" && thing.gradPhase === "wrong";
}

interface View {
  readonly id: string;
  readonly order?: number;
}

type PlacesOf = (views: readonly View[]) => Places;

/** Where each view stands in its row, by its id; the row that follows has the same places unless one of its views moves. */
interface Places {
  readonly of: ReadonlyMap<string, number>;
  readonly passTo: (views: readonly View[]) => void;
}

function createPlaces(): PlacesOf {
  const known = new WeakMap<readonly View[], ReadonlyMap<string, number>>();
  return views => {
    const of = known.get(views) ?? new Map(views.map(({ id }, place) => [id, place]));
    return { of, passTo: next => known.set(next, of) };
  };
}

function replaced<Each extends View>(views: readonly Each[], changes: readonly Each[], placesOf: PlacesOf): readonly Each[] {
  if (changes.length === 0) return views;
  const [next, places] = [views.slice(), placesOf(views)];
  let moves = false;
  for (const view of changes) {
    const place = places.of.get(view.id);
    if (place === undefined) continue;
    moves ||= views[place]?.order !== view.order;
    next[place] = view;
  }
  if (moves) return next.sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  places.passTo(next);
  return next;
}
