/**
 * Joins what a story leaves out into stretches: all vertices of a lane that lie between the same kept things.
 *
 * Two vertices are in one stretch where the same kept things lead to both and both lead to the same kept things. So a stretch never has a
 * kept thing in its middle, and drawing it as one thing makes no cycle. What does not lie between kept things is left out altogether.
 */
import type { Graph, GraphEdge, StretchKind, Vertex } from "../graph/graph";
import { append, groupBy } from "../trace/collections";

export interface Stretch {
  /** The same whatever else is left out. */
  readonly id: string;
  /** `leaves`: the way to further leaves that get no gradient, which is an end of the graph. */
  readonly kind: StretchKind;
  readonly lane: Vertex["lane"];
  readonly vertices: readonly Vertex[];
  /** What is counted of it: its ops, its nodes, or its leaves. */
  readonly count: number;
}

/** A part of the vertices of a stretch as one of its own; on the way to leaves that are kept there are nodes alone. */
export function pieceOf(part: Pick<Stretch, "kind" | "lane">, id: string, vertices: readonly Vertex[]): Stretch {
  const { lane } = part;
  const kind = part.kind === "leaves" && !vertices.some(vertex => vertex.kind === "accumulate") ? "passed" : part.kind;
  const counted = { stretch: "op", leaves: "accumulate" } as const;
  const wanted = kind === "stretch" || kind === "leaves" ? counted[kind] : null;
  return { id, kind, lane, vertices, count: vertices.filter(vertex => wanted === null || vertex.kind === wanted).length };
}

/** `failing` is the node behind which leaves get no gradient, where one fails. */
export function stretchesOf(graph: Graph, kept: ReadonlySet<string>, failing: string | null): readonly Stretch[] {
  const bits = new Map([...kept].map((id, position) => [id, 1 << position]));
  const edges = graph.edges.filter(edge => edge.ranked);
  const order = inOrder(graph.vertices, edges);
  const [before, after] = [new Map<string, number>(), new Map<string, number>()];
  spread(order, edges, bits, before, ({ from, to }) => [from, to]);
  spread(order.toReversed(), edges, bits, after, ({ from, to }) => [to, from]);
  const found = new Map<string, Vertex[]>();
  const behind = bits.get(failing ?? "") ?? 0;
  for (const vertex of graph.vertices) {
    const [above, below] = [before.get(vertex.id) ?? 0, after.get(vertex.id) ?? 0];
    if (kept.has(vertex.id)) continue;
    if (behind !== 0 && vertex.lane === "backward") {
      // Of the nodes that run, those before the failing one and those after it are told apart; the others are no part of the story.
      if ((above & behind) !== 0) append(found, "leaves", vertex);
      else if ((below & behind) !== 0 && above !== 0) append(found, "before", vertex);
    } else if (above !== 0 && below !== 0) append(found, `${vertex.lane} ${above} ${below}`, vertex);
  }
  return [...found].map(([key, vertices]) => {
    const { id = "", lane = "forward" } = vertices[0] ?? {};
    return pieceOf({ kind: key === "leaves" ? "leaves" : lane === "forward" ? "stretch" : "passed", lane }, `g:s${id}`, vertices);
  });
}

/** Vertices so that every edge leads forward; those on a cycle are left out. */
function inOrder(vertices: readonly Vertex[], edges: readonly GraphEdge[]): readonly string[] {
  const waiting = new Map(vertices.map(vertex => [vertex.id, 0]));
  for (const { to } of edges) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const next = groupBy(edges, edge => edge.from);
  const order = vertices.map(vertex => vertex.id).filter(id => waiting.get(id) === 0);
  for (const id of order) {
    for (const { to } of next.get(id) ?? []) {
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      if (left === 0) order.push(to);
    }
  }
  return order;
}

/** Which kept things lead to each vertex, along edges that `ends` gives from start to end. */
function spread(
  order: readonly string[],
  edges: readonly GraphEdge[],
  bits: ReadonlyMap<string, number>,
  reached: Map<string, number>,
  ends: (edge: GraphEdge) => readonly [string, string],
): void {
  const next = groupBy(edges, edge => ends(edge)[0]);
  for (const id of order) {
    const mask = (reached.get(id) ?? 0) | (bits.get(id) ?? 0);
    for (const edge of next.get(id) ?? []) {
      const to = ends(edge)[1];
      reached.set(to, (reached.get(to) ?? 0) | mask);
    }
  }
}
