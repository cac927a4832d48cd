/**
 * Lays out an overview: columns in lines, as text is, so that a picture of few boxes fits a window of any width.
 *
 *     columnsInOrder ─▶ breakLines ─▶ rows of each line ─▶ positions ─┬─▶ edges within a line, as in any layout
 *                                                                     ├─▶ edges from line to line, between the lines
 *                                                                     └─▶ links, handles, frames
 *
 * The forward lane has its lines from top to bottom, the backward lane the same lines from bottom to top: the way back begins where the
 * way there has ended.
 */
import type { Graph, GraphEdge, LaneName, Vertex } from "../graph/graph";
import { withoutCycles } from "./acyclic";
import { routeEdges } from "./edges";
import { framesIn } from "./frames";
import { breakLines, columnsInOrder } from "./lines";
import { bandHeight, routeLinks } from "./links";
import { type ColumnBand, margin, type Placement, type RowBand, type WindowSize } from "./place";
import { type Rows, rowsOf } from "./rows";
import { type PlacedHandle, type PlacedVertex, roomOf, type Scene } from "./scene";
import { bendBetweenLines, type Gaps, gapHeight } from "./turns";

const GUTTER = 28;
const SIDE = 26;
const ROW_GAP = 12;
/** Rows of a line have numbers from here on, so that all rows of a lane have different ones. */
const LINE_STRIDE = 1000;
const MAX_SPARE_GUTTER = 40;

export function layOutWrapped(given: Graph, windowSize: WindowSize): Scene {
  const graph = withoutCycles(given);
  const columns = columnsInOrder(graph);
  const widths = columnWidths(graph, columns);
  const lines = breakLines(widths, GUTTER, windowSize.width - 2 * SIDE);
  const count = Math.max(1, (lines.at(-1) ?? 0) + 1);
  const lineOf = (id: string) => lines[columns.get(id) ?? 0] ?? 0;
  const isTurn = ({ from, to }: GraphEdge) => lineOf(from) !== lineOf(to);
  const grid = rowsInLines(graph, columns, lineOf, count, isTurn);
  const bands = columnBands(widths, lines, windowSize.width);
  const placement = placeLines({ graph, columns, grid, bands, lineOf, count, isTurn, windowSize });
  const [turning, straight] = [graph.edges.filter(isTurn), graph.edges.filter(edge => !isTurn(edge))];
  const links = routeLinks(graph.links, placement);
  return {
    width: placement.width,
    height: placement.height,
    lanes: placement.lanes,
    vertices: placement.vertices,
    edges: [...routeEdges(straight, grid, placement), ...bendBetweenLines(turning, placement, placement.gaps, lineOf)],
    links,
    tags: new Map(links.flatMap(({ link, tag }) => (tag === null ? [] : link.saves.map(id => [id, tag] as const)))),
    storages: [],
    names: [],
    groups: graph.groups,
    handles: handlesOver(graph, placement),
    frames: framesIn(graph.frames ?? [], placement, lineOf),
    standsFor: id => graph.foldedInto.get(id) ?? id,
  };
}

/** Handles are beside one another at the top of the room of their thing, over its badge and what is stacked on it: the outermost first. */
function handlesOver({ handles }: Graph, { vertices }: Placement): PlacedHandle[] {
  const next = new Map<string, number>();
  return handles
    .toSorted((a, b) => a.group.depth - b.group.depth)
    .flatMap(handle => {
      const carrier = vertices.get(handle.carrier);
      if (carrier === undefined) return [];
      const { width, height } = handle;
      const x = next.get(handle.carrier) ?? carrier.x - carrier.vertex.width / 2;
      next.set(handle.carrier, x + width + 4);
      return [{ handle, x, y: roomOf(carrier).y, width, height }];
    });
}

function columnWidths(graph: Graph, columns: ReadonlyMap<string, number>): number[] {
  const widths: number[] = [];
  for (const vertex of graph.vertices) {
    const column = columns.get(vertex.id) ?? 0;
    widths[column] = Math.max(widths[column] ?? 0, vertex.reach);
  }
  return widths;
}

/** Rows of each line by itself, as if it were a graph of its own. */
function rowsInLines(
  graph: Graph,
  columns: ReadonlyMap<string, number>,
  lineOf: (id: string) => number,
  count: number,
  isTurn: (edge: GraphEdge) => boolean,
): Rows {
  const [rows, corridors] = [new Map<string, number>(), new Map<string, number>()];
  for (let line = 0; line < count; line++) {
    const vertices = graph.vertices.filter(({ id }) => lineOf(id) === line);
    const edges = graph.edges.filter(edge => !isTurn(edge) && lineOf(edge.from) === line);
    const own = rowsOf({ ...graph, vertices, edges }, columns);
    const laneOf = new Map(vertices.map(({ id, lane }) => [id, lane]));
    const numbered = (lane: LaneName, row: number) => (lane === "forward" ? line : count - 1 - line) * LINE_STRIDE + row;
    for (const [id, row] of own.rows) rows.set(id, numbered(laneOf.get(id) ?? "forward", row));
    for (const { id, kind } of edges) {
      const row = own.corridors.get(id);
      if (row !== undefined && row >= 0) corridors.set(id, numbered(kind === "next" ? "backward" : "forward", row));
    }
  }
  return { rows, corridors };
}

/** Each line begins at the left and is spread over the window. */
function columnBands(widths: readonly number[], lines: readonly number[], room: number): ColumnBand[] {
  const inLine = (line: number) => widths.flatMap((width, column) => (lines[column] === line ? [{ width, column }] : []));
  const needed = (line: number) => inLine(line).reduce((sum, { width }) => sum + width + GUTTER, 2 * SIDE - GUTTER);
  const bands: ColumnBand[] = [];
  for (let line = 0; line <= (lines.at(-1) ?? 0); line++) {
    const own = inLine(line);
    const spare = Math.min(MAX_SPARE_GUTTER, Math.max(0, room - needed(line)) / Math.max(1, own.length - 1));
    let left = SIDE;
    for (const { width, column } of own) {
      bands[column] = { left, right: left + width };
      left += width + GUTTER + spare;
    }
  }
  return bands;
}

interface LinesToPlace {
  readonly graph: Graph;
  readonly columns: ReadonlyMap<string, number>;
  readonly grid: Rows;
  readonly bands: readonly ColumnBand[];
  readonly lineOf: (id: string) => number;
  readonly count: number;
  readonly isTurn: (edge: GraphEdge) => boolean;
  readonly windowSize: WindowSize;
}

function placeLines(given: LinesToPlace): Placement & { readonly gaps: Gaps } {
  const { graph, columns, grid, bands, windowSize } = given;
  const band = bandHeight(graph.links, windowSize.width);
  const forward = stackLane(given, "forward", margin.header);
  const top = forward.bottom + margin.bottom + band;
  const backward = stackLane(given, "backward", top + margin.header);
  const width = Math.max(windowSize.width, Math.max(0, ...bands.map(({ right }) => right)) + SIDE);
  const rows = { forward: forward.rows, backward: backward.rows };
  const vertices = new Map<string, PlacedVertex>();
  for (const vertex of graph.vertices) {
    const column = columns.get(vertex.id) ?? 0;
    const row = grid.rows.get(vertex.id) ?? 0;
    const { left, right } = bands[column] ?? { left: 0, right: 0 };
    vertices.set(vertex.id, { vertex, column, row, x: (left + right) / 2, y: rows[vertex.lane].get(row)?.centre ?? 0 });
  }
  const height = backward.bottom + margin.bottom;
  const lanes = [
    { name: "forward", x: 0, y: 0, width, height: forward.bottom + margin.bottom },
    { name: "backward", x: 0, y: top, width, height: height - top },
  ] as const;
  return { vertices, columns: bands, rows, lanes, width, height, gaps: { forward: forward.gaps, backward: backward.gaps } };
}

interface Stack {
  readonly rows: ReadonlyMap<number, RowBand>;
  readonly gaps: Gaps[LaneName];
  readonly bottom: number;
}

function stackLane({ graph, grid, lineOf, count, isTurn }: LinesToPlace, lane: LaneName, top: number): Stack {
  const place = (id: string) => (lane === "forward" ? lineOf(id) : count - 1 - lineOf(id));
  const turns = graph.edges.filter(edge => isTurn(edge) && (edge.kind === "next") === (lane === "backward"));
  const rows = new Map<number, RowBand>();
  const gaps: { top: number; bottom: number }[] = [];
  let y = top;
  for (let line = 0; line < count; line++) {
    const own = graph.vertices.filter(vertex => vertex.lane === lane && place(vertex.id) === line);
    y = stackRows(own, grid, corridorsIn(graph, grid, lane, line), y, rows);
    const passing = turns.filter(({ from, to }) => Math.min(place(from), place(to)) <= line && Math.max(place(from), place(to)) > line);
    const height = line === count - 1 ? 0 : gapHeight(passing);
    gaps.push({ top: y, bottom: y + height });
    y += height;
  }
  return { rows, gaps, bottom: Math.max(y, top + 24) };
}

/** Rows in which an edge passes boxes without there being one. */
function corridorsIn(graph: Graph, { corridors }: Rows, lane: LaneName, line: number): readonly number[] {
  return graph.edges.flatMap(({ id, kind }) => {
    const row = corridors.get(id);
    const isHere = (kind === "next") === (lane === "backward") && row !== undefined && Math.floor(row / LINE_STRIDE) === line;
    return isHere ? [row] : [];
  });
}

function stackRows(own: readonly Vertex[], grid: Rows, corridors: readonly number[], top: number, rows: Map<number, RowBand>): number {
  const byRow = new Map<number, Vertex[]>(corridors.map(row => [row, []]));
  for (const vertex of own) {
    const row = grid.rows.get(vertex.id) ?? 0;
    byRow.set(row, [...(byRow.get(row) ?? []), vertex]);
  }
  let y = top;
  const sorted = [...byRow].sort(([a], [b]) => a - b);
  for (const [at, [row, vertices]] of sorted.entries()) {
    const up = Math.max(margin.corridor / 2, ...vertices.map(({ height, above }) => height / 2 + above));
    const down = Math.max(margin.corridor / 2, ...vertices.map(({ height, below }) => height / 2 + below));
    rows.set(row, { top: y, centre: y + up, bottom: y + up + down });
    y += up + down + (at === sorted.length - 1 ? 0 : vertices.length === 0 ? 4 : ROW_GAP);
  }
  return y;
}
