/** The canvas over the stage that shows a large film from far away, when it has more things in view than SVG can carry. */

import { sizeOf } from "../../dom/element-size";
import type { Rect, Scene } from "../../layout/scene";
import type { TraceIndex } from "../../trace/index";
import type { FilmState } from "../../trace/state";
import { paintOverview } from "./overview";
import { paletteOf } from "./palette";

export interface FarView {
  readonly paint: (
    scene: Scene,
    index: TraceIndex,
    state: FilmState,
    view: { readonly x: number; readonly y: number; readonly k: number },
  ) => void;
  readonly clear: () => void;
  readonly remove: () => void;
}

export function createFarView(host: HTMLElement): FarView {
  const canvas = document.createElement("canvas");
  canvas.className = "far-view";
  canvas.setAttribute("aria-hidden", "true");
  canvas.hidden = true;
  host.append(canvas);
  return {
    paint: (scene, index, state, { x, y, k }) => {
      const ratio = globalThis.devicePixelRatio || 1;
      const box = sizeOf(host);
      resize(canvas, { x: 0, y: 0, width: box.width * ratio, height: box.height * ratio });
      const context = canvas.getContext("2d");
      if (context === null) return;
      canvas.hidden = false;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      paintOverview(context, { scene, index, state, palette: paletteOf(host), scale: k * ratio, x: x * ratio, y: y * ratio });
    },
    clear: () => {
      canvas.hidden = true;
    },
    remove: () => canvas.remove(),
  };
}

export function resize(canvas: HTMLCanvasElement, { width, height }: Rect): void {
  const [w, h] = [Math.round(width), Math.round(height)];
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
}
