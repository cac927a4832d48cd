/** Turns names that move into quiet arrows over a row: from the card that has lost its name to the card that has it now. */
import type { GraphName } from "../fold/graph";
import { xy } from "./edges";
import type { Placement } from "./place";
import { boxOf, type PlacedName, type PlacedVertex, roomOf } from "./scene";
import { nameRoom } from "./sizes";

const lift = nameRoom / 2;
/** From the left side of a card, over its name. */
const inset = 24;
const corner = 9;

export function placeNames(names: readonly GraphName[], placement: Placement): PlacedName[] {
  return names.flatMap(name => {
    const [from, to] = [placement.vertices.get(name.from), placement.vertices.get(name.to)];
    if (from === undefined || to === undefined || from.row !== to.row || from.column >= to.column) return [];
    const bottom = boxOf(from).y;
    const top = bottom - lift;
    if (!isClear(from, to, top, placement)) return [];
    const [start, end] = [boxOf(from).x + inset, boxOf(to).x + inset];
    const up = `M${xy({ x: start, y: bottom })}L${xy({ x: start, y: top + corner })}`;
    const over = `Q${xy({ x: start, y: top })} ${xy({ x: start + corner, y: top })}L${xy({ x: end - corner, y: top })}`;
    const down = `Q${xy({ x: end, y: top })} ${xy({ x: end, y: top + corner })}L${xy({ x: end, y: bottom - 1 })}`;
    return [{ name, path: up + over + down, label: { x: (start + end) / 2, y: top }, tip: { x: end, y: bottom - 1 } }];
  });
}

/** Nothing that stands between the two, or is docked there, reaches up to the arrow. */
function isClear(from: PlacedVertex, to: PlacedVertex, top: number, { vertices }: Placement): boolean {
  for (const placed of vertices.values()) {
    if (placed.vertex.lane !== from.vertex.lane || placed.row !== from.row || placed === from || placed === to) continue;
    if (placed.column >= from.column && placed.column <= to.column && roomOf(placed).y < top + corner) return false;
  }
  return true;
}
