/** Puts the things of a wrapped layout into columns, lines of columns, and rows of each line. */
import type { Graph, GraphEdge, LaneName, Vertex } from "../graph/graph";
import { append } from "../trace/collections";
import { columnsOf } from "./columns";
import { breakLines, columnsInOrder } from "./lines";
import type { ColumnBand, WindowSize } from "./place";
import { rowsOf } from "./rows";

const GUTTER = 32;
/** Room at both sides of the drawing, in which edges run from line to line. */
export const SIDE = 28;
const MAX_SPARE_GUTTER = 32;
const MAX_CHANGES = 5;
/** A change that saves less height than this is not worth the longer edges. */
const MIN_GAIN = 16;
/** Rows of a line have numbers from here on, so that all rows of a lane have different ones. */
const LINE_STRIDE = 1000;

export interface Arrangement {
  readonly graph: Graph;
  readonly columns: ReadonlyMap<string, number>;
  readonly rows: ReadonlyMap<string, number>;
  readonly bands: readonly ColumnBand[];
  readonly lineOf: (id: string) => number;
  /** How many lines there are. */
  readonly count: number;
  readonly width: number;
}

/** Columns as they follow from the edges; where that is too high for the window and others are lower, with some things in other ones. */
export function arrange(graph: Graph, { width: room, height }: WindowSize, heightOf: (arrangement: Arrangement) => number): Arrangement {
  let best = inColumns(graph, room, graph.compact === true ? columnsOf(graph) : columnsInOrder(graph));
  let least = heightOf(best);
  for (let tries = 0; tries < MAX_CHANGES && least > height; tries++) {
    const changed = [...splitsOf(best), ...movesOf(best)].map(columns => inColumns(graph, room, columns));
    const heights = changed.map(heightOf);
    const lowest = Math.min(...heights);
    if (lowest >= least - MIN_GAIN) break;
    [best, least] = [changed[heights.indexOf(lowest)] ?? best, lowest];
  }
  return best;
}

/** What stands under nothing of the forward lane may stand in any column. */
function movesOf({ graph, columns }: Arrangement): readonly ReadonlyMap<string, number>[] {
  const forward = new Set(graph.vertices.filter(({ lane }) => lane === "forward").map(({ id }) => id));
  const places = [...new Set(columns.values())];
  const free = graph.vertices.filter(({ lane, under }) => lane === "backward" && (under === null || !forward.has(under)));
  return free.flatMap(({ id }) => places.filter(place => place !== columns.get(id)).map(place => new Map([...columns, [id, place]])));
}

/** For each thing of the forward lane beside others in its column, the columns with it in one of its own before them. */
function splitsOf({ graph, columns }: Arrangement): readonly ReadonlyMap<string, number>[] {
  const forward = graph.vertices.filter(({ lane }) => lane === "forward");
  const sizes = new Map<number, number>();
  for (const { id } of forward) sizes.set(columns.get(id) ?? 0, (sizes.get(columns.get(id) ?? 0) ?? 0) + 1);
  return forward.flatMap(({ id }) => {
    const own = columns.get(id) ?? 0;
    if ((sizes.get(own) ?? 0) < 2) return [];
    const moves = (other: Vertex) => other.id === id || other.under === id;
    return [new Map(graph.vertices.map(other => [other.id, shifted(columns.get(other.id) ?? 0, own, moves(other))]))];
  });
}

/** All from a column on goes one further, but what stays in its place alone. */
function shifted(column: number, own: number, stays: boolean): number {
  return column < own || stays ? column : column + 1;
}

function inColumns(graph: Graph, room: number, columns: ReadonlyMap<string, number>): Arrangement {
  const widths = columnWidths(graph, columns);
  const lines = breakLines(widths, GUTTER, room - 2 * SIDE);
  const count = Math.max(1, (lines.at(-1) ?? 0) + 1);
  const lineOf = (id: string) => lines[columns.get(id) ?? 0] ?? 0;
  const bands = columnBands(widths, lines, room);
  const width = Math.max(room, Math.max(0, ...bands.map(({ right }) => right)) + SIDE);
  return { graph, columns, rows: rowsInLines(graph, columns, lineOf, count), bands, lineOf, count, width };
}

/** The line of a lane, from the top, that a row is in. */
export function lineOfRow(row: number): number {
  return Math.floor(row / LINE_STRIDE);
}

function columnWidths(graph: Graph, columns: ReadonlyMap<string, number>): number[] {
  const widths: number[] = [];
  for (const vertex of graph.vertices) {
    const column = columns.get(vertex.id) ?? 0;
    widths[column] = Math.max(widths[column] ?? 0, vertex.reach);
  }
  return Array.from(widths, width => width ?? 0);
}

/** Rows of each line by itself, as if it were a graph of its own; a row that only an edge would pass is left out. */
function rowsInLines(
  graph: Graph,
  columns: ReadonlyMap<string, number>,
  lineOf: (id: string) => number,
  count: number,
): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  const isInLine = ({ from, to }: GraphEdge, line: number) => lineOf(from) === line && lineOf(to) === line;
  for (let line = 0; line < count; line++) {
    const vertices = graph.vertices.filter(({ id }) => lineOf(id) === line);
    const own = rowsOf({ ...graph, vertices, edges: graph.edges.filter(edge => isInLine(edge, line)) }, columns);
    const byLane = new Map<LaneName, [string, number][]>();
    for (const { id, lane } of vertices) append(byLane, lane, [id, own.rows.get(id) ?? 0]);
    for (const [lane, placed] of byLane) {
      const used = [...new Set(placed.map(([, row]) => row))].sort((a, b) => a - b);
      const first = (lane === "forward" ? line : count - 1 - line) * LINE_STRIDE;
      for (const [id, row] of placed) rows.set(id, first + used.indexOf(row));
    }
  }
  return rows;
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
