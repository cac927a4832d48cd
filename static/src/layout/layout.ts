/**
 * Turns a graph into a scene, once for the whole film: the step is no input, so nothing can move while the film plays.
 *
 *     Graph ─▶ acyclic ─▶ columns ─▶ rows ─▶ place ─┬─▶ edges
 *                                                   ├─▶ links and their tags
 *                                                   ├─▶ outlines of storages
 *                                                   └─▶ names that move
 */
import type { Graph } from "../graph/graph";
import { withoutCycles } from "./acyclic";
import { columnsOf } from "./columns";
import { routeEdges } from "./edges";
import { bandHeight, routeLinks } from "./links";
import { placeNames } from "./names";
import { type Placement, place, type WindowSize } from "./place";
import { rowsOf } from "./rows";
import type { PlacedHandle, Scene } from "./scene";
import { outlineStorages } from "./storages";
import type { Tidy } from "./tidy";

/** `windowSize` is what a small graph is spread over; `tidy` the columns and rows of the forward lane, if dagre has found them. */
export function layOut(given: Graph, windowSize: WindowSize, tidy: Tidy | null = null): Scene {
  const graph = withoutCycles(given);
  const columns = columnsOf(graph, tidy?.columns);
  const grid = rowsOf(graph, columns, tidy?.rows);
  const tight = place(graph, columns, grid, 0, { width: 0, height: 0 });
  const spread = spreadOf(tight.width, windowSize, graph.compact === true);
  const placement = place(graph, columns, grid, bandHeight(graph.links, Math.max(tight.width, spread.width)), spread);
  const links = routeLinks(graph.links, placement);
  return {
    ...(graph.compact === true ? { compact: true } : {}),
    width: placement.width,
    height: placement.height,
    lanes: placement.lanes,
    vertices: placement.vertices,
    edges: routeEdges(graph.edges, grid, placement),
    links,
    tags: new Map(links.flatMap(({ link, tag }) => (tag === null ? [] : link.saves.map(id => [id, tag] as const)))),
    storages: outlineStorages(graph, placement),
    names: placeNames(graph.names, placement),
    groups: graph.groups,
    handles: placeHandles(graph, placement),
    standsFor: id => graph.foldedInto.get(id) ?? id,
  };
}

/**
 * A small graph is spread over a smaller window, which is then shown larger: up to four thirds. A graph that is wider than the window is
 * shown smaller, so it has more height to spread over.
 */
function spreadOf(needed: number, { width, height }: WindowSize, compact: boolean): WindowSize {
  const part = Math.max(0.75, Math.min(1, (needed * 1.2) / Math.max(1, width)));
  const taller = compact ? 1 : Math.max(1, Math.min(1.5, needed / Math.max(1, width)));
  return { width: width * part, height: height * part * taller };
}

/** Handles are placed over their op, the innermost group next to it. */
export function placeHandles(graph: Graph, { vertices }: Placement): PlacedHandle[] {
  const heights = new Map<string, number>();
  return graph.handles.flatMap(handle => {
    const carrier = vertices.get(handle.carrier);
    if (carrier === undefined) return [];
    const raised = (heights.get(handle.carrier) ?? 4) + handle.height;
    heights.set(handle.carrier, raised + 4);
    const { width, height } = handle;
    return [{ handle, x: carrier.x - width / 2, y: carrier.y - carrier.vertex.height / 2 - raised, width, height }];
  });
}
