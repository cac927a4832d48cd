/** Turns placed vertices into the curves of their edges: straight where they stay in a row, bent only in the gutters between columns. */
import type { GraphEdge } from "../graph/graph";
import { groupBy } from "../trace/collections";
import { incoming } from "./columns";
import type { Placement } from "./place";
import type { Rows } from "./rows";
import { beadAt, type PlacedEdge, type PlacedVertex, type Point } from "./scene";

const arrow = 1;
/** From the corner of a pill to the head of an edge on its top. */
const HEAD_INSET = 18;
/** Room for a turn from one direction into another. */
const TURN = 16;
/** Lines stay within the drawing. */
const MIN_X = 3;
/** From a head in the middle of a side to an edge that leaves there. */
const ASIDE = 9;

export function routeEdges(edges: readonly GraphEdge[], grid: Rows, placement: Placement): PlacedEdge[] {
  const placed: PlacedEdge[] = [];
  const stacks = groupBy(placement.vertices.values(), ({ column }) => column);
  const [fromLeft, fromRight] = [enteredFrom("left", edges, placement), enteredFrom("right", edges, placement)];
  for (const group of incoming(edges).values()) {
    const offsets = portOffsets(group, placement);
    for (const edge of group) {
      const from = placement.vertices.get(edge.from);
      const to = placement.vertices.get(edge.to);
      if (from === undefined || to === undefined) continue;
      const rightwards = from.column < to.column;
      const opposed = edge.kind === "next" && (rightwards ? fromRight : fromLeft).has(edge.from);
      const aside = opposed ? Math.sign(to.y - from.y || 1) * ASIDE : null;
      const ports = { end: offsets.get(edge.id) ?? 0, start: aside };
      const isDrop = from.column === to.column && (edge.kind !== "edit" || edge.ranked);
      if (isDrop) placed.push(drop(edge, from, to, ports, stacks.get(from.column) ?? []));
      else placed.push(routeEdge(edge, from, to, ports, grid, placement));
    }
  }
  return placed;
}

/**
 * Where edges meet the side of a box: straight ones in the middle, those from above over them, those from below under them.
 * Parallel edges are straight ones or come from one side; either way they stay apart.
 */
function portOffsets(group: readonly GraphEdge[], placement: Placement): Map<string, number> {
  const to = placement.vertices.get(group[0]?.to ?? "");
  const rise = (edge: GraphEdge) => (placement.vertices.get(edge.from)?.y ?? 0) - (to?.y ?? 0);
  const sorted = group.toSorted((a, b) => rise(a) - rise(b) || a.slot - b.slot);
  const straight = sorted.filter(edge => rise(edge) === 0);
  const middle = straight.length > 0 ? sorted.indexOf(straight[0] as GraphEdge) + straight.length / 2 - 0.5 : (sorted.length - 1) / 2;
  const reach = Math.max(Math.abs(middle), Math.abs(sorted.length - 1 - middle));
  const room = (to?.vertex.height ?? 30) / 2 - 5;
  const spacing = reach === 0 ? 0 : Math.min(9, room / reach);
  return new Map(sorted.map((edge, position) => [edge.id, (position - middle) * spacing]));
}

/** Nodes at which an edge arrives at a side: their own edges that leave there start beside its head, not in it. */
function enteredFrom(side: "left" | "right", edges: readonly GraphEdge[], { vertices }: Placement): ReadonlySet<string> {
  const column = (id: string) => vertices.get(id)?.column ?? 0;
  const arrives = ({ from, to }: GraphEdge) => (side === "left" ? column(from) < column(to) : column(from) > column(to));
  return new Set(edges.filter(edge => edge.kind === "next" && arrives(edge)).map(edge => edge.to));
}

/** How far from the middle of the two boxes an edge meets them; the start is where the end is, or in the middle, where it is null. */
interface Ports {
  readonly start: number | null;
  readonly end: number;
}

function routeEdge(edge: GraphEdge, from: PlacedVertex, to: PlacedVertex, ports: Ports, grid: Rows, placement: Placement): PlacedEdge {
  const offset = ports.end;
  if (edge.kind === "edit" && !edge.ranked) return arch(edge, from, to, placement);
  const rightwards = from.column < to.column;
  const side = rightwards ? 1 : -1;
  const level = from.y === to.y;
  const start = leave(edge, from, side, ports.start ?? (level ? offset : 0));
  const end = { x: to.x - (side * to.vertex.width) / 2 - side * arrow, y: to.y + offset };
  const row = grid.corridors.get(edge.id);
  const lane = placement.rows[from.vertex.lane];
  const passing = row === undefined ? undefined : row < 0 ? { centre: railOf(placement, from) } : lane.get(row);
  const path = [`M${xy(start)}`];
  if (passing === undefined) {
    path.push(bend(start, end, gutter(placement, from.column, side)));
  } else {
    const first = { x: gutter(placement, from.column, side)[1], y: passing.centre };
    const second = gutter(placement, to.column - side, side);
    path.push(bend(start, first, gutter(placement, from.column, side)));
    path.push(bend({ x: second[0], y: passing.centre }, end, second));
  }
  path.push(`L${xy(end)}`);
  return { edge, path: path.join(""), tip: end, angle: rightwards ? 0 : 180 };
}

function leave(edge: GraphEdge, from: PlacedVertex, side: number, offset: number): Point {
  if (edge.bead !== null && side > 0) {
    const bead = beadAt(from, edge.bead);
    return { x: bead.x + 5, y: bead.y + offset };
  }
  return { x: from.x + (side * from.vertex.width) / 2, y: from.y + offset };
}

/** The two sides of the gutter next to a column, in the order in which an edge meets them. */
function gutter(placement: Placement, column: number, side: number): readonly [number, number] {
  const here = placement.columns[column];
  const beyond = placement.columns[column + side];
  if (here === undefined || beyond === undefined) return [0, 0];
  return side > 0 ? [here.right, beyond.left] : [here.left, beyond.right];
}

/** Straight to the gutter, then an S through it. */
function bend(start: Point, end: Point, [first, last]: readonly [number, number]): string {
  if (start.y === end.y) return `L${xy({ x: last, y: start.y })}`;
  const middle = (first + last) / 2;
  return `L${xy({ x: first, y: start.y })}C${xy({ x: middle, y: start.y })} ${xy({ x: middle, y: end.y })} ${xy({ x: last, y: end.y })}`;
}

function railOf(placement: Placement, from: PlacedVertex): number {
  const lane = placement.lanes.find(candidate => candidate.name === from.vertex.lane);
  return (lane?.y ?? 0) + (lane?.height ?? 0) - 7;
}

/**
 * Within a column an edge goes straight down, or up, and ends at the top of its box, or at the bottom: at the side of a node its own edge
 * leaves, and two heads with a line between them would look like one line with two heads. Where a gradient is drawn below the box, an edge
 * from below goes past that to the side after all: no edge of an AccumulateGrad leaves there.
 */
function drop(edge: GraphEdge, from: PlacedVertex, to: PlacedVertex, ports: Ports, stack: readonly PlacedVertex[]): PlacedEdge {
  const down = from.y < to.y ? 1 : -1;
  const side = edge.kind === "next" ? -1 : 1;
  const passed = between(from, to, stack);
  const x = Math.max(MIN_X, from.x + side * (Math.max(...[from, to, ...passed].map(({ vertex }) => vertex.reach)) / 2 + 10));
  const start = { x: from.x + (side * from.vertex.width) / 2, y: from.y + (ports.start ?? 0) };
  const aside = down < 0 && to.vertex.kind === "accumulate";
  const end = aside
    ? { x: to.x + side * (to.vertex.width / 2 + arrow), y: to.y + ports.end }
    : { x: to.x + side * (to.vertex.width / 2 - HEAD_INSET) + ports.end, y: to.y - down * (to.vertex.height / 2 + arrow) };
  const at = (y: number) => xy({ x, y });
  const last = aside || passed.length > 0 ? end.y - down * TURN : (start.y + end.y) / 2;
  const first = aside || passed.length > 0 ? start.y + down * TURN : last;
  const into = aside ? xy({ x, y: end.y }) : xy({ x: end.x, y: end.y - down * 20 });
  const path = `M${xy(start)}C${at(start.y)} ${at(start.y + down * 8)} ${at(first)}L${at(last)}C${at(end.y - down * 8)} ${into} ${xy(end)}`;
  return { edge, path, tip: end, angle: aside ? (side < 0 ? 0 : 180) : down > 0 ? 90 : 270 };
}

/** What of a column stands between two boxes of it. */
function between(from: PlacedVertex, to: PlacedVertex, stack: readonly PlacedVertex[]): readonly PlacedVertex[] {
  const [top, bottom] = [Math.min(from.row, to.row), Math.max(from.row, to.row)];
  const { lane } = from.vertex;
  return bottom - top < 2 ? [] : stack.filter(({ row, vertex }) => vertex.lane === lane && row > top && row < bottom);
}

/** A value that is written back into an earlier tensor is drawn along the top of the lane. */
function arch(edge: GraphEdge, from: PlacedVertex, to: PlacedVertex, placement: Placement): PlacedEdge {
  const top = (placement.lanes[0]?.y ?? 0) + 12;
  const start = edge.bead === null ? { x: from.x, y: from.y - from.vertex.height / 2 } : beadAt(from, edge.bead);
  const x = placement.columns[from.column]?.right ?? start.x;
  const end = { x: to.x + to.vertex.width / 2 - 16, y: to.y - to.vertex.height / 2 - arrow };
  const far = (placement.columns[to.column]?.right ?? end.x) + 8;
  const path = `M${xy(start)}C${xy({ x, y: start.y })} ${xy({ x, y: top })} ${xy({ x: x - 20, y: top })}L${xy({ x: far + 12, y: top })}C${xy({ x: far, y: top })} ${xy({ x: end.x, y: top + 10 })} ${xy(end)}`;
  return { edge, path, tip: end, angle: 90 };
}

export function xy({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
