/**
 * Turns saved tensors into dashed lines across the lanes, each with a tag between the lanes that covers no other.
 *
 * A line goes straight down from the card where nothing is below it, else beside the boxes in its way; likewise down to the node.
 */
import type { GraphLink } from "../graph/graph";
import { append } from "../trace/collections";
import { xy } from "./edges";
import { clearX, type Obstacles, obstaclesOf, rowsBeyond } from "./obstacles";
import type { Placement, RowBand } from "./place";
import { beadAt, type PlacedLink, type PlacedVertex, type Point, type Rect } from "./scene";
import { type Slot, slotsOf } from "./slots";

interface Course {
  readonly link: GraphLink;
  readonly from: PlacedVertex;
  readonly to: PlacedVertex;
  /** From the tensor to the lower border of its lane, and from the upper border of the other lane to the node. */
  readonly upper: readonly Point[];
  readonly lower: readonly Point[];
}

/** A longer link without an incident is a stub at its node: the tag already says what was saved. */
const MAX_DIRECT_LINK = 900;

/** The height that the tags need between the lanes; known before anything is placed, since it only depends on how many there are. */
export function bandHeight(links: readonly GraphLink[], width: number): number {
  const tags = links.filter(link => link.tagWidth > 0);
  if (tags.length === 0) return links.length === 0 ? 20 : 34;
  const total = tags.reduce((sum, tag) => sum + tag.tagWidth + 10, 0);
  const rows = Math.min(6, Math.max(1, Math.ceil((total / Math.max(width, 1)) * 1.5)));
  const tallest = Math.max(...tags.map(tag => tag.tagHeight));
  return rows * (tallest + 8) + 36;
}

export function routeLinks(links: readonly GraphLink[], placement: Placement): PlacedLink[] {
  const obstacles = obstaclesOf(placement);
  const shares = shareEnds(links, placement);
  const courses: Course[] = [];
  for (const link of links) {
    const from = placement.vertices.get(link.from);
    const to = placement.vertices.get(link.to);
    if (from === undefined || to === undefined) continue;
    const [start, end] = shares.get(link.id) ?? [0, 0];
    const far = Math.abs(from.x - to.x) > MAX_DIRECT_LINK && !link.incident && link.tagWidth > 0;
    const upper = far ? [] : upperCourse(link, from, to, start, obstacles, placement);
    const lower = lowerCourse(link, from, to, end, obstacles, placement);
    courses.push({ link, from, to, upper, lower });
  }
  const slots = placeTags(courses, placement);
  return courses.map(course => draw(course, slots.get(course.link.id) ?? null));
}

/** Several links at one box share its edge: each gets an offset from the middle, ordered by where it goes. */
function shareEnds(links: readonly GraphLink[], placement: Placement): Map<string, readonly [number, number]> {
  const x = (id: string) => placement.vertices.get(id)?.x ?? 0;
  const offsets = (end: (link: GraphLink) => string, other: (link: GraphLink) => string) => {
    const groups = new Map<string, GraphLink[]>();
    for (const link of links) append(groups, end(link), link);
    const found = new Map<string, number>();
    for (const [id, group] of groups) {
      const room = (placement.vertices.get(id)?.vertex.width ?? 60) - 30;
      const spacing = group.length < 2 ? 0 : Math.min(18, room / (group.length - 1));
      const sorted = group.toSorted((a, b) => x(other(a)) - x(other(b)));
      for (const [position, link] of sorted.entries()) found.set(link.id, (position - (group.length - 1) / 2) * spacing);
    }
    return found;
  };
  const starts = offsets(
    link => link.bead ?? link.from,
    link => link.to,
  );
  const ends = offsets(
    link => link.to,
    link => link.from,
  );
  return new Map(links.map(link => [link.id, [starts.get(link.id) ?? 0, ends.get(link.id) ?? 0]]));
}

function upperCourse(
  link: GraphLink,
  from: PlacedVertex,
  to: PlacedVertex,
  offset: number,
  obstacles: Obstacles,
  placement: Placement,
): Point[] {
  const { bottom } = obstacles;
  const anchor = link.bead === null ? null : beadAt(from, link.bead);
  const half = from.vertex.width / 2 - 14;
  const lean = clamp((to.x - from.x) * 0.4, -half * 0.5, half * 0.5);
  const wanted = anchor?.x ?? from.x + clamp(lean + offset, -half, half);
  const start = { x: wanted, y: anchor === null ? from.y + from.vertex.height / 2 : anchor.y + 5 };
  const x = clearX(rowsBeyond(obstacles, "forward", from.row, true), wanted, to.x);
  const rowEnd = (placement.rows.forward.get(from.row) as RowBand).bottom + 11 + Math.abs(offset) / 6;
  return jog(start, x, rowEnd, bottom, anchor === null ? half : 0, from.x);
}

function lowerCourse(
  link: GraphLink,
  from: PlacedVertex,
  to: PlacedVertex,
  offset: number,
  obstacles: Obstacles,
  placement: Placement,
): Point[] {
  const { top } = obstacles;
  const half = to.vertex.width / 2 - 12;
  const root = link.kind === "root";
  const wanted = root && from.x > to.x + half ? to.x + to.vertex.width / 2 + 14 : to.x + clamp(offset, -half, half);
  const x = clearX(rowsBeyond(obstacles, "backward", to.row, false), wanted, from.x);
  if (root && from.x > to.x + half) {
    return [
      { x, y: top },
      { x, y: to.y },
      { x: to.x + to.vertex.width / 2 + 1, y: to.y },
    ];
  }
  const end = { x: wanted, y: to.y - to.vertex.height / 2 };
  const rowStart = (placement.rows.backward.get(to.row) as RowBand).top - 10 - Math.abs(offset) / 6;
  return jog(end, x, rowStart, top, half, to.x).toReversed();
}

/**
 * From a box straight to the border of its lane; or, if something stands in the way, out of the box and around it within the room
 * between two rows. `rowEdge` is where that room begins.
 */
function jog(start: Point, x: number, rowEdge: number, border: number, half: number, centre: number): Point[] {
  if (Math.abs(x - centre) <= half)
    return [
      { x, y: start.y },
      { x, y: border },
    ];
  if (Math.abs(x - start.x) < 1) return [start, { x, y: border }];
  const out = half === 0 ? start : { x: centre + Math.sign(x - centre) * half, y: start.y };
  return [out, { x: out.x, y: rowEdge }, { x, y: rowEdge }, { x, y: border }];
}

function placeTags(courses: readonly Course[], placement: Placement): ReadonlyMap<string, Rect> {
  const [upper, lower] = placement.lanes;
  const top = (upper?.y ?? 0) + (upper?.height ?? 0);
  const bottom = lower?.y ?? top;
  const slots: Slot[] = [];
  for (const { link, upper: above, lower: below } of courses) {
    if (link.tagWidth === 0) continue;
    const [up, down] = [above.at(-1)?.x ?? 0, below[0]?.x ?? 0];
    const wanted = above.length === 0 ? down : (up + down) / 2;
    slots.push({ id: link.id, wanted, width: link.tagWidth, height: link.tagHeight });
  }
  return slotsOf(slots, { x: 6, y: top + 10, width: placement.width - 12, height: bottom - top - 20 });
}

function draw({ link, upper, lower }: Course, tag: Rect | null): PlacedLink {
  if (upper.length === 0 && tag !== null) return stub(link, lower, tag);
  const from = upper[0] as Point;
  const to = lower.at(-1) as Point;
  const leaving = upper.at(-1) as Point;
  const arriving = lower[0] as Point;
  const path = [rounded(upper)];
  if (tag === null) path.push(curve(leaving, arriving));
  else {
    const x = tag.x + tag.width / 2;
    const inside = clamp(leaving.x, tag.x + 12, tag.x + tag.width - 12);
    const outside = clamp(arriving.x, tag.x + 12, tag.x + tag.width - 12);
    path.push(curve(leaving, { x: inside, y: tag.y }), `L${xy({ x: (inside + outside + x) / 3, y: tag.y + tag.height / 2 })}`);
    path.push(`L${xy({ x: outside, y: tag.y + tag.height })}`, curve({ x: outside, y: tag.y + tag.height }, arriving));
  }
  path.push(rounded(lower).replace(/^M/, "L"));
  const before = lower.at(-2);
  const angle = before === undefined || before.x === to.x ? 90 : before.x > to.x ? 180 : 0;
  if (link.kind === "result") return { link, path: path.join(""), from, to, tip: from, angle: 270, tag };
  return { link, path: path.join(""), from, to, tip: to, angle, tag };
}

/** From a little above the tag down to the node. */
function stub(link: GraphLink, lower: readonly Point[], tag: Rect): PlacedLink {
  const [arriving, to] = [lower[0] as Point, lower.at(-1) as Point];
  const from = { x: tag.x + tag.width / 2, y: tag.y - 12 };
  const below = { x: clamp(arriving.x, tag.x + 12, tag.x + tag.width - 12), y: tag.y + tag.height };
  const path = `M${xy(from)}L${xy({ x: from.x, y: tag.y })}L${xy(below)}${curve(below, arriving)}${rounded(lower).replace(/^M/, "L")}`;
  return { link, path, from, to, tip: to, angle: 90, tag };
}

/** An S that leaves and arrives vertically. */
function curve(start: Point, end: Point): string {
  if (Math.abs(start.x - end.x) < 0.5) return `L${xy(end)}`;
  const middle = (start.y + end.y) / 2;
  return `L${xy(start)}C${xy({ x: start.x, y: middle })} ${xy({ x: end.x, y: middle })} ${xy(end)}`;
}

/** A polyline with its corners cut. */
function rounded(points: readonly Point[]): string {
  const first = points[0];
  if (first === undefined) return "";
  let path = `M${xy(first)}`;
  for (let position = 1; position < points.length; position++) {
    const [before, here, after] = [points[position - 1] as Point, points[position] as Point, points[position + 1]];
    if (after === undefined) path += `L${xy(here)}`;
    else path += `L${xy(towards(here, before, 11))}Q${xy(here)} ${xy(towards(here, after, 11))}`;
  }
  return path;
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length === 0 ? 0 : Math.min(distance, length / 2) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
