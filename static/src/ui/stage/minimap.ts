/** A small picture of the whole film in the corner, with a frame around what is in view: click or drag to go there. */
import { type ElementSize, sizeOf } from "../../dom/element-size";
import { contains, overlap, type Rect, type Scene, same } from "../../layout/scene";
import type { TraceIndex } from "../../trace/index";
import { stateAt } from "../../trace/state";
import { resize } from "./far-view";
import { paintOverview } from "./overview";
import { type Palette, paletteOf } from "./palette";

export interface Minimap {
  /** Another step or another scene. */
  readonly show: (scene: Scene, index: TraceIndex, step: number) => void;
  /** Another view: the frame follows. The map goes to a corner where it covers nothing of what the step is about. */
  readonly frame: (view: Rect, about: readonly Rect[]) => void;
  readonly hide: () => void;
  readonly remove: () => void;
}

const MAX_WIDTH_PX = 190;
const MAX_HEIGHT_PX = 110;
const MIN_HEIGHT_PX = 30;
/** While a film plays the small picture is painted this often at most, in milliseconds. */
const REPAINT_MS = 200;

export function createMinimap(host: HTMLElement, label: string, goTo: (x: number, y: number) => void): Minimap {
  const canvas = document.createElement("canvas");
  canvas.className = "minimap";
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", label);
  canvas.hidden = true;
  host.append(canvas);
  const picture = document.createElement("canvas");
  let film: Frame | null = null;
  let view: Rect | null = null;
  let waiting = 0;
  let ink = "";
  const compose = () => {
    if (film !== null && view !== null && !canvas.hidden) paintFrame(canvas, picture, film.scene, view, ink);
  };
  const paint = () => {
    waiting = 0;
    if (film === null || canvas.hidden) return;
    const palette = paletteOf(host);
    ink = palette.ink;
    paintFilm(picture, film, palette);
    compose();
  };
  listen(canvas, () => film?.scene ?? null, goTo);
  return {
    show: (scene, index, step) => {
      if (film?.scene === scene && film.step === step) return;
      const other = film?.scene !== scene;
      film = { scene, index, step };
      if (other) paint();
      else if (waiting === 0) waiting = window.setTimeout(paint, REPAINT_MS);
    },
    hide: () => {
      canvas.hidden = true;
    },
    frame: (next, about) => {
      const still = view !== null && same(view, next);
      view = next;
      const hidden = film === null || isAlmostAll(film.scene, next);
      const appears = canvas.hidden && !hidden;
      if (canvas.hidden !== hidden) canvas.hidden = hidden;
      if (appears) paint();
      else if (!still) compose();
      if (!hidden && !canvas.matches(":active")) keepClear(canvas, sizeOf(host), next, about);
    },
    remove: () => {
      window.clearTimeout(waiting);
      canvas.remove();
    },
  };
}

interface Frame {
  readonly scene: Scene;
  readonly index: TraceIndex;
  readonly step: number;
}

/** Across and down; a very long film is squeezed lengthwise. */
function scaleOf({ width, height }: Scene): readonly [number, number] {
  const even = Math.min(MAX_WIDTH_PX / width, MAX_HEIGHT_PX / height);
  return [even, Math.max(even, MIN_HEIGHT_PX / height)];
}

function pixels(): number {
  return globalThis.devicePixelRatio || 1;
}

/** The fourth corner has the buttons. */
const CORNERS = ["bottom left", "top left", "top right"] as const;
const CORNER_MARGIN_PX = 12;

function keepClear(canvas: HTMLCanvasElement, room: ElementSize, view: Rect, about: readonly Rect[]): void {
  const scale = room.width / view.width;
  const seen = about.map(({ x, y, width, height }) => ({
    x: (x - view.x) * scale,
    y: (y - view.y) * scale,
    width: width * scale,
    height: height * scale,
  }));
  const size = { width: canvas.width / pixels() + 2 * CORNER_MARGIN_PX, height: canvas.height / pixels() + 2 * CORNER_MARGIN_PX };
  const isFree = (corner: string) => {
    const x = corner.endsWith("left") ? 0 : room.width - size.width;
    const y = corner.startsWith("top") ? 0 : room.height - size.height;
    return !seen.some(rect => overlap(rect, { x, y, ...size }));
  };
  const now = canvas.dataset.corner ?? CORNERS[0];
  const corner = isFree(now) ? now : (CORNERS.find(isFree) ?? now);
  if (corner !== canvas.dataset.corner) canvas.dataset.corner = corner;
}

function isAlmostAll({ width, height }: Scene, view: Rect): boolean {
  return contains(view, { x: 0, y: 0, width, height }) || view.width * view.height > width * height * 0.7;
}

function paintFilm(picture: HTMLCanvasElement, { scene, index, step }: Frame, palette: Palette): void {
  const [scale, scaleY] = scaleOf(scene).map(part => part * pixels()) as [number, number];
  resize(picture, { x: 0, y: 0, width: scene.width * scale, height: scene.height * scaleY });
  const context = picture.getContext("2d");
  if (context === null) return;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, picture.width, picture.height);
  context.fillStyle = palette.lane;
  for (const { x, y, width, height } of scene.lanes) context.fillRect(x * scale, y * scaleY, width * scale, height * scaleY);
  paintOverview(context, { scene, index, state: stateAt(index, step), palette, scale, scaleY, x: 0, y: 0 });
}

function paintFrame(canvas: HTMLCanvasElement, picture: HTMLCanvasElement, scene: Scene, view: Rect, ink: string): void {
  resize(canvas, { x: 0, y: 0, width: picture.width, height: picture.height });
  canvas.style.width = `${picture.width / pixels()}px`;
  const context = canvas.getContext("2d");
  if (context === null || picture.width === 0) return;
  const [scale, scaleY] = scaleOf(scene).map(part => part * pixels()) as [number, number];
  context.drawImage(picture, 0, 0);
  context.strokeStyle = ink;
  context.lineWidth = 1.5 * pixels();
  context.strokeRect(view.x * scale, view.y * scaleY, Math.max(3, view.width * scale), view.height * scaleY);
}

function listen(canvas: HTMLCanvasElement, scene: () => Scene | null, goTo: (x: number, y: number) => void): void {
  const point = (event: PointerEvent) => {
    const current = scene();
    if (current === null || (event.type === "pointermove" && event.buttons === 0)) return;
    const box = canvas.getBoundingClientRect();
    const [scale, scaleY] = scaleOf(current);
    goTo((event.clientX - box.left) / scale, (event.clientY - box.top) / scaleY);
    if (event.type === "pointerdown") canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  canvas.addEventListener("pointerdown", point);
  canvas.addEventListener("pointermove", point);
}
