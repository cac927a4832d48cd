/**
 * Puts a film at a step on the screen: all of it as SVG where it is small; of a large one what is in view; and from far away, where too much
 * is in view, a canvas of boxes without text.
 */
import type { Selection } from "d3-selection";
import type { ZoomTransform } from "d3-zoom";
import type { Film } from "../fold/film";
import { type Culled, culler } from "../layout/cull";
import type { Rect, Scene } from "../layout/scene";
import type { Wording } from "../layout/sizes";
import type { Picture } from "../picture";
import { pictureAt } from "../selectors";
import type { Target } from "../target";
import { stateAt } from "../trace/state";
import { createFar } from "./far";
import { drawLanes } from "./lanes";
import { drawPicture, layersOf } from "./layers";
import { createMinimap } from "./minimap";
import { travel } from "./travel";

export interface Shown {
  readonly film: Film;
  readonly step: number;
  readonly selection: Target | null;
}

export interface Projector {
  readonly show: (shown: Shown, moving: boolean) => void;
  /** The view has moved. */
  readonly moved: () => void;
  readonly remove: () => void;
}

/** Vertices and edges that SVG carries without effort. */
const light = 1500;
/** Below this zoom small print is left out. */
const smallPrint = 0.4;

type Svg = Selection<SVGSVGElement, unknown, null, undefined>;

export interface Screen {
  readonly host: HTMLElement;
  readonly svg: Svg;
  readonly world: Selection<SVGGElement, unknown, null, undefined>;
  readonly view: () => ZoomTransform;
  readonly goTo: (x: number, y: number) => void;
  readonly word: Wording;
}

export function createProjector({ host, svg, world, view, goTo, word }: Screen): Projector {
  const layers = layersOf(world);
  const far = createFar(host);
  const minimap = createMinimap(host, word("stage-minimap"), goTo);
  let shown: Shown | null = null;
  let cut: { readonly scene: Scene; readonly at: (window: Rect) => Culled } | null = null;
  let drawn: Rect | null = null;
  let pending = 0;

  const put = (picture: Picture, moving: boolean) => {
    svg.classed("is-still", !moving).attr("data-mood", picture.mood);
    drawPicture(layers, picture);
    if (moving) travel(layers.edges, layers.drops);
    else layers.drops.selectChildren("circle").remove();
  };
  const draw = ({ film, step, selection }: Shown, moving: boolean) => {
    const { scene, index } = film;
    if (scene.vertices.size + scene.edges.length <= light) {
      put(pictureAt(index, scene, step, selection, word), moving);
      far.clear();
      return;
    }
    if (cut?.scene !== scene) cut = { scene, at: culler(scene) };
    const seen = windowOf(host, view(), 0);
    const wide = windowOf(host, view(), 0.5);
    const near = [wide, seen].map(window => ({ window, culled: cut?.at(window) })).find(({ culled }) => (culled?.size ?? 0) <= light);
    if (near?.culled !== undefined) {
      drawn = near.window;
      put(pictureAt(index, near.culled.scene, step, selection, word), moving);
      far.clear();
      return;
    }
    drawn = null;
    put(nothing, false);
    far.paint(cut.at(seen).scene, index, stateAt(index, step), view());
  };
  const redraw = () => {
    pending = 0;
    if (shown === null) return;
    const seen = windowOf(host, view(), 0);
    minimap.frame(seen);
    const { vertices, edges } = shown.film.scene;
    if (vertices.size + edges.length > light && (drawn === null || !contains(drawn, seen))) draw(shown, false);
  };
  return {
    show: (next, moving) => {
      const { scene, index } = next.film;
      shown = next;
      drawLanes(layers.lanes, scene.lanes, { forward: word("stage-forward"), backward: word("stage-backward") });
      draw(next, moving);
      minimap.show(scene, index, next.step);
    },
    moved: () => {
      svg.attr("data-zoom", view().k < smallPrint ? "far" : "near");
      if (pending === 0) pending = requestAnimationFrame(redraw);
    },
    remove: () => {
      cancelAnimationFrame(pending);
      far.remove();
      minimap.remove();
    },
  };
}

const nothing: Picture = { things: [], edges: [], links: [], storages: [], mood: "calm", focus: [] };

/** What is in view, in the units of the drawing, with a margin as a part of it on every side. */
function windowOf(host: HTMLElement, view: ZoomTransform, part: number): Rect {
  const box = host.getBoundingClientRect();
  const [width, height] = [box.width / view.k, box.height / view.k];
  const [x, y] = view.invert([0, 0]);
  return { x: x - width * part, y: y - height * part, width: width * (1 + 2 * part), height: height * (1 + 2 * part) };
}

function contains(outer: Rect, inner: Rect): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  );
}
