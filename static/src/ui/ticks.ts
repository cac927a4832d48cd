/**
 * Turns a film's steps into the marks of the scrubber: one per step while there is room, else one per stretch.
 *
 * Kinds are told apart by shape as well as by colour. A stretch shows the mark that matters most in it.
 */
import { countWhile } from "../trace/collections";
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

/** Where positions are on a scrubber that gives some of them more room than others. */
export interface Axis {
  readonly xOf: (position: number) => number;
  readonly positionOf: (x: number) => number;
  /** Whether there is room for a mark per step around a position, or for none at all. */
  readonly marks: (position: number) => "all" | "few" | "none";
}

/** The steps that a scrubber shows, in order; without an axis they are evenly spaced. */
export interface Track {
  readonly film: Film;
  readonly positions: readonly number[];
  readonly axis?: Axis;
}

/** All steps of a film, or those of them that are shown. */
export function trackFor(film: Film, shown: readonly number[] | null): Track {
  return { film, positions: shown ?? allPositions(film) };
}

const known = new WeakMap<Film, readonly number[]>();

/** A long film has many, and they are asked for at every step. */
function allPositions(film: Film): readonly number[] {
  const found = known.get(film) ?? film.index.steps.map(step => step.position);
  known.set(film, found);
  return found;
}

export function isShown({ positions }: Track, position: number): boolean {
  return positions[countWhile(positions, each => each < position)] === position;
}

/** Pixels from the left end for a position on a scrubber of a given width; one that is not shown lies between its neighbours. */
export function xOf({ positions, axis }: Track, position: number, width: number): number {
  if (axis !== undefined) return axis.xOf(position);
  const last = positions.length - 1;
  const at = countWhile(positions, each => each < position);
  const place = positions[at] === position ? at : Math.max(0, Math.min(last, at - 0.5));
  return last <= 0 ? width / 2 : (place / last) * width;
}

export function positionOf({ positions, axis }: Track, x: number, width: number): number {
  if (axis !== undefined) return axis.positionOf(x);
  const last = positions.length - 1;
  return positions[Math.max(0, Math.min(last, Math.round((x / Math.max(1, width)) * last)))] ?? 0;
}

/** There is no room for a mark per step. */
export function isDense({ positions }: Track, width: number): boolean {
  return (positions.length - 1) * ROOM > width;
}

export function ticksOf(track: Track, width: number): readonly Tick[] {
  const best = new Map<number, Tick>();
  const dense = isDense(track, width) ? "few" : "all";
  track.positions.forEach(position => {
    const step = track.film.index.steps[position];
    const marks = track.axis?.marks(position) ?? dense;
    if (step === undefined || marks === "none") return;
    const tick = { kind: tickKind(step), position, x: xOf(track, position, width) };
    const stretch = marks === "few" ? -1 - Math.floor(tick.x / ROOM) : position;
    const other = best.get(stretch);
    if (!other || RANK.indexOf(tick.kind) < RANK.indexOf(other.kind)) best.set(stretch, tick);
  });
  return [...best.values()];
}

/** Outline of a mark around (0, 0), in pixels; that of backward is pointed at the left. */
export const SHAPES: Record<TickKind, string> = {
  op: disc(5),
  save: "M-4.5-4.5h9v9h-9Z",
  edit: diamond(5.8, 10),
  stale: diamond(6.9, 12),
  backward: "M5.5-6.6L-5.5 0L5.5 6.6Z",
  node: disc(5),
  grad: disc(5.5) + disc(2),
  unpack: cross(5),
  raise: cross(6),
  output: "M-4-3h8M-4 0h8M-4 3h7",
  warning: "M0-6.6L5.7 3.3h-11.4Z",
  line: disc(2.5),
};

function disc(radius: number): string {
  const half = `a${radius} ${radius} 0 1 1`;
  return `M${radius} 0${half} ${-2 * radius} 0${half} ${2 * radius} 0`;
}

function diamond(x: number, y: number): string {
  return `M0 ${-y}L${x} 0L0 ${y}L${-x} 0Z`;
}

function cross(half: number): string {
  return `M${-half} ${-half}L${half} ${half}M${-half} ${half}L${half} ${-half}`;
}
