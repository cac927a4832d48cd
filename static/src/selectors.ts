/**
 * Turns (scene, step) into the picture of that step: what every thing on the stage looks like then.
 *
 * Positions come from the scene and are the same at every step; what is true comes from the state. Nothing is remembered between calls,
 * so the picture of a step is the same however the film came there.
 */
import type { Scene } from "./layout/scene";
import type { Wording } from "./layout/sizes";
import type { AnyThing, Picture } from "./picture";
import { cardViews } from "./select/cards";
import { edgeViews, linkViews } from "./select/edges";
import { focusOf } from "./select/focus";
import type { Frame } from "./select/frame";
import { groupViews } from "./select/groups";
import { keysOf } from "./select/keys";
import { nameViews } from "./select/names";
import { nodeViews } from "./select/nodes";
import { opViews } from "./select/ops";
import { storageViews } from "./select/storages";
import { tagViews } from "./select/tags";
import type { Target } from "./target";
import type { TraceIndex } from "./trace/index";
import { stateAt } from "./trace/state";

export function pictureAt(index: TraceIndex, scene: Scene, step: number, selection: Target | null, word: Wording): Picture {
  const state = stateAt(index, step);
  const keys = keysOf(index, state, scene.standsFor);
  const frame: Frame = { index, scene, state, keys, selection, word };
  const things: AnyThing[] = [...cardViews(frame), ...opViews(frame), ...nodeViews(frame), ...tagViews(frame), ...groupViews(frame)];
  things.sort((a, b) => a.order - b.order);
  const silent = things.some(thing => thing.kind === "node" && thing.gradPhase === "wrong");
  return {
    things,
    edges: edgeViews(frame),
    links: linkViews(frame),
    storages: storageViews(frame),
    names: nameViews(frame),
    mood: keys.active ? "failing" : silent ? "silent" : "calm",
    focus: focusOf(index, state, keys),
  };
}
