/**
 * Breaks the columns of an overview into lines, as text is: what does not fit beside one another goes on below.
 *
 * Columns are the longest paths, in order of execution: what has no input from before, such as the step of an optimizer or the next round
 * of a loop, begins right of all that came before it.
 */
import type { Graph, GraphEdge, Vertex } from "../graph/graph";
import { inOrder } from "./acyclic";
import { incoming, outgoing } from "./columns";

/** Columns of both lanes; a vertex of the backward lane has the column of what it is under. */
export function columnsInOrder(graph: Graph): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  const ranked = graph.edges.filter(edge => edge.ranked && edge.kind !== "next");
  const [into, out] = [incoming(ranked), outgoing(ranked)];
  const forward = inOrder(
    graph.vertices.filter(({ lane }) => lane === "forward"),
    into,
  );
  let [last, floor] = [-1, 0];
  for (const vertex of timely(forward, out)) {
    const before = (into.get(vertex.id) ?? []).flatMap(({ from }) => columns.get(from) ?? []);
    const isSource = isInput(vertex, into, out);
    if (graph.starts?.has(vertex.id)) floor = last + 1;
    const column = Math.max(floor, before.length > 0 ? Math.max(...before) + 1 : isSource ? last : last + 1);
    columns.set(vertex.id, column);
    last = Math.max(last, column);
  }
  pullInputs(forward, into, out, columns);
  for (const { id, lane, under } of graph.vertices) if (lane === "backward") columns.set(id, columns.get(under ?? "") ?? 0);
  return compact(columns);
}

/** Inputs come right before the first thing that reads them. */
function timely(vertices: readonly Vertex[], out: ReadonlyMap<string, readonly GraphEdge[]>): readonly Vertex[] {
  const order = new Map(vertices.map((vertex, at) => [vertex.id, at]));
  const when = (vertex: Vertex) => {
    const own = order.get(vertex.id) ?? 0;
    if (vertex.kind === "op" || !isCardLike(vertex)) return own;
    return Math.min(...(out.get(vertex.id) ?? []).map(({ to }) => (order.get(to) ?? own) - 0.5), Number.POSITIVE_INFINITY);
  };
  const at = new Map(vertices.map(vertex => [vertex.id, Number.isFinite(when(vertex)) ? when(vertex) : (order.get(vertex.id) ?? 0)]));
  return vertices.toSorted((a, b) => (at.get(a.id) ?? 0) - (at.get(b.id) ?? 0));
}

function isCardLike({ kind, id }: Vertex): boolean {
  return kind === "card" || id.startsWith("g:t");
}

/** A card without an op before it that is read by something. */
function isInput(vertex: Vertex, into: ReadonlyMap<string, readonly GraphEdge[]>, out: ReadonlyMap<string, readonly GraphEdge[]>): boolean {
  return isCardLike(vertex) && !into.has(vertex.id) && out.has(vertex.id);
}

function pullInputs(
  vertices: readonly Vertex[],
  into: ReadonlyMap<string, readonly GraphEdge[]>,
  out: ReadonlyMap<string, readonly GraphEdge[]>,
  columns: Map<string, number>,
): void {
  for (const vertex of vertices) {
    if (!isInput(vertex, into, out)) continue;
    const first = Math.min(...(out.get(vertex.id) ?? []).map(({ to }) => columns.get(to) ?? 1));
    columns.set(vertex.id, first - 1);
  }
}

/** Columns without gaps, from 0. */
function compact(columns: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const used = [...new Set(columns.values())].sort((a, b) => a - b);
  const rank = new Map(used.map((column, at) => [column, at]));
  return new Map([...columns].map(([id, column]) => [id, rank.get(column) ?? 0]));
}

/** As few lines as possible, and as even as their number allows. */
export function breakLines(widths: readonly number[], gutter: number, room: number): readonly number[] {
  const greedy = fill(widths, gutter, room);
  const count = (greedy.at(-1) ?? 0) + 1;
  let [low, high] = [Math.max(...widths, 0), room];
  let best = greedy;
  for (let tries = 0; tries < 12 && count > 1; tries++) {
    const middle = (low + high) / 2;
    const lines = fill(widths, gutter, middle);
    if ((lines.at(-1) ?? 0) + 1 <= count) [best, high] = [lines, middle];
    else low = middle;
  }
  return best;
}

function fill(widths: readonly number[], gutter: number, room: number): readonly number[] {
  let [line, used] = [0, 0];
  return widths.map((width, column) => {
    const wanted = used === 0 ? width : used + gutter + width;
    if (column > 0 && used > 0 && wanted > room) {
      line++;
      used = width;
    } else used = wanted;
    return line;
  });
}
