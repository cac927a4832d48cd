/** Finds a place for the count of an edge: over a level piece of it, near its end, where nothing else is drawn. */
import type { Point, Rect } from "./scene";
import { overlap } from "./scene";

const LETTER = 7;
const HEIGHT = 12;
const ABOVE = 3;
const MIN_PIECE = 16;

/** The middle of the bottom of the text by edge; an edge without room has none. */
export function placeCounts(
  counted: ReadonlyMap<string, string>,
  points: ReadonlyMap<string, readonly Point[]>,
  obstacles: readonly Rect[],
): ReadonlyMap<string, Point> {
  const lines = [...points.values()].flatMap(piecesOf).map(boxAround);
  const taken: Rect[] = [...obstacles];
  const found = new Map<string, Point>();
  for (const [id, text] of counted) {
    const width = text.length * LETTER;
    const rectAt = ({ x, y }: Point): Rect => ({ x: x - width / 2 - 1, y: y - HEIGHT, width: width + 2, height: HEIGHT });
    const isFree = (at: Point) => ![...lines, ...taken].some(rect => overlap(rect, rectAt(at)));
    const place = [...candidates(points.get(id) ?? [], width)].find(isFree);
    if (place === undefined) continue;
    found.set(id, place);
    taken.push(rectAt(place));
  }
  return found;
}

/** From the end of the edge to its start, over and under each level piece. */
function* candidates(points: readonly Point[], width: number): Generator<Point> {
  for (const [a, b] of piecesOf(points).reverse()) {
    const length = Math.abs(b.x - a.x);
    if (a.y !== b.y || length < MIN_PIECE) continue;
    const direction = Math.sign(a.x - b.x);
    for (const back of [12 + width / 2, length / 2, length - width]) {
      if (back < width / 2 || back > length) continue;
      const x = b.x + direction * back;
      yield { x, y: a.y - ABOVE };
      yield { x, y: a.y + HEIGHT + ABOVE - 1 };
    }
  }
}

function piecesOf(points: readonly Point[]): (readonly [Point, Point])[] {
  return points.slice(1).map((point, at) => [points[at] as Point, point] as const);
}

function boxAround([a, b]: readonly [Point, Point]): Rect {
  const [x, y] = [Math.min(a.x, b.x) - 1, Math.min(a.y, b.y) - 1];
  return { x, y, width: Math.abs(a.x - b.x) + 2, height: Math.abs(a.y - b.y) + 2 };
}
