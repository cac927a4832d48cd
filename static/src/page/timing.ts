/** Timing of playback: how long each step stays, and the quick intro up to the key position. */
import { type Timer as RunningTimer, timeout } from "d3-timer";
import type { Film } from "../trace/film";

export const SPEEDS: readonly number[] = [0.5, 1, 2, 4];
const FILM_MS = 90_000;
const RUN_IN_MS = 2_400;
const RUN_IN_FRAME_MS = 70;

/** Milliseconds that a step stays at speed 1: long enough to read where an edit makes something stale, short for a plain line. */
export function stepDurationMs(film: Film, position: number): number {
  const step = film.index.steps[position];
  if (!step) return 500;
  const pace = Math.min(1, FILM_MS / (film.index.steps.length * 900));
  if (step.stale) return 3_000;
  if (step.kind === "raise") return 2_500;
  if (step.kind === "edit") return Math.max(600, 1_700 * pace);
  if (step.kind === "unpack" || step.kind === "accumulate") return 1_100 * pace;
  return 850 * pace;
}

export interface Intro {
  readonly positions: readonly number[];
  /** How long each stays. */
  readonly frameMs: number;
}

/** The way from the start to `target` among the steps that are `shown` (null for all): all of them, or as many as there is time for. */
export function introOf(target: number, shown: readonly number[] | null = null): Intro {
  const way = [...(shown?.filter(each => each < target) ?? Array.from({ length: target }, (_, position) => position)), target];
  const frames = Math.min(way.length - 1, Math.floor(RUN_IN_MS / RUN_IN_FRAME_MS));
  if (frames === 0) return { positions: [target], frameMs: 0 };
  const positions = Array.from({ length: frames + 1 }, (_, frame) => way[Math.round((frame * (way.length - 1)) / frames)] ?? target);
  return { positions, frameMs: Math.min(260, RUN_IN_MS / positions.length) };
}

export interface Timer {
  readonly start: (delayMs: number, tick: () => void) => void;
  readonly stop: () => void;
}

/** One timer: starting it again cancels the last start. It waits while the page is in the background. */
export function createTimer(): Timer {
  let running: RunningTimer | null = null;
  return {
    start: (delayMs, tick) => {
      running?.stop();
      running = timeout(tick, delayMs);
    },
    stop: () => running?.stop(),
  };
}
