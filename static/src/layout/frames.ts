/** Turns the open groups of an overview into frames: one rectangle per lane and line, around the boxes in it. */
import type { GroupFrame } from "../graph/graph";
import { append } from "../trace/collections";
import type { Placement } from "./place";
import { boxOf, overlap, type PlacedFrame, type PlacedVertex, type Rect, roomOf, union } from "./scene";

const PADDING = 9;
const NESTING = 4;
/** The name of the lane stands over them. */
const NAME_PX = 27;

export function framesIn(frames: readonly GroupFrame[], placement: Placement, lineOf: (id: string) => number): PlacedFrame[] {
  const top = (placement.lanes.find(({ name }) => name === "forward")?.y ?? 0) + NAME_PX;
  const deepest = Math.max(0, ...frames.map(({ group }) => group.depth));
  return frames.flatMap(({ group, members }) => {
    const parts = new Map<string, PlacedVertex[]>();
    for (const id of members) {
      const placed = placement.vertices.get(id);
      if (placed?.vertex.lane === "forward") append(parts, `${lineOf(id)}`, placed);
    }
    const padding = PADDING + Math.min(3, deepest - group.depth) * NESTING;
    const rects = [...parts.values()].map(inside => lowered(grown(inside.map(roomOf).reduce(union), padding), top));
    const others = [...placement.vertices.values()].filter(({ vertex }) => vertex.lane === "forward" && !members.has(vertex.id));
    const clear = rects.filter(rect => !others.some(placed => overlap(rect, boxOf(placed))));
    return clear.length === 0 ? [] : [{ group: group.id, depth: group.depth, rects: clear }];
  });
}

function lowered(rect: Rect, top: number): Rect {
  const cut = Math.max(0, top - rect.y);
  return { ...rect, y: rect.y + cut, height: rect.height - cut };
}

function grown({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by / 2, width: width + 2 * by, height: height + by };
}
