/** Finds the nearest place where a vertical line meets no box. */

import type { LaneName } from "../graph/graph";
import { append, countWhile } from "../trace/collections";
import type { Placement } from "./place";
import { roomOf } from "./scene";

/** By lane and row, from left to right: what the boxes of the row cover. */
export type Obstacles = Readonly<Record<LaneName, ReadonlyMap<number, readonly Span[]>>> & {
  /** Where the boxes of the forward lane end, and those of the backward lane begin. */
  readonly bottom: number;
  readonly top: number;
};
type Span = readonly [left: number, right: number];

export function obstaclesOf(placement: Placement): Obstacles {
  const obstacles = { forward: new Map<number, Span[]>(), backward: new Map<number, Span[]>() };
  for (const placed of placement.vertices.values()) {
    const rows = obstacles[placed.vertex.lane];
    const { x, width } = roomOf(placed);
    append(rows, placed.row, [x - 7, x + width + 7]);
  }
  for (const rows of [obstacles.forward, obstacles.backward]) for (const row of rows.values()) row.sort((a, b) => a[0] - b[0]);
  let [bottom, top] = [0, Number.POSITIVE_INFINITY];
  for (const row of placement.rows.forward.values()) bottom = Math.max(bottom, row.bottom + 4);
  for (const row of placement.rows.backward.values()) top = Math.min(top, row.top - 6);
  return { ...obstacles, bottom, top };
}

/** A line looks at so many rows for a way past all boxes; in a picture of more it may cross some of them. */
const MAX_LOOKS = 2000;

/** The nearest x to `wanted` where a vertical line meets no box of the rows, rather on the side of `towards`. */
export function clearX(rows: readonly (readonly Span[])[], wanted: number, towards: number): number {
  const right = slide(rows, wanted, 1);
  if (right === wanted) return wanted;
  const left = slide(rows, wanted, -1);
  const bias = Math.sign(towards - wanted) * 24;
  return right - wanted - bias <= wanted - left + bias ? right : left;
}

/** From `start` in one direction until no row has a box there. */
function slide(rows: readonly (readonly Span[])[], start: number, direction: 1 | -1): number {
  let x = start;
  const hops = Math.min(200, Math.ceil(MAX_LOOKS / Math.max(1, rows.length)));
  for (let moved = true, hop = 0; moved && hop < hops; hop++) {
    moved = false;
    for (const row of rows) {
      const span = spanAt(row, x);
      if (span === null) continue;
      x = direction > 0 ? span[1] : span[0];
      moved = true;
    }
  }
  return x;
}

/** The box of a row that x is inside of; boxes of a row do not overlap, so it can only be the last that begins before x. */
function spanAt(row: readonly Span[], x: number): Span | null {
  const span = row[countWhile(row, ([left]) => left < x) - 1];
  return span !== undefined && x < span[1] ? span : null;
}

export function rowsBeyond(obstacles: Obstacles, lane: LaneName, row: number, below: boolean): (readonly Span[])[] {
  const found: (readonly Span[])[] = [];
  for (const [number, spans] of obstacles[lane]) if (below ? number > row : number < row) found.push(spans);
  return found;
}
