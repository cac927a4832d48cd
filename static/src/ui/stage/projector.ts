/**
 * Puts a film at a step on the screen: all of it as SVG where it is small; of a larger one what is in view; and from far away, where too much
 * is in view, a canvas of boxes without text, under things that are there for the keyboard and a screen reader.
 */
import type { Selection } from "d3-selection";
import type { ZoomTransform } from "d3-zoom";
import { roomIn } from "../../dom/element-size";
import { drawGhosts } from "../../draw/ghosts";
import { drawLanes, isOneWay } from "../../draw/lanes";
import { drawPicture, layersOf } from "../../draw/layers";
import type { Wording } from "../../graph/sizes";
import { contains, type Rect, type Scene } from "../../layout/scene";
import type { Picture } from "../../picture/picture";
import { pictureAt } from "../../picture/picture-at";
import type { Film } from "../../stage/staged-film";
import { stateAt } from "../../trace/state";
import type { Target } from "../../trace/target";
import { wantsStillness } from "./camera";
import { travel } from "./gradient-drops";
import { createLens } from "./large-film";

export interface Shown {
  readonly film: Film;
  readonly step: number;
  readonly selection: Target | null;
}

export interface Projector {
  readonly show: (shown: Shown, moving: boolean) => void;
  /** The keyboard has come to a thing, or has left the stage. */
  readonly reached: (id: string | null) => void;
  /** The view has moved. */
  readonly moved: () => void;
  readonly remove: () => void;
}

/** A scene, or as much of it as is drawn: the part that touches a window. */
interface Drawn {
  readonly of: Scene;
  readonly scene: Scene;
  readonly window: Rect | null;
}

/** Vertices and edges that SVG carries without effort. */
export const light = 1500;
/** Up to as many all are drawn, in view or not: a browser goes over everything on a drawing at each step. */
const few = 250;
/** Below these zooms small print is left out, and all print. */
const smallPrint = 0.4;
const allPrint = 0.2;

type Svg = Selection<SVGSVGElement, unknown, null, undefined>;

export interface Screen {
  readonly host: HTMLElement;
  readonly svg: Svg;
  readonly world: Selection<SVGGElement, unknown, null, undefined>;
  readonly view: () => ZoomTransform;
  readonly goTo: (x: number, y: number) => void;
  readonly word: Wording;
  /** Inside an article. */
  readonly framed: boolean;
}

export function createProjector(screen: Screen): Projector {
  const { host, svg, world, view, word } = screen;
  const layers = layersOf(world);
  const lens = createLens(screen, () => refresh());
  let shown: Shown | null = null;
  let drawn: Drawn | null = null;
  let ground: Scene | null = null;
  let pending = 0;
  /** Event at which the thing came to be that the keyboard is at. */
  let around: number | null = null;

  /** What is the same at every step of a scene; another language makes another scene. */
  const prepare = (scene: Scene) => {
    const nothing = isOneWay(scene) ? word("stage-nothing-recorded") : null;
    drawLanes(layers.lanes, scene.lanes, { forward: word("stage-forward"), backward: word("stage-backward") }, nothing);
    drawGhosts(layers.lanes, isLarge(scene) ? null : scene);
  };
  const put = (picture: Picture, moving: boolean) => {
    if (svg.attr("data-mood") !== picture.mood) svg.attr("data-mood", picture.mood);
    drawPicture(layers, picture, moving);
    if (moving && !wantsStillness()) travel(layers.edges, layers.drops);
    else layers.drops.selectChildren("circle").remove();
  };
  /** What is drawn stays as long as it covers what is in view: then a step changes only what it is about. */
  const near = (scene: Scene): Drawn | null => {
    const whole = { of: scene, scene, window: null };
    if (sizeOf(scene) <= few) return whole;
    const seen = windowOf(host, view(), 0);
    if (drawn?.of === scene && drawn.window !== null && contains(drawn.window, seen)) return drawn;
    const cut = lens.near(scene, windowOf(host, view(), 0.5), seen);
    return cut === null ? (isLarge(scene) ? null : whole) : { of: scene, ...cut };
  };
  const pictureOf = (film: Film, scene: Scene, step: number, selection: Target | null): Picture =>
    lens.reel(film)?.at(scene, step, selection) ?? pictureAt(film.index, scene, step, selection, word);
  const draw = ({ film, step, selection }: Shown, moving: boolean) => {
    const { scene, index } = film;
    drawn = near(scene);
    const part = drawn === null ? lens.reach(scene, around ?? stateAt(index, step).now) : drawn.scene;
    const isFar = drawn === null ? "" : null;
    if (svg.attr("data-far") !== isFar) svg.attr("data-far", isFar);
    const picture = part === null ? nothing : pictureOf(film, part, step, selection);
    put(drawn === null ? { ...picture, links: [] } : picture, moving);
    if (drawn === null) lens.far(scene, windowOf(host, view(), 0), index, step, view());
    else lens.clear();
  };
  const refresh = () => {
    pending = 0;
    if (shown === null) return;
    const seen = windowOf(host, view(), 0);
    const { scene, index } = shown.film;
    lens.frame(scene, index, shown.step, seen);
    if (sizeOf(scene) > few && (drawn === null || drawn.window === null || !contains(drawn.window, seen))) draw(shown, false);
  };
  return {
    show: (next, moving) => {
      const { scene, index } = next.film;
      shown = next;
      if (ground !== scene) prepare(scene);
      ground = scene;
      draw(next, moving);
      lens.frame(scene, index, next.step, windowOf(host, view(), 0));
    },
    reached: id => {
      const placed = id === null ? undefined : shown?.film.scene.vertices.get(id);
      if (id !== null && placed === undefined) return;
      around = placed?.vertex.order ?? null;
      if (id !== null && drawn === null && shown !== null) draw(shown, false);
    },
    moved: () => {
      svg.attr("data-zoom", zoomName(view().k));
      if (pending === 0) pending = requestAnimationFrame(refresh);
    },
    remove: () => {
      cancelAnimationFrame(pending);
      lens.remove();
    },
  };
}

function zoomName(scale: number): "near" | "far" | "dot" {
  return scale < allPrint ? "dot" : scale < smallPrint ? "far" : "near";
}

/** Whether SVG would have to carry too much if all of it were drawn. */
export function isLarge(scene: Scene): boolean {
  return sizeOf(scene) > light;
}

function sizeOf(scene: Scene): number {
  return scene.vertices.size + scene.edges.length;
}

const nothing: Picture = { things: [], edges: [], links: [], storages: [], names: [], mood: "calm", focus: [] };

/** What is in view, in the units of the drawing, with a margin as a part of it on every side. */
function windowOf(host: HTMLElement, view: ZoomTransform, part: number): Rect {
  const box = roomIn(host);
  const [width, height] = [box.width / view.k, box.height / view.k];
  const [x, y] = view.invert([0, 0]);
  return { x: x - width * part, y: y - height * part, width: width * (1 + 2 * part), height: height * (1 + 2 * part) };
}
