/** Turns names that move into arrows over the cards, from the card that lost the name to the one that has it now. */
import type { GraphName } from "../graph/graph";
import { halo, nameRoom } from "../graph/sizes";
import { xy } from "./edges";
import type { Placement } from "./place";
import { boxOf, type PlacedName, type PlacedVertex, type Point, roomOf } from "./scene";

const lift = nameRoom / 2;
/** From the left side of a card, over its name. */
const inset = 24;
const corner = 9;
/** How far left of a column an arrow changes rows. */
const TURN_OFFSET = 8;

/** Where an arrow meets a card, and how high it runs over it. */
interface Stop extends Point {
  readonly over: number;
}

export function placeNames(names: readonly GraphName[], placement: Placement): PlacedName[] {
  return names.flatMap(name => {
    const [from, to] = [placement.vertices.get(name.from), placement.vertices.get(name.to)];
    if (from === undefined || to === undefined) return [];
    const [start, end] = [stopAt(from), stopAt(to)];
    const [level, top] = [from.row === to.row, Math.min(start.over, end.over)];
    const lower = start.over > top ? from : to;
    if (!isClear(from, to, Math.min(from.row, to.row), top, placement)) return [];
    const turn = level ? (start.x + end.x) / 2 : (placement.columns[lower.column]?.left ?? 0) - TURN_OFFSET;
    const [first, last] = level ? [top, top] : [start.over, end.over];
    const tip = { x: end.x, y: end.y - 1 };
    const stops = [start, { x: start.x, y: first }, { x: turn, y: first }, { x: turn, y: last }, { x: end.x, y: last }, tip];
    const ends = level ? [start.x, end.x] : [lower === from ? end.x : start.x, turn];
    return [{ name, path: rounded(level ? stops.toSpliced(2, 2) : stops), label: { x: labelX(ends, name.width), y: top }, tip }];
  });
}

/** Above the card and what is docked on it. */
function stopAt(placed: PlacedVertex): Stop {
  const [box, room] = [boxOf(placed), roomOf(placed)];
  const docked = placed.vertex.above - nameRoom > halo;
  return { x: box.x + inset, y: docked ? room.y + nameRoom : box.y, over: room.y + lift };
}

/** In the middle of the stretch over the cards, or behind it where that is short. */
function labelX(ends: readonly number[], width: number): number {
  const [left, right] = [Math.min(...ends), Math.max(...ends)];
  return right - left >= width + 2 * corner ? (left + right) / 2 : right + 6 + width / 2;
}

/** A line from stop to stop with round corners. */
function rounded(stops: readonly Point[]): string {
  const path = stops.map((stop, at) => {
    const [before, after] = [stops[at - 1], stops[at + 1]];
    return before && after ? `${xy(towards(stop, before))}Q${xy(stop)} ${xy(towards(stop, after))}` : xy(stop);
  });
  return `M${path.join("L")}`;
}

function towards({ x, y }: Point, other: Point): Point {
  const part = Math.min(0.5, corner / Math.max(1, Math.abs(other.x - x) + Math.abs(other.y - y)));
  return { x: x + (other.x - x) * part, y: y + (other.y - y) * part };
}

/** No box between the two cards, nor what is docked on it, reaches up to the arrow. */
function isClear(from: PlacedVertex, to: PlacedVertex, row: number, top: number, { vertices }: Placement): boolean {
  const [first, last] = [Math.min(from.column, to.column), Math.max(from.column, to.column)];
  for (const placed of vertices.values()) {
    if (placed.vertex.lane !== from.vertex.lane || placed.row !== row || placed === from || placed === to) continue;
    if (placed.column >= first && placed.column <= last && roomOf(placed).y < top + corner) return false;
  }
  return true;
}
