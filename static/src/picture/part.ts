/** Finds the part of a scene that may look different between two steps. */
import type { PlacedEdge, PlacedLink, PlacedVertex, Scene } from "../layout/scene";
import type { Affected } from "../trace/affected";
import { append } from "../trace/collections";
import type { TraceIndex } from "../trace/index";

export type PartOf = (first: number, last: number) => Scene;

/** Looks everything up once; each answer is linear in what it holds. */
export function partOf(index: TraceIndex, scene: Scene, touched: Affected): PartOf {
  const vertices = lookUp(scene.vertices.values(), ({ vertex: { id, under } }) => [id, under, index.nodes.get(id)?.variable]);
  const edges = lookUp(scene.edges, ({ edge }) => [`@${edge.event}`, ...(edge.kind === "next" ? edge.parts.map(part => part.node) : [])]);
  const links = lookUp(scene.links, ({ link }) => [`@${link.event}`, ...link.saves]);
  return (first, last) => {
    const [seen, crossing, saves] = [new Set<PlacedVertex>(), new Set<PlacedEdge>(), new Set<PlacedLink>()];
    for (const id of touched(first, last)) {
      for (const place of placesOf(scene, id)) collect(vertices, place, seen);
      collect(edges, id, crossing);
      collect(links, id, saves);
    }
    for (let event = first; event <= last; event++) {
      collect(edges, `@${event}`, crossing);
      collect(links, `@${event}`, saves);
    }
    return {
      ...scene,
      vertices: new Map([...seen].map(placed => [placed.vertex.id, placed])),
      edges: [...crossing],
      links: [...saves],
      handles: scene.handles.filter(({ handle }) => handle.group.first >= first && handle.group.first <= last),
    };
  };
}

/** Itself; and for a folded vertex, its group in either lane. */
function placesOf(scene: Scene, id: string): readonly string[] {
  const stands = scene.standsFor(id);
  if (stands === id) return [id];
  const group = stands.replace(/^b(?=g:)/, "");
  return [id, group, `b${group}`];
}

type Keyed<Item> = ReadonlyMap<string, readonly Item[]>;

function lookUp<Item>(items: Iterable<Item>, keysOf: (item: Item) => readonly (string | null | undefined)[]): Keyed<Item> {
  const found = new Map<string, Item[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      if (key != null) append(found, key, item);
    }
  }
  return found;
}

function collect<Item>(items: Keyed<Item>, key: string, found: Set<Item>): void {
  for (const item of items.get(key) ?? []) found.add(item);
}
