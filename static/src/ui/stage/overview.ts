/** Paints a scene from far away on a canvas: boxes in their tones, edges as straight lines, stale links; no text. */
import type { Scene } from "../../layout/scene";
import { boxOf } from "../../layout/scene";
import { type Tone, toneOf } from "../../picture/tone";
import { groupBy } from "../../trace/collections";
import type { TraceIndex } from "../../trace/index";
import type { FilmState } from "../../trace/state";
import type { ColourName, Palette } from "./palette";

const colours: Readonly<Record<Exclude<Tone, "hidden">, readonly [fill: ColourName, stroke: ColourName]>> = {
  tensor: ["panel", "mute"],
  edited: ["edit-bg", "edit"],
  op: ["fwd-bg", "fwd"],
  waiting: ["panel", "bwd"],
  done: ["bwd-bg", "bwd"],
  running: ["bwd", "bwd"],
  failed: ["bad", "bad"],
};

export interface OverviewOptions {
  readonly scene: Scene;
  readonly index: TraceIndex;
  readonly state: FilmState;
  readonly palette: Palette;
  /** From the drawing to the pixels of the canvas; a very long film is squeezed lengthwise. */
  readonly scale: number;
  readonly scaleY?: number;
  readonly x: number;
  readonly y: number;
}

export function paintOverview(context: CanvasRenderingContext2D, shot: OverviewOptions): void {
  const { scene, index, state, palette, scale } = shot;
  const tones = groupBy(scene.vertices.values(), placed => toneOf(index, scene, state, placed));
  context.setTransform(scale, 0, 0, shot.scaleY ?? scale, shot.x, shot.y);
  paintEdges(context, shot);
  for (const [tone, list] of tones) {
    if (tone === "hidden") continue;
    const [fill, stroke] = colours[tone];
    context.fillStyle = palette[fill];
    context.strokeStyle = palette[stroke];
    context.lineWidth = Math.max(1, 0.7 / (shot.scaleY ?? scale));
    context.beginPath();
    for (const placed of list) {
      const { x, y, width, height } = boxOf(placed);
      context.rect(x, y, width, height);
    }
    context.fill();
    context.stroke();
  }
  paintStale(context, shot);
}

function paintEdges(context: CanvasRenderingContext2D, { scene, state, palette, scale: across, scaleY }: OverviewOptions): void {
  const scale = scaleY ?? across;
  context.lineWidth = Math.max(0.8, 0.5 / scale);
  for (const backward of [false, true]) {
    context.strokeStyle = backward ? palette.bwd : palette.fwd;
    context.globalAlpha = 0.5;
    context.beginPath();
    for (const { edge } of scene.edges) {
      if ((edge.kind === "next") !== backward || edge.event > state.now) continue;
      const [from, to] = [scene.vertices.get(edge.from), scene.vertices.get(edge.to)];
      if (from === undefined || to === undefined) continue;
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
    }
    context.stroke();
  }
  context.globalAlpha = 1;
}

function paintStale(context: CanvasRenderingContext2D, { scene, state, palette, scale: across, scaleY }: OverviewOptions): void {
  const scale = scaleY ?? across;
  context.strokeStyle = palette.bad;
  context.lineWidth = Math.max(2.4, 2 / scale);
  context.beginPath();
  for (const { link, from, to } of scene.links) {
    if (!link.saves.some(id => ["stale", "failed"].includes(state.saved(id)))) continue;
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
  }
  context.stroke();
}
