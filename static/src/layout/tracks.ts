/** The grid on which edges are routed: lines down and across, and which pieces of them lie in a box. */
import type { Rect } from "./scene";

export interface Tracks {
  /** Positions of the lines, from left to right and from top to bottom. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Whether an edge may run from a crossing to the next one: right, at `y * xs.length + x`, or down. */
  readonly right: Uint8Array;
  readonly down: Uint8Array;
}

/** From where to where a line may be followed downwards. */
export type Reach = readonly [top: number, bottom: number];

export interface TrackLines {
  /** By x: without a reach edges only begin or end on it. */
  readonly down: ReadonlyMap<number, readonly Reach[]>;
  /** By y: false for one on which edges only begin or end. */
  readonly across: ReadonlyMap<number, boolean>;
}

export function tracksOf(lines: TrackLines, obstacles: readonly Rect[]): Tracks {
  const sorted = (positions: ReadonlyMap<number, unknown>) => [...positions.keys()].sort((a, b) => a - b);
  const [xs, ys] = [sorted(lines.down), sorted(lines.across)];
  const [right, down] = [new Uint8Array(xs.length * ys.length), new Uint8Array(xs.length * ys.length)];
  for (const [row, y] of ys.entries()) {
    for (const [column, x] of xs.entries()) {
      const at = row * xs.length + column;
      const below = ys[row + 1];
      right[at] = column < xs.length - 1 && lines.across.get(y) ? 1 : 0;
      down[at] = below !== undefined && lines.down.get(x)?.some(([top, bottom]) => top <= y && below <= bottom) ? 1 : 0;
    }
  }
  for (const { x, y, width, height } of obstacles) {
    const [left, last] = inside(xs, x, x + width);
    const [top, bottom] = inside(ys, y, y + height);
    const fill = (pieces: Uint8Array, row: number, first: number) => pieces.fill(0, row * xs.length + first, row * xs.length + last);
    for (let row = top; row < bottom; row++) fill(right, row, Math.max(0, left - 1));
    for (let row = Math.max(0, top - 1); row < bottom; row++) fill(down, row, left);
  }
  return { xs, ys, right, down };
}

/** The first line after `low`, and the first one not before `high`. */
function inside(lines: readonly number[], low: number, high: number): readonly [number, number] {
  const first = lines.findIndex(line => line > low);
  const end = lines.findIndex(line => line >= high);
  return [first < 0 ? lines.length : first, end < 0 ? lines.length : end];
}
