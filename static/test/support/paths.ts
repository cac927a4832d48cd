/** Points along a path of straight pieces and curves, as the layout writes them. */
import type { Point } from "../../src/layout/scene";

const PARTS = 40;

export function pointsAlong(path: string): Point[] {
  const points: Point[] = [];
  for (const [, command = "", given = ""] of path.matchAll(/([MLCQ])([^MLCQ]*)/g)) {
    const numbers = (given.match(/-?[\d.]+/g) ?? []).map(Number);
    const ends = Array.from({ length: numbers.length / 2 }, (_, at) => ({ x: numbers[2 * at] ?? 0, y: numbers[2 * at + 1] ?? 0 }));
    const stops = [points.at(-1) ?? ends[0], ...ends] as Point[];
    if (command === "M") points.push(...ends);
    else for (let part = 1; part <= PARTS; part++) points.push(between(stops, part / PARTS));
  }
  return points;
}

/** De Casteljau: a straight piece has two stops, a quadratic curve three, a cubic one four. */
function between(stops: readonly Point[], part: number): Point {
  const [first = { x: 0, y: 0 }, ...rest] = stops;
  if (rest.length === 0) return first;
  const at = (one: Point, other: Point) => ({ x: one.x + (other.x - one.x) * part, y: one.y + (other.y - one.y) * part });
  return between(
    rest.map((stop, index) => at(stops[index] as Point, stop)),
    part,
  );
}
