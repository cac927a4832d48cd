/**
 * Turns a graph into columns: longest path for the forward lane, and the backward lane under it.
 *
 * A source (a leaf, a constant) is placed right before the first op that reads it, not at the far left: its edge stays short, and so does
 * the one to its AccumulateGrad. Linear in vertices and edges; edges that are not ranked are left out, so there is no cycle.
 */

import type { Graph, GraphEdge, Vertex } from "../graph/graph";
import { groupBy } from "../trace/collections";

export type Columns = ReadonlyMap<string, number>;

/** `tidy` gives the columns of the forward lane where dagre has found them. */
export function columnsOf(graph: Graph, tidy: Columns | null = null): Columns {
  const columns = new Map<string, number>(tidy ?? []);
  if (tidy !== null) {
    standBelow(graph, columns);
    return columns;
  }
  const forward = graph.vertices.filter(vertex => vertex.lane === "forward");
  const ranked = graph.edges.filter(edge => edge.ranked && edge.kind !== "next");
  longestPaths(forward, ranked, columns);
  pullSources(forward, ranked, columns);
  standBelow(graph, columns);
  return columns;
}

function longestPaths(vertices: readonly Vertex[], edges: readonly GraphEdge[], columns: Map<string, number>): void {
  const waiting = new Map(vertices.map(vertex => [vertex.id, 0]));
  const out = outgoing(edges);
  for (const { to } of edges) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const ready = vertices.filter(vertex => waiting.get(vertex.id) === 0).map(vertex => vertex.id);
  for (const id of ready) columns.set(id, 0);
  for (let next = 0; next < ready.length; next++) {
    const id = ready[next];
    if (id === undefined) continue;
    for (const { to } of out.get(id) ?? []) {
      columns.set(to, Math.max(columns.get(to) ?? 0, (columns.get(id) ?? 0) + 1));
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
}

function pullSources(vertices: readonly Vertex[], edges: readonly GraphEdge[], columns: Map<string, number>): void {
  const fed = new Set(edges.map(edge => edge.to));
  const out = outgoing(edges);
  for (const { id } of vertices) {
    const readers = fed.has(id) ? undefined : out.get(id);
    if (readers === undefined) continue;
    const first = Math.min(...readers.map(edge => columns.get(edge.to) ?? 1));
    columns.set(id, Math.max(0, first - 1));
  }
}

/** Backward vertices take the column of what they are under; one that is under nothing follows the node that leads to it. */
function standBelow(graph: Graph, columns: Map<string, number>): void {
  const orphans: Vertex[] = [];
  for (const vertex of graph.vertices) {
    if (vertex.lane !== "backward") continue;
    const column = vertex.under === null ? undefined : columns.get(vertex.under);
    if (column === undefined) orphans.push(vertex);
    else columns.set(vertex.id, column);
  }
  const next = graph.edges.filter(edge => edge.kind === "next");
  const targets = outgoing(next);
  for (const orphan of orphans.reverse()) {
    const ahead = (targets.get(orphan.id) ?? []).map(edge => columns.get(edge.to)).filter(column => column !== undefined);
    columns.set(orphan.id, ahead.length === 0 ? 0 : Math.max(...ahead) + 1);
  }
}

export function outgoing(edges: readonly GraphEdge[]): Map<string, GraphEdge[]> {
  return groupBy(edges, edge => edge.from);
}

export function incoming(edges: readonly GraphEdge[]): Map<string, GraphEdge[]> {
  return groupBy(edges, edge => edge.to);
}
