/**
 * Draws a film at a step: all of it as SVG where it is small; of a larger one what is in view; and from far away, where too much is in
 * view, a canvas of boxes without text, under things that are there for the keyboard and a screen reader.
 */
import { drawFrames } from "../../draw/frames";
import { drawLanes, isOneWay } from "../../draw/lanes";
import { drawPicture, type Layers, layersOf } from "../../draw/layers";
import { drawOutlines } from "../../draw/outlines";
import { contains, type Rect, roomOf, type Scene } from "../../layout/scene";
import type { Picture } from "../../picture/picture";
import { pictureAt } from "../../picture/picture-at";
import { stateAt } from "../../trace/state";
import { createLargeFilm, type LargeFilm } from "./large-film";
import { MAX_SVG_THINGS, rectInView, type ShownStep, type StageElements, type StageSvg, thingsIn } from "./stage-elements";
import { prefersReducedMotion } from "./zoom";

export interface StageRenderer {
  readonly show: (shown: ShownStep, moving: boolean) => void;
  /** The keyboard focus has come to a thing, or has left the stage. */
  readonly focused: (id: string | null) => void;
  /** The view has moved. */
  readonly moved: () => void;
  readonly remove: () => void;
}

/** A scene, or as much of it as is drawn: the part that touches a window. */
interface DrawnPart {
  readonly of: Scene;
  readonly scene: Scene;
  readonly window: Rect | null;
}

/** Up to as many things all are drawn, in view or not: a browser goes over everything on a drawing at each step. */
const MAX_UNCULLED_THINGS = 250;
/** Below these zooms small text is left out, and all text. */
const MIN_ZOOM_SMALL_TEXT = 0.4;
const MIN_ZOOM_TEXT = 0.2;

const EMPTY: Picture = { things: [], edges: [], links: [], storages: [], names: [], mood: "calm", focus: [] };

export function createRenderer(elements: StageElements): StageRenderer {
  const { host, svg, view, word } = elements;
  const layers = layersOf(elements.world);
  const large = createLargeFilm(elements, () => refresh());
  let shown: ShownStep | null = null;
  let drawn: DrawnPart | null = null;
  let prepared: Scene | null = null;
  let pending = 0;
  /** The event at which the thing that has the keyboard focus was made. */
  let focusEvent: number | null = null;
  let about: readonly Rect[] = [];
  const draw = ({ film, step, selection }: ShownStep, moving: boolean) => {
    const { scene, index } = film;
    drawn = partToDraw(elements, large, scene, drawn);
    const part = drawn === null ? large.reach(scene, focusEvent ?? stateAt(index, step).now) : drawn.scene;
    const isFar = drawn === null ? "" : null;
    if (svg.attr("data-far") !== isFar) svg.attr("data-far", isFar);
    const known = part === null ? EMPTY : large.pictures(film)?.at(part, step, selection);
    const picture = known ?? pictureAt(index, part ?? scene, step, selection, word);
    about = roomsOf(scene, picture.focus);
    putPicture(svg, layers, drawn === null ? { ...picture, links: [] } : picture, moving);
    if (drawn === null) large.far(scene, rectInView(host, view(), 0), index, step, view());
    else large.clear();
  };
  const refresh = () => {
    pending = 0;
    if (shown === null) return;
    const seen = rectInView(host, view(), 0);
    const { scene, index } = shown.film;
    large.frame(scene, index, shown.step, seen, about);
    if (thingsIn(scene) > MAX_UNCULLED_THINGS && (drawn === null || drawn.window === null || !contains(drawn.window, seen)))
      draw(shown, false);
  };
  return {
    show: (next, moving) => {
      const { scene, index } = next.film;
      // The thing that had the keyboard focus is gone with its film.
      if (shown?.film.index !== index) focusEvent = null;
      shown = next;
      if (prepared !== scene) prepareScene(elements, layers, scene);
      prepared = scene;
      draw(next, moving);
      large.frame(scene, index, next.step, rectInView(host, view(), 0), about);
    },
    focused: id => {
      const placed = id === null ? undefined : shown?.film.scene.vertices.get(id);
      if (id !== null && placed === undefined) return;
      focusEvent = placed?.vertex.order ?? null;
      if (id !== null && drawn === null && shown !== null) draw(shown, false);
    },
    moved: () => {
      svg.attr("data-zoom", zoomName(view().k));
      if (pending === 0) pending = requestAnimationFrame(refresh);
    },
    remove: () => {
      cancelAnimationFrame(pending);
      large.remove();
    },
  };
}

/** Where vertices are, or the closed groups that they are in. */
function roomsOf({ vertices, standsFor }: Scene, ids: readonly string[]): readonly Rect[] {
  return ids.flatMap(id => vertices.get(standsFor(id)) ?? []).map(roomOf);
}

/** Draw what is the same at every step of a scene; another language makes another scene. */
function prepareScene({ svg, word }: StageElements, layers: Layers, scene: Scene): void {
  svg.attr("data-show", scene.frames === undefined ? null : "overview");
  const nothing = isOneWay(scene) ? word("stage-nothing-recorded") : null;
  drawLanes(layers.lanes, scene.lanes, { forward: word("stage-forward"), backward: word("stage-backward") }, nothing);
  drawFrames(layers.lanes, scene.frames ?? []);
  // Of what explains an error, boxes without a name would be taken for part of it.
  drawOutlines(layers.lanes, scene.compact === true || thingsIn(scene) > MAX_SVG_THINGS ? null : scene);
}

function putPicture(svg: StageSvg, layers: Layers, picture: Picture, moving: boolean): void {
  if (svg.attr("data-mood") !== picture.mood) svg.attr("data-mood", picture.mood);
  drawPicture(layers, picture, moving);
  layers.drops.selectChildren("circle").interrupt().remove();
  // Loaded by the first step that moves: many embeds are never played.
  if (moving && !prefersReducedMotion())
    void import("./gradient-drops").then(loaded => loaded.animateGradients(layers.edges, layers.drops));
}

/** What is drawn stays as long as it covers what is in view: then a step changes only what it is about. Null where it is too much for SVG. */
function partToDraw({ host, view }: StageElements, large: LargeFilm, scene: Scene, drawn: DrawnPart | null): DrawnPart | null {
  const whole = { of: scene, scene, window: null };
  if (thingsIn(scene) <= MAX_UNCULLED_THINGS) return whole;
  const seen = rectInView(host, view(), 0);
  if (drawn?.of === scene && drawn.window !== null && contains(drawn.window, seen)) return drawn;
  const part = large.near(scene, rectInView(host, view(), 0.5), seen);
  if (part !== null) return { of: scene, ...part };
  return thingsIn(scene) > MAX_SVG_THINGS ? null : whole;
}

function zoomName(scale: number): "near" | "far" | "dot" {
  return scale < MIN_ZOOM_TEXT ? "dot" : scale < MIN_ZOOM_SMALL_TEXT ? "far" : "near";
}
