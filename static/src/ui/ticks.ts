/**
 * Turns a film's steps into the marks of the scrubber: one per step while there is room, else one per stretch.
 *
 * Kinds are told apart by shape as well as by colour. A stretch shows the mark that matters most in it.
 */
import type { Film } from "../trace/film";
import type { Step } from "../trace/index";

export type TickKind = "op" | "save" | "edit" | "stale" | "backward" | "node" | "grad" | "unpack" | "raise" | "output" | "warning" | "line";

export interface Tick {
  readonly kind: TickKind;
  readonly position: number;
  readonly x: number;
}

/** From the one that a stretch of the scrubber must not hide to the one it may. */
const RANK: readonly TickKind[] = [
  "raise",
  "unpack",
  "stale",
  "edit",
  "warning",
  "backward",
  "grad",
  "save",
  "node",
  "op",
  "output",
  "line",
];
const ROOM = 11;

export function tickKind(step: Step): TickKind {
  if (step.kind === "edit") return step.stale ? "stale" : "edit";
  if (step.kind === "accumulate") return "grad";
  return step.kind;
}

/** Pixels from the left end for a position on a scrubber of a given width. */
export function xOf(film: Film, position: number, width: number): number {
  return film.last === 0 ? width / 2 : (position / film.last) * width;
}

export function positionOf(film: Film, x: number, width: number): number {
  return Math.max(0, Math.min(film.last, Math.round((x / Math.max(1, width)) * film.last)));
}

/** There is no room for a mark per step. */
export function isDense(film: Film, width: number): boolean {
  return film.last * ROOM > width;
}

export function ticksOf(film: Film, width: number): readonly Tick[] {
  const best = new Map<number, Tick>();
  film.index.steps.forEach((step, position) => {
    const tick = { kind: tickKind(step), position, x: xOf(film, position, width) };
    const stretch = isDense(film, width) ? Math.floor(tick.x / ROOM) : position;
    const other = best.get(stretch);
    if (!other || RANK.indexOf(tick.kind) < RANK.indexOf(other.kind)) best.set(stretch, tick);
  });
  return [...best.values()];
}

/** Outline of a mark around (0, 0). */
export const SHAPES: Record<TickKind, string> = {
  op: circle(5),
  save: "M-4.5-4.5h9v9h-9z",
  edit: "M0-9L6.5 0L0 9L-6.5 0z",
  stale: "M0-11L8 0L0 11L-8 0z",
  backward: "M5-6.5L-6 0L5 6.5z",
  node: circle(5),
  grad: `${circle(5.5)}${circle(2)}`,
  unpack: "M-5-5L5 5M5-5L-5 5",
  raise: "M-6-6L6 6M6-6L-6 6",
  output: "M-4-3h8M-4 0h8M-4 3h5",
  warning: "M0-6L6 5H-6z",
  line: circle(2.5),
};

function circle(r: number): string {
  return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}
