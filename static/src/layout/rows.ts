/**
 * Turns columns into rows: every vertex gets a cell of a grid, as branches get tracks in a commit graph.
 *
 * An op continues the row of a computed input, the one that fewest others read and that comes from nearest by, and its output continues
 * the op's: so chains are straight, and what joins them or skips a part of them is below. An edge that passes columns reserves the cells
 * that it passes, so that it never runs through a box.
 */
import type { Graph, GraphEdge, Vertex } from "../graph/graph";
import { inOrder } from "./acyclic";
import { type Columns, incoming } from "./columns";

export interface Rows {
  readonly rows: ReadonlyMap<string, number>;
  /** The row in which an edge passes the columns between its ends. */
  readonly corridors: ReadonlyMap<string, number>;
}

/** Edges that pass more columns than this share a rail at the edge of the lane: reserving cells for them would not be linear. */
const MAX_RESERVED_COLUMNS = 48;

/** Which cells are taken; `next` answers in nearly constant time, by path halving. */
class Grid {
  private readonly columns = new Map<number, Map<number, number>>();

  next(column: number, row: number): number {
    const taken = this.columns.get(column);
    let found = row;
    for (let after = taken?.get(found); after !== undefined; after = taken?.get(found)) {
      const beyond = taken?.get(after);
      if (beyond !== undefined) taken?.set(found, beyond);
      found = after;
    }
    return found;
  }

  take(column: number, row: number): void {
    const taken = this.columns.get(column) ?? new Map<number, number>();
    taken.set(row, row + 1);
    this.columns.set(column, taken);
  }

  /** The first row from `row` down that is free in all columns from `first` to `last`. */
  passage(first: number, last: number, row: number): number {
    let candidate = row;
    for (let column = first; column <= last; ) {
      const free = this.next(column, candidate);
      if (free === candidate) column++;
      else {
        candidate = free;
        column = first;
      }
    }
    return candidate;
  }

  takeAll(first: number, last: number, row: number): void {
    for (let column = first; column <= last; column++) this.take(column, row);
  }
}

/** `tidy` gives the rows of the forward lane where dagre has found them. */
export function rowsOf(graph: Graph, columns: Columns, tidy: ReadonlyMap<string, number> | null = null): Rows {
  const rows = new Map<string, number>();
  const corridors = new Map<string, number>();
  if (tidy === null) forwardRows(graph, columns, rows, corridors);
  else tidyRows(graph, columns, tidy, rows, corridors);
  backwardRows(graph, columns, rows, corridors);
  return { rows, corridors };
}

function forwardRows(graph: Graph, columns: Columns, rows: Map<string, number>, corridors: Map<string, number>): void {
  const grid = new Grid();
  const trunks: Trunks = new Map();
  const edges = graph.edges.filter(edge => edge.kind !== "next");
  const into = incoming(edges.filter(edge => edge.ranked));
  const readers = readersOf(edges);
  const vertices = inOrder(
    graph.vertices.filter(vertex => vertex.lane === "forward"),
    into,
  );
  const columnOf = (id: string) => columns.get(id) ?? 0;
  const settle = (id: string, row: number) => {
    rows.set(id, grid.next(columnOf(id), row));
    grid.take(columnOf(id), rows.get(id) ?? 0);
  };
  for (const vertex of vertices) {
    const inputs = (into.get(vertex.id) ?? []).toSorted((a, b) => a.slot - b.slot);
    if (inputs.length === 0 || rows.has(vertex.id)) continue;
    const computed = inputs.filter(edge => rows.has(edge.from) && into.has(edge.from));
    computed.sort((a, b) => readers(a) - readers(b) || columnOf(b.from) - columnOf(a.from));
    const main = computed[0] ?? inputs[0];
    if (main === undefined) continue;
    if (!rows.has(main.from)) settle(main.from, 0);
    const row = rows.get(main.from) ?? 0;
    const free = straight(grid, columnOf(main.from) + 1, columnOf(vertex.id), row);
    rows.set(vertex.id, free);
    grid.takeAll(columnOf(main.from) + 1, columnOf(vertex.id), free);
    if (columnOf(vertex.id) - columnOf(main.from) > 1) corridors.set(main.id, free);
    for (const edge of inputs) {
      if (!rows.has(edge.from)) settle(edge.from, free);
      else if (edge !== main) reserve(grid, edge, columns, rows, corridors, trunks);
    }
  }
  for (const vertex of vertices) if (!rows.has(vertex.id)) settle(vertex.id, 0);
}

/** Take the cells of all boxes, then reserve cells for the edges that pass them. */
function tidyRows(
  graph: Graph,
  columns: Columns,
  tidy: ReadonlyMap<string, number>,
  rows: Map<string, number>,
  corridors: Map<string, number>,
): void {
  const grid = new Grid();
  const trunks: Trunks = new Map();
  for (const { id, lane } of graph.vertices) {
    if (lane !== "forward") continue;
    const column = columns.get(id) ?? 0;
    const row = grid.next(column, tidy.get(id) ?? 0);
    rows.set(id, row);
    grid.take(column, row);
  }
  for (const edge of graph.edges) if (edge.kind !== "next" && edge.ranked) reserve(grid, edge, columns, rows, corridors, trunks);
}

/** How many ops read what an edge carries. */
function readersOf(edges: readonly GraphEdge[]): (edge: GraphEdge) => number {
  const counts = new Map<string, number>();
  const key = ({ bead, from }: GraphEdge) => bead ?? from;
  for (const edge of edges) if (edge.kind !== "edit") counts.set(key(edge), (counts.get(key(edge)) ?? 0) + 1);
  return edge => counts.get(key(edge)) ?? 0;
}

function straight(grid: Grid, first: number, last: number, row: number): number {
  return last - first > MAX_RESERVED_COLUMNS ? grid.next(last, row) : grid.passage(first, last, row);
}

/** What leaves one tensor, or arrives at one node, may pass columns in the same row: a trunk with branches. */
interface Trunk {
  readonly row: number;
  first: number;
  last: number;
}

type Trunks = Map<string, Trunk>;

function reserve(
  grid: Grid,
  edge: GraphEdge,
  columns: Columns,
  rows: ReadonlyMap<string, number>,
  corridors: Map<string, number>,
  trunks: Trunks,
): void {
  const ends = [columns.get(edge.from) ?? 0, columns.get(edge.to) ?? 0] as const;
  const first = Math.min(...ends) + 1;
  const last = Math.max(...ends) - 1;
  if (first > last) return;
  if (last - first > MAX_RESERVED_COLUMNS) {
    corridors.set(edge.id, -1);
    return;
  }
  const key = edge.kind === "next" ? edge.to : (edge.bead ?? edge.from);
  const trunk = trunks.get(key);
  if (trunk !== undefined && extend(grid, trunk, first, last)) {
    corridors.set(edge.id, trunk.row);
    return;
  }
  const [from, to] = [rows.get(edge.from) ?? 0, rows.get(edge.to) ?? 0];
  const choices = [from, to].map(row => grid.passage(first, last, row));
  const row = choices.includes(from) ? from : choices.includes(to) ? to : Math.min(...choices);
  grid.takeAll(first, last, row);
  corridors.set(edge.id, row);
  trunks.set(key, { row, first, last });
}

/** Lengthen a trunk over the columns that it does not cover yet, if its row is free there. */
function extend(grid: Grid, trunk: Trunk, first: number, last: number): boolean {
  const before = first < trunk.first && grid.passage(first, trunk.first - 1, trunk.row) !== trunk.row;
  const after = last > trunk.last && grid.passage(trunk.last + 1, last, trunk.row) !== trunk.row;
  if (before || after) return false;
  if (first < trunk.first) grid.takeAll(first, trunk.first - 1, trunk.row);
  if (last > trunk.last) grid.takeAll(trunk.last + 1, last, trunk.row);
  trunk.first = Math.min(first, trunk.first);
  trunk.last = Math.max(last, trunk.last);
  return true;
}

/**
 * Nodes of ops and AccumulateGrads first, each in the row of what is above it, with the edges among them; then the nodes that edits
 * made, in what is left: an edit that nothing reads afterwards must not bend the chain that runs past it.
 */
function backwardRows(graph: Graph, columns: Columns, rows: Map<string, number>, corridors: Map<string, number>): void {
  const grid = new Grid();
  const trunks: Trunks = new Map();
  const vertices = graph.vertices.filter(vertex => vertex.lane === "backward");
  const next = graph.edges.filter(edge => edge.kind === "next");
  const ahead = new Map<string, string>();
  for (const edge of next) if (!ahead.has(edge.from)) ahead.set(edge.from, edge.to);
  const above = new Map(vertices.map(vertex => [vertex.id, vertex.under === null ? undefined : rows.get(vertex.under)]));
  const taken = new Set<string>();
  const settle = (vertex: Vertex) => {
    const column = columns.get(vertex.id) ?? 0;
    const place = `${vertex.under}`;
    const extra = taken.has(place) ? above.get(ahead.get(vertex.id) ?? "") : undefined;
    taken.add(place);
    const row = grid.next(column, extra ?? above.get(vertex.id) ?? 0);
    rows.set(vertex.id, row);
    grid.take(column, row);
  };
  const [late, early] = [new Set<string>(), [] as Vertex[]];
  for (const vertex of [...vertices].sort(newestFirst)) {
    const edited = vertex.kind === "node" && vertex.under !== null && !vertex.under.startsWith("e");
    if (edited || vertex.kind === "grad") late.add(vertex.id);
    else early.push(vertex);
  }
  for (const vertex of early) settle(vertex);
  const touchesLate = (edge: GraphEdge) => late.has(edge.from) || late.has(edge.to);
  for (const edge of next) if (!touchesLate(edge)) reserve(grid, edge, columns, rows, corridors, trunks);
  for (const vertex of [...vertices].sort(newestFirst)) if (late.has(vertex.id)) settle(vertex);
  for (const edge of next) if (touchesLate(edge)) reserve(grid, edge, columns, rows, corridors, trunks);
}

/** Among the nodes of one op the last one made is the `grad_fn` of its result: it continues the op's row. */
function newestFirst(a: Vertex, b: Vertex): number {
  return a.order - b.order || idNumber(b.id) - idNumber(a.id);
}

function idNumber(id: string): number {
  return Number(id.replace(/\D+/g, ""));
}
