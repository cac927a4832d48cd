/** Turns tensors that share memory into outlines around their cards, and tensors that share a counter into shafts between their dials. */
import type { Graph, StorageGroup } from "../graph/graph";
import { halo } from "../graph/sizes";
import { xy } from "./edges";
import type { Placement } from "./place";
import { boxOf, overlap, type PlacedStorage, type PlacedVertex, type Point, type Rect } from "./scene";

export function outlineStorages(graph: Graph, placement: Placement): PlacedStorage[] {
  return graph.storages.flatMap(group => {
    const members = group.members.map(id => placement.vertices.get(id)).filter(placed => placed !== undefined);
    if (members.length < 2) return [];
    const outlines = outline(group, members, placement);
    const last = outlines.at(-1) as Rect;
    const label = { x: last.x + last.width / 2, y: last.y + last.height };
    return [{ group, outlines, label, shafts: shaftsOf(group, placement) }];
  });
}

function outline(group: StorageGroup, members: readonly PlacedVertex[], placement: Placement): Rect[] {
  const around = members.map(placed => grow(boxOf(placed)));
  const left = Math.min(...around.map(rect => rect.x));
  const top = Math.min(...around.map(rect => rect.y));
  const right = Math.max(...around.map(rect => rect.x + rect.width));
  const bottom = Math.max(...around.map(rect => rect.y + rect.height));
  const whole = { x: left, y: top, width: right - left, height: bottom - top };
  const own = new Set(group.members);
  for (const placed of placement.vertices.values()) {
    if (placed.vertex.lane === "backward" || own.has(placed.vertex.id)) continue;
    if (placed.vertex.kind === "card" && overlap(boxOf(placed), whole)) return around;
    const between = members.every(member => member.row === placed.row);
    if (placed.vertex.kind === "op" && !between && overlap(boxOf(placed), whole)) return around;
  }
  return [whole];
}

function grow({ x, y, width, height }: Rect): Rect {
  return { x: x - halo + 2, y: y - halo + 2, width: width + 2 * halo - 4, height: height + 2 * halo - 4 };
}

/** A shaft runs from dial to dial over the cards, inside the outline. */
function shaftsOf(group: StorageGroup, placement: Placement): PlacedStorage["shafts"] {
  return group.counters.map(members => {
    const dials = members
      .map(id => placement.vertices.get(id))
      .filter(placed => placed !== undefined)
      .map(dialOf)
      .sort((a, b) => a.x - b.x || a.y - b.y);
    const path = dials.slice(1).map((dial, position) => shaft(dials[position] as Point, dial));
    return { members, path: path.join("") };
  });
}

function shaft(a: Point, b: Point): string {
  const lift = 25;
  const top = Math.min(a.y, b.y) - lift;
  if (Math.abs(a.x - b.x) < 1) return `M${xy({ x: a.x, y: a.y + 14 })}L${xy({ x: b.x, y: b.y - 14 })}`;
  return `M${xy({ x: a.x, y: a.y - 14 })}L${xy({ x: a.x, y: top })}L${xy({ x: b.x, y: top })}L${xy({ x: b.x, y: b.y - 14 })}`;
}

/** Centre of the dial of a card. */
export function dialOf(placed: PlacedVertex): Point {
  return { x: placed.x + placed.vertex.width / 2 - 20, y: placed.y - placed.vertex.height / 2 + 20 };
}
