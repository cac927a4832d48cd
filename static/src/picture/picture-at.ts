/**
 * Turns a scene and a step into the picture of that step: what every thing looks like then.
 *
 * Positions come from the scene and are the same at every step; what is true comes from the state. Nothing is remembered between calls,
 * so the picture of a step does not depend on the steps before it.
 */

import type { Wording } from "../graph/sizes";
import type { Scene } from "../layout/scene";
import type { TraceIndex } from "../trace/index";
import { stateAt } from "../trace/state";
import type { Target } from "../trace/target";
import { cardViews } from "./cards";
import type { PictureContext } from "./context";
import { edgeViews, linkViews } from "./edges";
import { focusOf } from "./focus";
import { groupViews } from "./groups";
import { keysOf } from "./keys";
import { nameViews } from "./names";
import { nodeViews } from "./nodes";
import { opViews } from "./ops";
import type { AnyThing, Picture } from "./picture";
import { storageViews } from "./storages";
import { tagViews } from "./tags";

/** What a step is about, the most important first: ids of vertices and of saved tensors. */
export function focusAt(index: TraceIndex, scene: Scene, step: number): readonly string[] {
  const state = stateAt(index, step);
  return focusOf(index, state, keysOf(index, state, scene.standsFor));
}

export function pictureAt(index: TraceIndex, scene: Scene, step: number, selection: Target | null, word: Wording): Picture {
  const state = stateAt(index, step);
  const keys = keysOf(index, state, scene.standsFor);
  const context: PictureContext = { index, scene, state, keys, selection, word };
  const things: AnyThing[] = [
    ...cardViews(context),
    ...opViews(context),
    ...nodeViews(context),
    ...tagViews(context),
    ...groupViews(context),
  ];
  things.sort((a, b) => a.order - b.order);
  const silent = things.some(thing => thing.kind === "node" && thing.gradPhase === "wrong");
  return {
    things,
    edges: edgeViews(context),
    links: linkViews(context),
    storages: storageViews(context),
    names: nameViews(context),
    mood: keys.active ? "failing" : silent ? "silent" : "calm",
    focus: focusOf(index, state, keys),
  };
}
