/**
 * Reduces a graph to what its layout depends on, and a scene to positions by id: both are sent to or from a worker.
 *
 *     graph ─▶ packGraph ─▶ (worker) layOutPacked ─▶ LayoutResult ─▶ (page) unpackScene ─▶ Scene of the graph's own objects
 */
import type { Graph } from "../graph/graph";
import { layOut } from "./layout";
import type { WindowSize } from "./place";
import type { PlacedEdge, PlacedHandle, PlacedLink, PlacedName, PlacedStorage, PlacedVertex, Scene } from "./scene";
import type { Tidy } from "./tidy";

/** The graph without the content of closed groups, which does not affect the layout. */
export function packGraph(graph: Graph): Graph {
  const group = { id: "", kind: "call", label: "", outer: null, inside: [], first: 0, ops: 0, pattern: "", depth: 0 } as const;
  return {
    ...graph,
    edges: graph.edges.map(edge => ({ ...edge, parts: [] })),
    handles: graph.handles.map(handle => ({ ...handle, group: { ...group, id: handle.group.id } })),
    foldedInto: new Map(),
    groups: new Map(),
  };
}

/** Positions by id. */
export interface LayoutResult {
  readonly size: Pick<Scene, "width" | "height" | "lanes">;
  readonly vertices: readonly (readonly [string, Omit<PlacedVertex, "vertex">])[];
  readonly edges: readonly (readonly [string, Omit<PlacedEdge, "edge">])[];
  readonly links: readonly (readonly [string, Omit<PlacedLink, "link">])[];
  readonly storages: readonly (readonly [string, Omit<PlacedStorage, "group">])[];
  readonly names: readonly (readonly [string, Omit<PlacedName, "name">])[];
  readonly handles: readonly (readonly [string, Omit<PlacedHandle, "handle">])[];
}

export function layOutPacked(graph: Graph, windowSize: WindowSize, tidy: Tidy | null = null): LayoutResult {
  const { width, height, lanes, ...scene } = layOut(graph, windowSize, tidy);
  return {
    size: { width, height, lanes },
    vertices: [...scene.vertices.values()].map(({ vertex, ...place }) => [vertex.id, place]),
    edges: scene.edges.map(({ edge, ...place }) => [edge.id, place]),
    links: scene.links.map(({ link, ...place }) => [link.id, place]),
    storages: scene.storages.map(({ group, ...place }) => [group.id, place]),
    names: scene.names.map(({ name, ...place }) => [name.id, place]),
    handles: scene.handles.map(({ handle, ...place }) => [handle.group.id, place]),
  };
}

export function unpackScene(answer: LayoutResult, graph: Graph): Scene {
  const links = joined(answer.links, graph.links, idOf, (link, place): PlacedLink => ({ link, ...place }));
  const vertices = joined(answer.vertices, graph.vertices, idOf, (vertex, place): PlacedVertex => ({ vertex, ...place }));
  return {
    ...answer.size,
    vertices: new Map(vertices.map(placed => [placed.vertex.id, placed])),
    edges: joined(answer.edges, graph.edges, idOf, (edge, place): PlacedEdge => ({ edge, ...place })),
    links,
    tags: new Map(links.flatMap(({ link, tag }) => (tag === null ? [] : link.saves.map(id => [id, tag] as const)))),
    storages: joined(answer.storages, graph.storages, idOf, (group, place): PlacedStorage => ({ group, ...place })),
    names: joined(answer.names, graph.names, idOf, (name, place): PlacedName => ({ name, ...place })),
    groups: graph.groups,
    handles: joined(
      answer.handles,
      graph.handles,
      ({ group }) => group.id,
      (handle, place): PlacedHandle => ({ handle, ...place }),
    ),
    standsFor: id => graph.foldedInto.get(id) ?? id,
  };
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

function joined<Item, Place, Placed>(
  places: readonly (readonly [string, Place])[],
  items: readonly Item[],
  keyOf: (item: Item) => string,
  join: (item: Item, place: Place) => Placed,
): Placed[] {
  const known = new Map(items.map(item => [keyOf(item), item]));
  return places.flatMap(([id, place]) => {
    const item = known.get(id);
    return item === undefined ? [] : [join(item, place)];
  });
}
