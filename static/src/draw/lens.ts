/** Loads what large films need when one is shown, and keeps it: the cut of what is in view, the far view, the minimap. */
import type { Culled } from "../layout/cull";
import { contains, type Rect, type Scene } from "../layout/scene";
import type { TraceIndex } from "../trace/index";
import { stateAt } from "../trace/state";
import type { Far } from "./far";
import type { Minimap } from "./minimap";
import { light, type Screen } from "./projector";
import { roomIn } from "./room";

export interface Lens {
  /** What is in the window, with a margin if it can be drawn; null where it is too much for SVG, or not loaded yet. */
  readonly near: (scene: Scene, wide: Rect, seen: Rect) => { readonly scene: Scene; readonly window: Rect } | null;
  readonly far: (scene: Scene, seen: Rect, index: TraceIndex, step: number, view: { x: number; y: number; k: number }) => void;
  /** There is nothing to see from far away. */
  readonly clear: () => void;
  /** The minimap shows itself when the scene does not fit. */
  readonly frame: (scene: Scene, index: TraceIndex, step: number, seen: Rect) => void;
  readonly remove: () => void;
}

/** Narrower than this there is no room for a minimap; nor is there in a frame inside an article. */
const roomy = 520;
/** A film that is hardly larger than the window needs no map, which would cover a part of it. */
const hardly = 1.6;

export function createLens({ host, word, goTo, framed }: Screen, ready: () => void): Lens {
  let tools: typeof import("./large") | null = null;
  let asked = false;
  let far: Far | null = null;
  let minimap: Minimap | null = null;
  let cut: { readonly scene: Scene; readonly at: (window: Rect) => Culled } | null = null;
  const load = () => {
    if (asked) return;
    asked = true;
    void import("./large").then(loaded => {
      tools = loaded;
      ready();
    });
  };
  const cutOf = (scene: Scene) => {
    if (tools === null) load();
    else if (cut?.scene !== scene) cut = { scene, at: tools.culler(scene) };
    return tools === null ? null : cut;
  };
  return {
    near: (scene, wide, seen) => {
      const at = cutOf(scene)?.at;
      if (at === undefined) return null;
      for (const window of [wide, seen]) {
        const culled = at(window);
        if (culled.size <= light) return { scene: culled.scene, window };
      }
      return null;
    },
    far: (scene, seen, index, step, view) => {
      const culled = cutOf(scene)?.at(seen);
      if (tools === null || culled === undefined) return;
      far ??= tools.createFar(host);
      far.paint(culled.scene, index, stateAt(index, step), view);
    },
    clear: () => far?.clear(),
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
