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
  let part: { readonly scene: Scene; readonly of: PartOf } | null = null;
  const changed = (before: Shown, step: number, selection: Target | null): Picture | null => {
    const [from, to] = [stateAt(index, before.step), stateAt(index, step)];
    const [first, last] = [Math.min(from.step.first, to.step.first), Math.max(from.now, to.now)];
    const comparable = from.failure === null && to.failure === null && sameTarget(before.selection, selection);
    if (!comparable || last - first > MAX_EVENTS_BETWEEN) return null;
    touched ??= affectedBy(index);
    if (part?.scene !== before.scene) part = { scene: before.scene, of: partOf(index, before.scene, touched) };
    return merged(before.picture, pictureAt(index, part.of(first, last), step, selection, word));
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
function merged(before: Picture, changes: Picture): Picture {
  const things = replaced(before.things, changes.things).toSorted((a, b) => a.order - b.order);
  return {
    ...changes,
    things,
    edges: replaced(before.edges, changes.edges),
    links: replaced(before.links, changes.links),
    mood: things.some(isWrong) ? "silent" : "calm",
  };
}

export function isWrong(thing: AnyThing): boolean {
  return thing.kind === "node" && thing.gradPhase === "wrong";
}

function replaced<View extends { readonly id: string }>(views: readonly View[], changes: readonly View[]): readonly View[] {
  if (changes.length === 0) return views;
  const news = new Map(changes.map(view => [view.id, view]));
  return views.map(view => news.get(view.id) ?? view);
}
