/** A small picture of the whole film in the corner, with a frame around what is in view: click or drag to go there. */
import type { Rect, Scene } from "../layout/scene";
import type { TraceIndex } from "../trace/index";
import { stateAt } from "../trace/state";
import { resize } from "./far";
import { paintOverview } from "./overview";
import { paletteOf } from "./palette";

export interface Minimap {
  /** Another step or another scene. */
  readonly show: (scene: Scene, index: TraceIndex, step: number) => void;
  /** Another view: the frame follows. */
  readonly frame: (view: Rect) => void;
  readonly remove: () => void;
}

const widest = 190;
const highest = 110;
const lowest = 30;
/** While a film plays the small picture is painted this often at most, in milliseconds. */
const patience = 200;

export function createMinimap(host: HTMLElement, label: string, goTo: (x: number, y: number) => void): Minimap {
  const canvas = document.createElement("canvas");
  canvas.className = "minimap";
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", label);
  canvas.hidden = true;
  host.append(canvas);
  const picture = document.createElement("canvas");
  let film: { readonly scene: Scene; readonly index: TraceIndex; readonly step: number } | null = null;
  let view: Rect | null = null;
  let waiting = 0;
  const scaleOf = (scene: Scene): readonly [number, number] => {
    const even = Math.min(widest / scene.width, highest / scene.height);
    return [even, Math.max(even, lowest / scene.height)];
  };

  const paint = () => {
    waiting = 0;
    if (film === null || canvas.hidden) return;
    const { scene, index, step } = film;
    const ratio = globalThis.devicePixelRatio || 1;
    const [scale, scaleY] = scaleOf(scene).map(part => part * ratio) as [number, number];
    resize(picture, { x: 0, y: 0, width: scene.width * scale, height: scene.height * scaleY });
    const context = picture.getContext("2d");
    if (context === null) return;
    const palette = paletteOf(host);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = palette.paper;
    context.fillRect(0, 0, picture.width, picture.height);
    context.fillStyle = palette.lane;
    for (const lane of scene.lanes) context.fillRect(lane.x * scale, lane.y * scaleY, lane.width * scale, lane.height * scaleY);
    paintOverview(context, { scene, index, state: stateAt(index, step), palette, scale, scaleY, x: 0, y: 0 });
    compose();
  };
  const compose = () => {
    if (film === null || view === null || canvas.hidden) return;
    const ratio = globalThis.devicePixelRatio || 1;
    resize(canvas, { x: 0, y: 0, width: picture.width, height: picture.height });
    canvas.style.width = `${picture.width / ratio}px`;
    const context = canvas.getContext("2d");
    if (context === null) return;
    const [scale, scaleY] = scaleOf(film.scene).map(part => part * ratio) as [number, number];
    context.drawImage(picture, 0, 0);
    context.strokeStyle = paletteOf(host).ink;
    context.lineWidth = 1.5 * ratio;
    context.strokeRect(view.x * scale, view.y * scaleY, Math.max(3, view.width * scale), view.height * scaleY);
  };
  const point = (event: PointerEvent) => {
    if (film === null || (event.type === "pointermove" && event.buttons === 0)) return;
    const box = canvas.getBoundingClientRect();
    const [scale, scaleY] = scaleOf(film.scene);
    goTo((event.clientX - box.left) / scale, (event.clientY - box.top) / scaleY);
    if (event.type === "pointerdown") canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  canvas.addEventListener("pointerdown", point);
  canvas.addEventListener("pointermove", point);
  return {
    show: (scene, index, step) => {
      if (film?.scene === scene && film.step === step) return;
      const other = film?.scene !== scene;
      film = { scene, index, step };
      if (other) paint();
      else if (waiting === 0) waiting = window.setTimeout(paint, patience);
    },
    frame: next => {
      view = next;
      if (film === null) return;
      const { width, height } = film.scene;
      const whole = next.x <= 0 && next.y <= 0 && next.x + next.width >= width && next.y + next.height >= height;
      const hidden = whole || next.width * next.height > width * height * 0.7;
      if (canvas.hidden !== hidden) {
        canvas.hidden = hidden;
        if (!hidden) paint();
      }
      compose();
    },
    remove: () => {
      window.clearTimeout(waiting);
      canvas.remove();
    },
  };
}
