/** Puts the forward lane in the order in which it was made, and takes from the ranking what runs back against it. */
import type { Graph, GraphEdge, Vertex } from "../graph/graph";
import { incoming, outgoing } from "./columns";

/**
 * In the order in which they were made, the op before its card. A card into which values are written before an op reads it comes
 * after the ops that make those values.
 */
export function inOrder(vertices: readonly Vertex[], into: ReadonlyMap<string, readonly GraphEdge[]>): Vertex[] {
  const time = new Map(vertices.map(vertex => [vertex.id, vertex.order]));
  for (const [id, edges] of into)
    for (const { kind, event } of edges) if (kind === "edit") time.set(id, Math.max(time.get(id) ?? 0, event));
  const when = (vertex: Vertex) => time.get(vertex.id) ?? vertex.order;
  return vertices.toSorted((a, b) => when(a) - when(b) || Number(a.kind === "card") - Number(b.kind === "card"));
}

/**
 * The same graph, in which ranked edges form no cycle. A closed group that makes a tensor and reads it again is one: the group, the card
 * beside it, the group. Where nothing is left whose inputs are all placed, the edges into the earliest vertex stop being ranked.
 */
export function withoutCycles(graph: Graph): Graph {
  const ranked = graph.edges.filter(edge => edge.ranked && edge.kind !== "next");
  const [into, out] = [incoming(ranked), outgoing(ranked)];
  const waiting = new Map([...into].map(([id, edges]) => [id, edges.length]));
  const done = new Set<string>();
  const back = new Set<GraphEdge>();
  const finish = (first: string) => {
    const ready = [first];
    for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
      done.add(id);
      for (const { to } of out.get(id) ?? []) {
        waiting.set(to, (waiting.get(to) ?? 0) - 1);
        if (waiting.get(to) === 0 && !done.has(to)) ready.push(to);
      }
    }
  };
  const vertices = inOrder(
    graph.vertices.filter(vertex => vertex.lane === "forward"),
    into,
  );
  for (const { id } of vertices) if (!into.has(id) && !done.has(id)) finish(id);
  for (const { id } of vertices) {
    if (done.has(id)) continue;
    for (const edge of into.get(id) ?? []) if (!done.has(edge.from)) back.add(edge);
    finish(id);
  }
  return back.size === 0 ? graph : { ...graph, edges: graph.edges.map(edge => (back.has(edge) ? { ...edge, ranked: false } : edge)) };
}
