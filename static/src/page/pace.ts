/**
 * Chooses the steps at which a film stops while it plays, so that any film is over in under twenty seconds: all of a short one; of a long
 * one where something goes wrong, where its chapters begin, and as many between as there is time for. Of a loop that repeats itself the
 * chapters of its first and last round count, and those of a round in which something goes wrong.
 */
import type { Film } from "../trace/film";
import { toldSections } from "../trace/sections";
import { stepDurationMs } from "./timing";

export interface Pace {
  readonly positions: readonly number[];
  /** How long a step stays at speed 1. */
  readonly durationMs: (position: number) => number;
}

/** A film plays at most so long at speed 1. */
export const MAX_FILM_MS = 19_000;
const MIN_STOP_MS = 380;
const MAX_STOPS = Math.floor(MAX_FILM_MS / MIN_STOP_MS);

const known = new WeakMap<Film, Map<readonly number[] | null, Pace>>();

/** `shown` are the steps that the page shows; null for all. */
export function paceOf(film: Film, shown: readonly number[] | null): Pace {
  const paces = known.get(film) ?? new Map<readonly number[] | null, Pace>();
  known.set(film, paces);
  const found = paces.get(shown) ?? makePace(film, shown ?? film.index.steps.map(({ position }) => position));
  paces.set(shown, found);
  return found;
}

function makePace(film: Film, positions: readonly number[]): Pace {
  const natural = (position: number) => stepDurationMs(film, position);
  const all = total(positions, natural);
  if (all <= MAX_FILM_MS) return { positions, durationMs: natural };
  const stops = positions.length <= MAX_STOPS ? positions : stopsOf(film, positions);
  const factor = Math.min(1, MAX_FILM_MS / total(stops, natural));
  return { positions: stops, durationMs: position => natural(position) * factor };
}

function total(positions: readonly number[], durationMs: (position: number) => number): number {
  return positions.reduce((sum, position) => sum + durationMs(position), 0);
}

/** What must not be missed first; the rest of the room is shared evenly by the chapters that are shown. */
function stopsOf(film: Film, positions: readonly number[]): readonly number[] {
  const isThere = new Set(positions);
  const stops = new Set<number>();
  const add = (position: number | undefined) => {
    if (position !== undefined && stops.size < MAX_STOPS && isThere.has(position)) stops.add(position);
  };
  const { steps } = film.index;
  add(positions[0]);
  add(positions.at(-1));
  add(film.keyPosition);
  for (const { kind, position } of steps) if (kind === "raise") add(position);
  for (const { stale, position } of steps) if (stale && stops.size < MAX_STOPS / 2) add(position);
  const chapters = toldSections(film);
  for (const { from } of chapters) add(from);
  const room = Math.max(1, Math.floor((MAX_STOPS - stops.size) / Math.max(1, chapters.length)));
  for (const { from, to } of chapters) {
    const gap = Math.max(1, Math.ceil((to - from + 1) / (room + 1)));
    for (let position = from + gap; position <= to; position += gap) add(position);
  }
  return [...stops].sort((a, b) => a - b);
}
