/**
 * Routes the edges of an overview that lead from one line to another: out of the box, through the gap under its line, along the side of
 * the drawing past the lines between, and through the gap over the other line into the box. They never cross a box.
 */
import type { GraphEdge, LaneName } from "../graph/graph";
import { xy } from "./edges";
import type { Placement } from "./place";
import type { PlacedEdge, PlacedVertex, Point } from "./scene";

/** Where edges pass between the lines of a lane: `gaps[lane][i]` is below the i-th line from the top. */
export type Gaps = Readonly<Record<LaneName, readonly { readonly top: number; readonly bottom: number }[]>>;

const TRACK = 6;
const CORNER = 8;
const SIDE_RAIL = 8;

/** A gap without edges is the room between two lines; edges of one box run together, those of another box need a track of their own. */
export function gapHeight(edges: readonly GraphEdge[]): number {
  return 20 + Math.max(0, new Set(edges.map(({ from }) => from)).size - 1) * TRACK;
}

export function bendBetweenLines(
  edges: readonly GraphEdge[],
  placement: Placement,
  gaps: Gaps,
  lineOf: (id: string) => number,
): PlacedEdge[] {
  const tracks = new Map<string, readonly string[]>();
  const count = Math.max(0, ...[...placement.vertices.keys()].map(lineOf)) + 1;
  const sources = [...new Set(edges.map(({ from }) => from))];
  return edges.flatMap(edge => {
    const [from, to] = [placement.vertices.get(edge.from), placement.vertices.get(edge.to)];
    if (from === undefined || to === undefined) return [];
    const { lane } = from.vertex;
    const place = (id: string) => (lane === "forward" ? lineOf(id) : count - 1 - lineOf(id));
    const [start, end] = [place(edge.from), place(edge.to)];
    const down = start < end;
    const level = (gap: number) => {
      const { top = 0 } = gaps[lane][gap] ?? {};
      const known = tracks.get(`${lane} ${gap}`) ?? [];
      tracks.set(`${lane} ${gap}`, known.includes(edge.from) ? known : [...known, edge.from]);
      const track = known.includes(edge.from) ? known.indexOf(edge.from) : known.length;
      return top + 10 + track * TRACK;
    };
    const leaving = level(down ? start : start - 1);
    const arriving = Math.abs(start - end) === 1 ? leaving : level(down ? end - 1 : end);
    return [turn(edge, from, to, { leaving, arriving, number: sources.indexOf(edge.from) }, placement)];
  });
}

interface Levels {
  readonly leaving: number;
  readonly arriving: number;
  /** Edges of different boxes keep apart from one another by the number of the box. */
  readonly number: number;
}

function turn(
  edge: GraphEdge,
  from: PlacedVertex,
  to: PlacedVertex,
  { leaving, arriving, number }: Levels,
  placement: Placement,
): PlacedEdge {
  const side = edge.kind === "next" ? -1 : 1;
  const apart = (number % 4) * 5;
  const start = { x: from.x + (side * from.vertex.width) / 2, y: from.y };
  const tip = { x: to.x - side * (to.vertex.width / 2 + 1), y: to.y + ((number % 3) - 1) * 5 };
  const out = edgeOf(placement, from, side) + side * (8 + apart);
  const into = edgeOf(placement, to, -side) - side * (12 + apart);
  const rail = SIDE_RAIL + apart;
  const between: Point[] =
    leaving === arriving
      ? [
          { x: out, y: leaving },
          { x: into, y: leaving },
        ]
      : [
          { x: out, y: leaving },
          { x: rail, y: leaving },
          { x: rail, y: arriving },
          { x: into, y: arriving },
        ];
  const points = [start, { x: out, y: start.y }, ...between, { x: into, y: tip.y }, tip];
  return { edge, path: withCorners(points), tip, angle: side > 0 ? 0 : 180 };
}

/** The side of the column that a box is in. */
function edgeOf(placement: Placement, { column }: PlacedVertex, side: number): number {
  const band = placement.columns[column];
  return band === undefined ? 0 : side > 0 ? band.right : band.left;
}

function withCorners(points: readonly Point[]): string {
  let path = `M${xy(points[0] as Point)}`;
  for (let at = 1; at < points.length; at++) {
    const [before, here, after] = [points[at - 1] as Point, points[at] as Point, points[at + 1]];
    if (after === undefined) path += `L${xy(here)}`;
    else path += `L${xy(near(here, before))}Q${xy(here)} ${xy(near(here, after))}`;
  }
  return path;
}

function near(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y);
  const part = length === 0 ? 0 : Math.min(CORNER, length / 2) / length;
  return { x: corner.x + (other.x - corner.x) * part, y: corner.y + (other.y - corner.y) * part };
}
