/**
 * Lays out a story that is wider than its window: each lane has columns as wide as its own things, so that the picture is as narrow as the
 * wider of the two lanes. A thing of the backward lane stands as nearly below its column of the forward lane as its neighbours allow.
 *
 * Where that is still too wide, its pills say how many ops they stand for, and not where those are.
 *
 *     columns, rows ─▶ bands of each lane by itself ─▶ forward spread over the width ─▶ backward below it ─▶ edges lane by lane, links
 */
import type { Graph, GraphEdge, LaneName, Vertex } from "../graph/graph";
import { monoWidth } from "../graph/measure";
import { withoutCycles } from "./acyclic";
import { type Columns, columnsOf } from "./columns";
import { routeEdges } from "./edges";

import { placeHandles } from "./layout";
import { bandHeight, routeLinks } from "./links";
import { placeNames } from "./names";
import { type ColumnBand, margin, type Placement, place, type WindowSize } from "./place";
import { type Rows, rowsOf } from "./rows";
import type { PlacedVertex, Scene } from "./scene";
import { outlineStorages } from "./storages";

const NO_WINDOW: WindowSize = { width: 0, height: 0 };
const MAX_SPARE_GUTTER = 44;
/** How far what is docked may stand over the border of its lane. */
const MAX_OVERHANG_PX = 14;
const MIN_GAP_PX = 8;
/** Edges change rows in so much room beside a column, and run straight through the rest. */
const MAX_BEND_PX = 44;
const MIN_BEND_PX = 16;
const PILL_LETTER_PX = 11;

export function layOutInOwnColumns(given: Graph, windowSize: WindowSize): Scene {
  const graph = withoutCycles(given);
  const scene = layOutLanes(graph, windowSize);
  return scene.width <= windowSize.width ? scene : layOutLanes(withShortPills(graph), windowSize);
}

function layOutLanes(graph: Graph, windowSize: WindowSize): Scene {
  const columns = columnsOf(graph);
  const grid = rowsOf(graph, columns);
  const [forward, backward] = [laneOf(graph, columns, grid, "forward"), laneOf(graph, columns, grid, "backward")];
  const width = Math.max(windowSize.width, forward.needed, backward.needed);
  const bands = spread(forward, width);
  const wanted = backward.columns.map(column => centre(bands[forward.columns.findLastIndex(each => each <= column)] ?? bands[0]));
  const below = beneath(backward, wanted, width);
  const level = place(graph, columns, grid, bandHeight(graph.links, width), { width, height: windowSize.height });
  const vertices = new Map<string, PlacedVertex>();
  for (const [id, placed] of level.vertices) {
    const [lane, at] = placed.vertex.lane === "forward" ? [forward, bands] : [backward, below];
    const column = lane.dense.get(id) ?? 0;
    vertices.set(id, { ...placed, column, x: centre(at[column]) });
  }
  const lanes = level.lanes.map(lane => ({ ...lane, width }));
  const placement: Placement = { ...level, vertices, lanes, width, columns: bands };
  const routes = { ...grid, corridors: corridorsPast(graph.edges, grid, vertices) };
  const isNext = ({ kind }: GraphEdge) => kind === "next";
  const links = routeLinks(graph.links, placement);
  return {
    ...(graph.compact === true ? { compact: true } : {}),
    width,
    height: placement.height,
    lanes,
    vertices,
    edges: [
      ...routeEdges(
        graph.edges.filter(edge => !isNext(edge)),
        routes,
        { ...placement, columns: forEdges(bands, forward.overhangs) },
      ),
      ...routeEdges(graph.edges.filter(isNext), routes, { ...placement, columns: forEdges(below, backward.overhangs) }),
    ],
    links,
    tags: new Map(links.flatMap(({ link, tag }) => (tag === null ? [] : link.saves.map(id => [id, tag] as const)))),
    storages: outlineStorages(graph, placement),
    names: placeNames(graph.names, placement),
    groups: graph.groups,
    handles: placeHandles(graph, placement),
    standsFor: id => graph.foldedInto.get(id) ?? id,
  };
}

/** Rows in which edges pass columns; some have none to pass, now that each lane has columns of its own. */
function corridorsPast(edges: readonly GraphEdge[], { corridors }: Rows, vertices: ReadonlyMap<string, PlacedVertex>): Rows["corridors"] {
  const column = (id: string) => vertices.get(id)?.column ?? 0;
  const passing = edges.filter(({ from, to }) => Math.abs(column(from) - column(to)) > 1);
  return new Map(passing.flatMap(({ id }) => (corridors.has(id) ? [[id, corridors.get(id) ?? 0] as const] : [])));
}

/** Without the modules that the ops are in. */
function withShortPills(graph: Graph): Graph {
  const short = new Map(
    [...graph.groups].flatMap(([id, folded]) => {
      const { kind, label } = folded.group;
      const [count = label] = label.split(" · ");
      return kind === "stretch" && count !== label ? [[id, { ...folded, group: { ...folded.group, label: count } }] as const] : [];
    }),
  );
  const vertices = graph.vertices.map(vertex => {
    const folded = short.get(vertex.id);
    const label = graph.groups.get(vertex.id)?.group.label ?? "";
    if (folded === undefined) return vertex;
    const width = vertex.width - Math.floor(monoWidth(label, PILL_LETTER_PX) - monoWidth(folded.group.label, PILL_LETTER_PX));
    return { ...vertex, width, reach: width };
  });
  return { ...graph, vertices, groups: new Map([...graph.groups, ...short]) };
}

interface Lane {
  /** The columns of the graph that it uses, and the number of its own of each vertex. */
  readonly columns: readonly number[];
  readonly dense: Columns;
  readonly bands: readonly ColumnBand[];
  /** How far gradients stand out at either side of each column: no edge changes rows there. */
  readonly overhangs: readonly number[];
  /** Room right of them. */
  readonly after: number;
  readonly needed: number;
}

function laneOf(graph: Graph, columns: Columns, grid: Rows, name: LaneName): Lane {
  const own = graph.vertices.filter(({ lane }) => lane === name);
  const used = [...new Set(own.map(({ id }) => columns.get(id) ?? 0))].sort((a, b) => a - b);
  const dense = new Map(own.map(({ id }) => [id, used.indexOf(columns.get(id) ?? 0)]));
  const edges = graph.edges.filter(({ kind }) => (kind === "next") === (name === "backward"));
  const vertices = own.map(vertex => ({ ...vertex, reach: coreOf(vertex) }));
  const { columns: cores } = place({ ...graph, vertices, edges, links: [] }, dense, grid, 0, NO_WINDOW);
  const wings = own.map(vertex => ({ ...vertex, column: dense.get(vertex.id) ?? 0, row: grid.rows.get(vertex.id) ?? 0 }));
  const overhangs = overhangsOf(cores, wings);
  const apart = withRoomForBends(withoutOverlaps(cores, wings), overhangs);
  const beyond = (at: number) => {
    const wide = Math.max(0, ...wings.map(({ column, reach }) => (column === at ? reach : 0)));
    return Math.max(0, (wide - widthOf(apart[at])) / 2 - MAX_OVERHANG_PX);
  };
  const [before, after] = [beyond(0), beyond(used.length - 1)];
  const bands = apart.map(({ left, right }) => ({ left: left + before, right: right + before }));
  return { columns: used, dense, bands, overhangs, after, needed: (bands.at(-1)?.right ?? 0) + after + margin.side };
}

/** What is docked on a card or below a leaf's node may stand over the room beside its column; a caption may not: lines would cross it. */
function coreOf({ kind, width, reach }: Vertex): number {
  return kind === "card" || kind === "accumulate" ? width : reach;
}

interface Wing extends Vertex {
  readonly column: number;
  readonly row: number;
}

/** Moves columns to the right until what is docked in one row stands clear of each other. */
function withoutOverlaps(cores: readonly ColumnBand[], wings: readonly Wing[]): readonly ColumnBand[] {
  const bands = [...cores];
  const docked = (one: Wing, other: Wing) => (one.above > 0 && other.above > 0) || (one.below > 0 && other.below > 0);
  for (const wing of wings.toSorted((a, b) => a.column - b.column)) {
    for (const other of wings) {
      if (other.column >= wing.column || other.row !== wing.row || !docked(other, wing)) continue;
      const distance = centre(bands[wing.column]) - centre(bands[other.column]);
      const shift = Math.max(0, (wing.reach + other.reach) / 2 + MIN_GAP_PX - distance);
      for (let at = wing.column; at < bands.length && shift > 0; at++) {
        const { left, right } = bands[at] as ColumnBand;
        bands[at] = { left: left + shift, right: right + shift };
      }
    }
  }
  return bands;
}

function overhangsOf(bands: readonly ColumnBand[], wings: readonly Wing[]): readonly number[] {
  const gradients = wings.filter(({ kind }) => kind === "accumulate");
  return bands.map((band, at) =>
    Math.max(0, ...gradients.filter(({ column }) => column === at).map(({ reach }) => (reach - widthOf(band)) / 2)),
  );
}

/** Moves columns to the right until edges can change rows between what stands out of one and of the next. */
function withRoomForBends(bands: readonly ColumnBand[], overhangs: readonly number[]): readonly ColumnBand[] {
  let shift = 0;
  return bands.map(({ left, right }, at) => {
    const before = bands[at - 1];
    const standOut = (overhangs[at - 1] ?? 0) + (overhangs[at] ?? 0);
    if (before !== undefined && standOut > 0) shift += Math.max(0, standOut + MIN_BEND_PX - (left - before.right));
    return { left: left + shift, right: right + shift };
  });
}

/** Over the whole width, or in the middle of it where that would draw them too far apart. */
function spread({ bands, needed }: Lane, width: number): readonly ColumnBand[] {
  const spare = bands.length < 2 ? 0 : Math.min(MAX_SPARE_GUTTER, (width - needed) / (bands.length - 1));
  const shift = (width - needed - spare * Math.max(0, bands.length - 1)) / 2;
  return bands.map(({ left, right }, at) => ({ left: left + shift + at * spare, right: right + shift + at * spare }));
}

/** Each band with its middle as near to where it is wanted as those left of it, and the room for those right of it, allow. */
function beneath({ bands, after }: Lane, wanted: readonly number[], width: number): readonly ColumnBand[] {
  const end = width - margin.side - after - (bands.at(-1)?.right ?? 0);
  const placed: ColumnBand[] = [];
  let shift = 0;
  for (const [at, { left, right }] of bands.entries()) {
    shift = Math.min(end, Math.max(shift, (wanted[at] ?? 0) - (left + right) / 2));
    placed.push({ left: left + shift, right: right + shift });
  }
  return placed;
}

/** Columns with no more room between them than edges need to change rows; it is at the left of the right one, clear of what stands out. */
function forEdges(bands: readonly ColumnBand[], overhangs: readonly number[]): readonly ColumnBand[] {
  const clear = bands.map(({ left, right }, at) => ({ left: left - (overhangs[at] ?? 0), right: right + (overhangs[at] ?? 0) }));
  return clear.map(({ left, right }, at) => ({ left, right: Math.max(right, (clear[at + 1]?.left ?? 0) - MAX_BEND_PX) }));
}

function widthOf(band: ColumnBand | undefined): number {
  return band === undefined ? 0 : band.right - band.left;
}

function centre(band: ColumnBand | undefined): number {
  return band === undefined ? 0 : (band.left + band.right) / 2;
}
