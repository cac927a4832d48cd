/**
 * Turns a graph into a scene, once for the whole film: the step is no input, so nothing can move while the film plays.
 *
 *     Graph ─▶ columns ─▶ rows ─▶ place ─┬─▶ edges
 *                                        ├─▶ links and their tags
 *                                        └─▶ outlines of storages
 */
import type { Graph } from "../fold/graph";
import { columnsOf } from "./columns";
import { routeEdges } from "./edges";
import { bandHeight, routeLinks } from "./links";
import { type Fill, place } from "./place";
import { rowsOf } from "./rows";
import type { Scene } from "./scene";
import { outlineStorages } from "./storages";

/** `fill` is the window that a small graph is spread over. */
export function layOut(graph: Graph, fill: Fill): Scene {
  const columns = columnsOf(graph);
  const grid = rowsOf(graph, columns);
  const narrow = place(graph, columns, grid, 0, fill);
  const placement = place(graph, columns, grid, bandHeight(graph.links, narrow.width), fill);
  return {
    width: placement.width,
    height: placement.height,
    lanes: placement.lanes,
    vertices: placement.vertices,
    edges: routeEdges(graph.edges, grid, placement),
    links: routeLinks(graph.links, placement),
    storages: outlineStorages(graph, placement),
  };
}
