/** Loads what large films need when one is shown, and keeps it: the part that is in view, the view from far away, the minimap. */

import { sizeOf } from "../../dom/element-size";
import { contains, type Rect, type Scene, same } from "../../layout/scene";
import type { IncrementalPictures } from "../../picture/incremental";
import type { StagedFilm } from "../../stage/staged-film";
import type { TraceIndex } from "../../trace/index";
import { MAX_THINGS } from "../../trace/show";
import { stateAt } from "../../trace/state";
import type { AccessibleParts } from "./accessible-part";
import type { Culler } from "./cull";
import type { FarView } from "./far-view";
import type { Minimap } from "./minimap";
import { MAX_SVG_THINGS, type StageElements } from "./stage-elements";

export interface LargeFilm {
  /** What is in view, with a margin if it can be drawn; null where it is too much for SVG, or not loaded yet. */
  readonly near: (scene: Scene, wide: Rect, seen: Rect) => { readonly scene: Scene; readonly window: Rect } | null;
  readonly far: (scene: Scene, seen: Rect, index: TraceIndex, step: number, view: { x: number; y: number; k: number }) => void;
  /** What of a scene that is seen from far away can be reached with the keyboard, around an event; null where that is not loaded yet. */
  readonly reach: (scene: Scene, event: number) => Scene | null;
  /** Nothing is seen from far away. */
  readonly clear: () => void;
  /** Pictures of which a step changes only a part, for a film in which that is worth it; null where it is not, or not loaded yet. */
  readonly pictures: (film: StagedFilm) => IncrementalPictures | null;
  /** The minimap shows itself when the scene does not fit, away from what the step is about. */
  readonly frame: (scene: Scene, index: TraceIndex, step: number, seen: Rect, about: readonly Rect[]) => void;
  readonly remove: () => void;
}

/** More vertices than this are not all selected anew at every step. */
const MIN_INCREMENTAL_VERTICES = 60;
/** Narrower than this there is no room for a minimap; nor is there in a frame inside an article. */
const MIN_MINIMAP_WIDTH_PX = 520;
/** A film that is hardly larger than the window needs no map, which would cover a part of it. */
const MIN_MINIMAP_RATIO = 1.6;

type Tools = typeof import("./large-film-tools");

export function createLargeFilm(elements: StageElements, ready: () => void): LargeFilm {
  const { host, word } = elements;
  const tools = createLoader(ready);
  let pictures: { readonly index: TraceIndex; readonly language: string; readonly of: IncrementalPictures } | null = null;
  let far: FarView | null = null;
  let minimap: Minimap | null = null;
  let cut: { readonly scene: Scene; readonly by: Culler } | null = null;
  let reach: { readonly scene: Scene; readonly by: AccessibleParts } | null = null;
  let seenFar: { readonly of: Scene; readonly window: Rect; readonly scene: Scene } | null = null;
  const cullerOf = (scene: Scene): Culler | null => {
    const loaded = tools.load();
    if (loaded !== null && cut?.scene !== scene) cut = { scene, by: loaded.culler(scene) };
    return loaded === null ? null : (cut?.by ?? null);
  };
  return {
    near: (scene, wide, seen) => {
      const culler = cullerOf(scene);
      const window = [wide, seen].find(candidate => culler !== null && culler.count(candidate) <= MAX_SVG_THINGS);
      return culler === null || window === undefined ? null : { scene: culler.cut(window), window };
    },
    far: (scene, seen, index, step, view) => {
      const [culler, loaded] = [cullerOf(scene), tools.loaded()];
      if (culler === null || loaded === null) return;
      if (seenFar?.of !== scene || !same(seenFar.window, seen)) seenFar = { of: scene, window: seen, scene: culler.cut(seen) };
      far ??= loaded.createFarView(host);
      far.paint(seenFar.scene, index, stateAt(index, step), view);
    },
    reach: (scene, event) => {
      const loaded = tools.loaded();
      if (loaded !== null && reach?.scene !== scene) reach = { scene, by: loaded.accessiblePartsOf(scene) };
      return reach?.scene === scene ? reach.by.around(event) : null;
    },
    clear: () => far?.clear(),
    pictures: ({ index, scene, language }) => {
      const loaded = scene.vertices.size > MIN_INCREMENTAL_VERTICES ? tools.load() : tools.loaded();
      if (loaded !== null && (pictures?.index !== index || pictures.language !== language))
        pictures = { index, language, of: loaded.createIncrementalPictures(index, loaded.memoized(word)) };
      return pictures?.index === index && pictures.language === language ? pictures.of : null;
    },
    frame: (scene, index, step, seen, about) => {
      if (!wantsMinimap(elements, scene, seen)) {
        minimap?.hide();
        return;
      }
      const loaded = tools.load();
      if (loaded === null) return;
      minimap ??= loaded.createMinimap(host, word("stage-minimap"), elements.goTo);
      minimap.show(scene, index, step);
      minimap.frame(seen, about);
    },
    remove: () => {
      far?.remove();
      minimap?.remove();
    },
  };
}

/** `load` asks for the tools where nobody has; both answer with them once they are there. */
function createLoader(ready: () => void): { readonly load: () => Tools | null; readonly loaded: () => Tools | null } {
  let tools: Tools | null = null;
  let asked = false;
  const load = () => {
    if (asked) return tools;
    asked = true;
    void import("./large-film-tools").then(loaded => {
      tools = loaded;
      ready();
    });
    return tools;
  };
  return { load, loaded: () => tools };
}

function wantsMinimap({ host, framed }: StageElements, scene: Scene, seen: Rect): boolean {
  if (scene.vertices.size <= MAX_THINGS) return false;
  const whole = { x: 0, y: 0, width: scene.width, height: scene.height };
  const nearly = scene.width < seen.width * MIN_MINIMAP_RATIO && scene.height < seen.height * MIN_MINIMAP_RATIO;
  return !(framed || sizeOf(host).width < MIN_MINIMAP_WIDTH_PX || contains(seen, whole) || nearly);
}
