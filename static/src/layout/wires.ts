/** Routes all edges and links of a wrapped layout around its boxes, and draws them as lines with rounded corners. */
import type { GraphEdge, GraphLink } from "../graph/graph";
import { type Arrangement, SIDE } from "./arrangement";
import { xy } from "./edges";
import type { Levels } from "./levels";
import { CLEARANCE, edgeWire, linkWires } from "./ports";
import { type Port, routeWires, type Wire } from "./route-search";
import type { PlacedVertex, Point, Rect } from "./scene";
import { type Reach, tracksOf } from "./tracks";

const TRACK = 6;
const MAX_TRACKS = 5;
/** Between a box and the first edge that runs down beside it. */
const ASIDE = 10;
const RAILS = [6, 12, 18];
const CORNER = 7;

export interface Routed {
  /** By wire, from box to box. */
  readonly points: ReadonlyMap<string, readonly Point[]>;
  /** Where each wire meets the box at its end, as `Port.towards`. */
  readonly angles: ReadonlyMap<string, number>;
  /** Heights at which something runs across. */
  readonly used: ReadonlySet<number>;
}

export interface ToRoute {
  readonly arrangement: Arrangement;
  readonly levels: Levels;
  readonly vertices: ReadonlyMap<string, PlacedVertex>;
  readonly tags: ReadonlyMap<string, Rect>;
  readonly obstacles: readonly Rect[];
}

export function routeAround(given: ToRoute): Routed {
  const { graph } = given.arrangement;
  const wires = [...graph.edges.flatMap(edge => wireOf(edge, given)), ...graph.links.flatMap(link => wiresOf(link, given))];
  const tracks = tracksOf(linesFor(wires, given), given.obstacles);
  const found = routeWires(wires, tracks);
  const points = new Map<string, readonly Point[]>();
  const angles = new Map<string, number>();
  for (const { id, starts, ends } of wires) {
    const way = found.get(id);
    const [start, end] = [portAt(starts, way?.[0]), portAt(ends, way?.at(-1))];
    if (way === undefined || start === undefined || end === undefined) continue;
    points.set(id, joined(atBox(start, 0), way, atBox(end, 1)));
    angles.set(id, end.towards);
  }
  return { points, angles, used: new Set([...found.values()].flat().map(({ y }) => y)) };
}

function wireOf(edge: GraphEdge, { vertices, levels }: ToRoute): readonly Wire[] {
  const [from, to] = [vertices.get(edge.from), vertices.get(edge.to)];
  if (from === undefined || to === undefined) return [];
  const { first, end } = levels.lanes[from.vertex.lane];
  const { tops } = levels.strips;
  return [edgeWire(edge, from, to, [tops[first] ?? 0, tops[end] ?? 0])];
}

function wiresOf(link: GraphLink, { vertices, tags }: ToRoute): readonly Wire[] {
  const [from, to] = [vertices.get(link.from), vertices.get(link.to)];
  return from === undefined || to === undefined ? [] : linkWires(link, from, to, tags.get(link.id) ?? null);
}

/** Lines in the gutters between columns, at both sides, in the channels between rows, and through all ports. */
function linesFor(wires: readonly Wire[], { arrangement, levels, vertices }: ToRoute) {
  const { bands, columns, lineOf, width } = arrangement;
  const down = new Map<number, readonly Reach[]>();
  const put = (x: number, reaches: readonly Reach[]) => down.set(x, [...(down.get(x) ?? []), ...reaches]);
  const lineOfColumn = new Map([...vertices.keys()].map(id => [columns.get(id) ?? 0, lineOf(id)]));
  bands.forEach(({ right }, column) => {
    const line = lineOfColumn.get(column) ?? 0;
    const next = lineOfColumn.get(column + 1) === line ? (bands[column + 1]?.left ?? 0) : width - SIDE + ASIDE + 2;
    for (const x of spread(right + ASIDE, next - ASIDE)) put(x, levels.reaches(line));
  });
  const everywhere: Reach = [0, levels.strips.tops.at(-1) ?? 0];
  for (const rail of RAILS) for (const x of [rail, width - rail]) put(x, [everywhere]);
  const across = new Map(levels.strips.tracks.map(y => [y, true]));
  for (const { from, to, starts, ends } of wires) {
    const own = new Set([lineOf(vertices.has(from) ? from : to), lineOf(to)]);
    for (const { at, towards } of [...starts, ...ends]) {
      const sideways = towards % 180 === 0;
      put(at.x, sideways ? [] : [levels.band, ...[...own].flatMap(line => levels.reaches(line))]);
      across.set(at.y, sideways || (across.get(at.y) ?? false));
    }
  }
  return { down, across };
}

/** Evenly spread positions from first to last, none where there is no room. */
function spread(first: number, last: number): readonly number[] {
  if (last < first) return [];
  const count = Math.min(MAX_TRACKS, Math.floor((last - first) / TRACK) + 1);
  const step = count < 2 ? 0 : Math.min(2 * TRACK, (last - first) / (count - 1));
  return Array.from({ length: count }, (_, number) => first + number * step);
}

function portAt(ports: readonly Port[], point: Point | undefined): Port | undefined {
  return ports.find(({ at }) => at.x === point?.x && at.y === point.y);
}

/** Where a port's box begins, or a little before it. */
function atBox({ at: { x, y }, towards }: Port, before: number): Point {
  const [dx, dy] = { 0: [1, 0], 90: [0, 1], 180: [-1, 0], 270: [0, -1] }[towards] as [number, number];
  return { x: x + dx * (CLEARANCE - before), y: y + dy * (CLEARANCE - before) };
}

/** The corners of a line, without points in the middle of a straight piece. */
function joined(start: Point, way: readonly Point[], end: Point): readonly Point[] {
  const all = [start, ...way, end];
  return all.filter(({ x, y }, at) => {
    const [before, after] = [all[at - 1], all[at + 1]];
    if (before === undefined || after === undefined) return true;
    return !(before.x === x && after.x === x) && !(before.y === y && after.y === y);
  });
}

export function rounded(points: readonly Point[]): string {
  let path = `M${xy(points[0] ?? { x: 0, y: 0 })}`;
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
