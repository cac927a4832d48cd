/** Turns rows and columns into positions: columns are as wide as the widest of both lanes, rows as high as the highest in them. */
import type { Graph, LaneName, Vertex } from "../graph/graph";
import type { Columns } from "./columns";
import type { Rows } from "./rows";
import type { PlacedLane, PlacedVertex } from "./scene";

export const margin = { side: 18, header: 34, bottom: 18, row: 26, corridor: 14 } as const;

/** In a narrower window columns are closer to one another. */
const NARROW_WINDOW_WIDTH = 480;

/** The window that a small film is spread over, instead of leaving it empty. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
  /** Where the window becomes as high as its picture: how high a story may be that all of it is read at once. */
  readonly maxHeight?: number;
}

export interface ColumnBand {
  readonly left: number;
  readonly right: number;
}

export interface RowBand {
  readonly centre: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Placement {
  readonly vertices: ReadonlyMap<string, PlacedVertex>;
  readonly columns: readonly ColumnBand[];
  readonly rows: Readonly<Record<LaneName, ReadonlyMap<number, RowBand>>>;
  readonly lanes: readonly PlacedLane[];
  readonly width: number;
  readonly height: number;
}

/** `band` is the room between the lanes, for the tags of saved tensors. */
export function place(graph: Graph, columns: Columns, grid: Rows, band: number, windowSize: WindowSize): Placement {
  const bands = columnBands(graph, columns, grid, windowSize.width);
  const width = Math.max(windowSize.width, (bands.at(-1)?.right ?? 0) + margin.side);
  const shift = (width - margin.side - (bands.at(-1)?.right ?? 0)) / 2;
  const shifted = bands.map(({ left, right }) => ({ left: left + shift, right: right + shift }));
  const stack = (rowGap: number, between: number, pad: number) => {
    const forward = rowBands(graph, grid, "forward", margin.header + pad, rowGap);
    const top = laneBottom(forward, margin.header) + pad + between;
    const backward = rowBands(graph, grid, "backward", top + margin.header + pad, rowGap);
    return { forward, backward, top, between, height: laneBottom(backward, top + margin.header) + pad };
  };
  const tight = stack(margin.row, band, 0);
  const spare = Math.max(0, windowSize.height - tight.height);
  const gaps = tight.forward.size + tight.backward.size - 2;
  const rowExtra = gaps === 0 ? 0 : Math.min(16, (spare * 0.4) / gaps);
  const bandExtra = graph.links.length > 0 && !graph.compact ? Math.min(90, spare * 0.35) : 0;
  const pad = Math.min(56, (spare - rowExtra * gaps - bandExtra) / 4);
  const { forward, backward, top, between, height } = stack(margin.row + rowExtra, band + bandExtra, pad);
  const rows = { forward, backward };
  const vertices = new Map<string, PlacedVertex>();
  for (const vertex of graph.vertices) {
    const column = columns.get(vertex.id) ?? 0;
    const row = grid.rows.get(vertex.id) ?? 0;
    const { left, right } = shifted[column] ?? { left: 0, right: 0 };
    vertices.set(vertex.id, { vertex, column, row, x: (left + right) / 2, y: rows[vertex.lane].get(row)?.centre ?? 0 });
  }
  const lanes = [
    { name: "forward", x: 0, y: 0, width, height: top - between },
    { name: "backward", x: 0, y: top, width, height: height - top },
  ] as const;
  return { vertices, columns: shifted, rows, lanes, width, height };
}

function columnBands(graph: Graph, columns: Columns, grid: Rows, windowWidth: number): ColumnBand[] {
  const widths: number[] = [];
  for (const vertex of graph.vertices) {
    const column = columns.get(vertex.id) ?? 0;
    widths[column] = Math.max(widths[column] ?? 0, vertex.reach);
  }
  const wideGutters = gutterWidths(graph, columns, grid, widths.length);
  const crowded = margin.side * 2 + sum(widths) + sum(wideGutters) > windowWidth;
  const narrow = windowWidth > 0 && windowWidth < NARROW_WINDOW_WIDTH;
  const closer = graph.compact ? 0.5 : narrow ? 0.6 : 0.8;
  const gutters = crowded ? wideGutters.map(gutter => gutter * closer) : wideGutters;
  const used = margin.side * 2 + sum(widths) + sum(gutters);
  const spare = gutters.length === 0 ? 0 : Math.min(44, Math.max(0, windowWidth - used) / gutters.length);
  const bands: ColumnBand[] = [];
  let left = margin.side;
  for (let column = 0; column < widths.length; column++) {
    const right = left + (widths[column] ?? 0);
    bands.push({ left, right });
    left = right + (gutters[column] ?? 0) + spare;
  }
  return bands;
}

/** A gutter in which edges change rows is wider: steep lines are hard to follow. */
function gutterWidths(graph: Graph, columns: Columns, grid: Rows, count: number): number[] {
  const gutters = new Array<number>(Math.max(0, count - 1)).fill(26);
  for (const edge of graph.edges) {
    const [from, to] = [columns.get(edge.from) ?? 0, columns.get(edge.to) ?? 0];
    const corridor = grid.corridors.get(edge.id);
    const rows = [grid.rows.get(edge.from), corridor ?? grid.rows.get(edge.to), grid.rows.get(edge.to)];
    const [left, right] = from < to ? [from, to - 1] : [to, from - 1];
    const [atFrom, atTo] = from < to ? [left, right] : [right, left];
    if (left > right) continue;
    if (rows[0] !== rows[1]) gutters[atFrom] = Math.max(gutters[atFrom] ?? 0, 40);
    if (rows[1] !== rows[2]) gutters[atTo] = Math.max(gutters[atTo] ?? 0, 40);
  }
  return gutters;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + (number ?? 0), 0);
}

interface Extent {
  half: number;
  above: number;
  below: number;
}

function rowBands(graph: Graph, grid: Rows, lane: LaneName, top: number, gap: number): ReadonlyMap<number, RowBand> {
  const extents = new Map<number, Extent>();
  for (const vertex of graph.vertices) if (vertex.lane === lane) grow(extents, grid.rows.get(vertex.id) ?? 0, vertex);
  for (const edge of graph.edges) {
    const row = grid.corridors.get(edge.id);
    if (row === undefined || (edge.kind === "next") !== (lane === "backward")) continue;
    if (!extents.has(row)) extents.set(row, { half: margin.corridor / 2, above: 0, below: 0 });
  }
  const bands = new Map<number, RowBand>();
  let y = top;
  for (const row of [...extents.keys()].sort((a, b) => a - b)) {
    const { half, above, below } = extents.get(row) ?? { half: 0, above: 0, below: 0 };
    const [start, end] = [half + above, half + below];
    bands.set(row, { top: y, centre: y + start, bottom: y + start + end });
    y += start + end + (half <= margin.corridor / 2 ? margin.corridor : gap);
  }
  return bands;
}

function grow(extents: Map<number, Extent>, row: number, { height, above, below }: Vertex): void {
  const extent = extents.get(row) ?? { half: 0, above: 0, below: 0 };
  const up = Math.max(extent.half + extent.above, height / 2 + above);
  const down = Math.max(extent.half + extent.below, height / 2 + below);
  const half = Math.max(extent.half, height / 2);
  extents.set(row, { half, above: up - half, below: down - half });
}

function laneBottom(bands: ReadonlyMap<number, RowBand>, top: number): number {
  let bottom = top + 40;
  for (const band of bands.values()) bottom = Math.max(bottom, band.bottom);
  return bottom + margin.bottom;
}
