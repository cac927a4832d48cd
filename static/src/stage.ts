/**
 * createStage(host, …): the drawing of a film in a page.
 *
 *     show(index, step) ─▶ once per film: openGraph ─▶ layOut ─▶ Scene
 *                       └▶ every step:    pictureAt(scene, step) ─▶ draw
 */
import { select } from "d3-selection";
import { createCamera } from "./draw/camera";
import { drawLanes } from "./draw/lanes";
import { drawPicture, layersOf } from "./draw/layers";
import { travel } from "./draw/travel";
import { openGraph } from "./fold/open";
import { layOut } from "./layout/layout";
import { type Rect, roomOf, type Scene } from "./layout/scene";
import type { Wording } from "./layout/sizes";
import type { Picture } from "./picture";
import { pictureAt } from "./selectors";
import type { Target } from "./target";
import type { TraceIndex } from "./trace/index";

export interface StageOptions {
  readonly onSelect: (target: Target | null) => void;
  readonly word: Wording;
  /** In a frame inside an article the wheel and one finger scroll the article; two fingers, or the wheel with Ctrl, zoom. */
  readonly framed?: boolean;
}

export interface ShowOptions {
  readonly selection?: Target | null;
  /** False while scrubbing: the state is there at once. */
  readonly animate?: boolean;
}

export interface Stage {
  /** Size of the whole drawing at zoom 1; null before the first film. */
  readonly extent: () => { readonly width: number; readonly height: number } | null;
  readonly show: (index: TraceIndex, step: number, options?: ShowOptions) => void;
  readonly fit: () => void;
  /** The host has another size: frame the film anew, as when it was opened. */
  readonly reframe: () => void;
  readonly destroy: () => void;
}

/** The window over which a small film is spread. */
const comfortable = { width: 712, height: 690 } as const;

export function createStage(host: HTMLElement, { onSelect, word, framed = false }: StageOptions): Stage {
  const svg = select(host).append("svg").attr("class", "stage").attr("role", "group").attr("aria-label", word("stage-label"));
  const world = svg.append("g").attr("class", "world");
  const layers = layersOf(world);
  const camera = createCamera(svg, world, () => {}, framed);
  let focus: Rect | null = null;
  let film: { readonly index: TraceIndex; readonly scene: Scene } | null = null;
  listen(svg, onSelect);
  return {
    show: (index, step, { selection = null, animate = true } = {}) => {
      const fresh = film?.index !== index;
      if (film === null || fresh) film = { index, scene: layOut(openGraph(index, word), comfortable) };
      const { scene } = film;
      const picture = pictureAt(index, scene, step, selection, word);
      const moving = animate && !fresh;
      svg.classed("is-still", !moving).attr("data-mood", picture.mood);
      drawLanes(layers.lanes, scene.lanes, { forward: word("stage-forward"), backward: word("stage-backward") });
      drawPicture(layers, picture);
      if (moving) travel(layers.edges, layers.drops);
      else layers.drops.selectChildren("circle").remove();
      focus = focusRect(scene, picture);
      camera.setExtent(scene.width, scene.height);
      if (fresh) camera.open(focus);
      else camera.follow(focus, moving);
    },
    extent: () => film && { width: film.scene.width, height: film.scene.height },
    fit: () => camera.fit(true),
    reframe: () => film && camera.open(focus),
    destroy: () => svg.remove(),
  };
}

function focusRect(scene: Scene, picture: Picture): Rect | null {
  const tags = new Map(scene.links.map(link => [link.link.id, link.tag]));
  const rects: Rect[] = [];
  for (const id of picture.focus) {
    const placed = scene.vertices.get(id);
    if (placed !== undefined) rects.push(roomOf(placed));
    const tag = tags.get(id);
    if (tag !== undefined && tag !== null) rects.push(tag);
  }
  if (rects.length === 0) return null;
  const x = Math.min(...rects.map(rect => rect.x));
  const y = Math.min(...rects.map(rect => rect.y));
  const right = Math.max(...rects.map(rect => rect.x + rect.width));
  const bottom = Math.max(...rects.map(rect => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

type Svg = ReturnType<typeof svgOf>;
const svgOf = (host: HTMLElement) => select(host).append("svg");

function listen(svg: Svg, onSelect: (target: Target | null) => void): void {
  const targetOf = (event: Event): Target | null => {
    const thing = (event.target as Element).closest?.("g.thing") ?? null;
    const view = thing === null ? null : (select(thing).datum() as { target: Target | null });
    return view?.target ?? storageOf(event);
  };
  svg.on("click", event => onSelect(targetOf(event)));
  svg.on("keydown", (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const target = targetOf(event);
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    onSelect(target);
  });
}

function storageOf(event: Event): Target | null {
  const storage = (event.target as Element).closest?.("g.storage") ?? null;
  const id = storage?.getAttribute("data-id")?.replace("storage:", "");
  return id === undefined ? null : { kind: "storage", id };
}
