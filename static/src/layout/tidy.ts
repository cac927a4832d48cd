/**
 * Finds columns and rows of the forward lane with few crossings, by dagre: on request only, in a worker.
 *
 * dagre knows neither lanes nor what is docked on a box: it is given points, one apart, and gives columns and rows; everything else is
 * done by the usual layout, so nothing overlaps. Groups are never handed to it (`compound` crashes).
 */
import { Graph as Dagre, layout } from "@dagrejs/dagre";
import type { Graph } from "../graph/graph";

/** By vertex of the forward lane. */
export interface Tidy {
  readonly columns: ReadonlyMap<string, number>;
  readonly rows: ReadonlyMap<string, number>;
}

/** More things than this take too long. */
export const MAX_TIDY_VERTICES = 300;

/** Null where there are too many things. */
export function tidyOf(graph: Graph): Tidy | null {
  const forward = graph.vertices.filter(vertex => vertex.lane === "forward");
  if (forward.length > MAX_TIDY_VERTICES) return null;
  const dagre = new Dagre({ multigraph: true });
  dagre.setGraph({ rankdir: "LR", nodesep: 1, edgesep: 1, ranksep: 1, marginx: 0, marginy: 0 });
  dagre.setDefaultEdgeLabel(() => ({}));
  for (const { id } of forward) dagre.setNode(id, { width: 0, height: 0 });
  for (const edge of graph.edges) if (edge.ranked && edge.kind !== "next") dagre.setEdge(edge.from, edge.to, {}, edge.id);
  layout(dagre);
  const places = forward.map(({ id }) => ({ id, ...(dagre.node(id) as { readonly x: number; readonly y: number }) }));
  const across = [...new Set(places.map(({ x }) => x))].sort((a, b) => a - b);
  const top = Math.min(...places.map(({ y }) => y), Number.POSITIVE_INFINITY);
  return {
    columns: new Map(places.map(({ id, x }) => [id, across.indexOf(x)])),
    rows: new Map(places.map(({ id, y }) => [id, Math.round(y - top)])),
  };
}
