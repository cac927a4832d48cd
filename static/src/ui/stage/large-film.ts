/** Loads what large films need when one is shown, and keeps it: the cut of what is in view, the far view, the minimap. */

import { roomIn } from "../../dom/element-size";
import type { Wording } from "../../graph/sizes";
import { contains, type Rect, type Scene, same } from "../../layout/scene";
import type { Reel } from "../../picture/incremental";
import type { Film } from "../../stage/staged-film";
import type { TraceIndex } from "../../trace/index";
import { stateAt } from "../../trace/state";
import type { Culler } from "./cull";
import type { Far } from "./far-view";
import type { Minimap } from "./minimap";
import { light, type Screen } from "./projector";
import type { Reach } from "./reach";

export interface Lens {
  /** What is in the window, with a margin if it can be drawn; null where it is too much for SVG, or not loaded yet. */
  readonly near: (scene: Scene, wide: Rect, seen: Rect) => { readonly scene: Scene; readonly window: Rect } | null;
  readonly far: (scene: Scene, seen: Rect, index: TraceIndex, step: number, view: { x: number; y: number; k: number }) => void;
  /** What of a scene that is seen from far away can be reached with the keyboard, around an event; null where that is not loaded yet. */
  readonly reach: (scene: Scene, event: number) => Scene | null;
  /** There is nothing to see from far away. */
  readonly clear: () => void;
  /** Draws up only what changes, in a film in which that is worth it; null where it is not, or not loaded yet. */
  readonly reel: (film: Film) => Reel | null;
  /** The minimap shows itself when the scene does not fit. */
  readonly frame: (scene: Scene, index: TraceIndex, step: number, seen: Rect) => void;
  readonly remove: () => void;
}

/** More things than this are not all drawn up anew at every step. */
const busy = 60;
/** Narrower than this there is no room for a minimap; nor is there in a frame inside an article. */
const roomy = 520;
/** A film that is hardly larger than the window needs no map, which would cover a part of it. */
const hardly = 1.6;

export function createLens({ host, word, goTo, framed }: Screen, ready: () => void): Lens {
  let tools: typeof import("./large-film-tools") | null = null;
  let asked = false;
  let reel: { readonly index: TraceIndex; readonly tongue: string; readonly of: Reel } | null = null;
  let far: Far | null = null;
  let minimap: Minimap | null = null;
  let cut: { readonly scene: Scene; readonly by: Culler } | null = null;
  let reach: { readonly scene: Scene; readonly by: Reach } | null = null;
  let seenFar: { readonly of: Scene; readonly window: Rect; readonly scene: Scene } | null = null;
  const load = () => {
    if (asked) return;
    asked = true;
    void import("./large-film-tools").then(loaded => {
      tools = loaded;
      ready();
    });
  };
  const cutOf = (scene: Scene) => {
    if (tools === null) load();
    else if (cut?.scene !== scene) cut = { scene, by: tools.culler(scene) };
    return tools === null ? null : cut;
  };
  return {
    near: (scene, wide, seen) => {
      const by = cutOf(scene)?.by;
      const window = [wide, seen].find(candidate => by !== undefined && by.count(candidate) <= light);
      return by === undefined || window === undefined ? null : { scene: by.cut(window), window };
    },
    far: (scene, seen, index, step, view) => {
      const by = cutOf(scene)?.by;
      if (tools === null || by === undefined) return;
      if (seenFar?.of !== scene || !same(seenFar.window, seen)) seenFar = { of: scene, window: seen, scene: by.cut(seen) };
      far ??= tools.createFar(host);
      far.paint(seenFar.scene, index, stateAt(index, step), view);
    },
    reach: (scene, event) => {
      if (tools !== null && reach?.scene !== scene) reach = { scene, by: tools.reachOf(scene) };
      return reach?.scene === scene ? reach.by.around(event) : null;
    },
    clear: () => far?.clear(),
    reel: ({ index, scene, tongue }) => {
      if (tools === null && scene.vertices.size > busy) load();
      if (tools !== null && (reel?.index !== index || reel.tongue !== tongue))
        reel = { index, tongue, of: tools.createReel(index, remembering(word)) };
      return reel?.index === index && reel.tongue === tongue ? reel.of : null;
    },
    frame: (scene, index, step, seen) => {
      const whole = { x: 0, y: 0, width: scene.width, height: scene.height };
      const fits = contains(seen, whole) || (scene.width < seen.width * hardly && scene.height < seen.height * hardly);
      if (framed || roomIn(host).width < roomy || (fits && minimap === null)) return;
      if (tools === null) load();
      else {
        minimap ??= tools.createMinimap(host, word("stage-minimap"), goTo);
        minimap.show(scene, index, step);
        minimap.frame(seen);
      }
    },
    remove: () => {
      far?.remove();
      minimap?.remove();
    },
  };
}

/** A film says few different things many times. */
function remembering(word: Wording): Wording {
  const said = new Map<string, string>();
  return (key, params) => {
    const name = params === undefined ? key : `${key} ${Object.values(params).join(" ")}`;
    const known = said.get(name) ?? word(key, params);
    said.set(name, known);
    return known;
  };
}
