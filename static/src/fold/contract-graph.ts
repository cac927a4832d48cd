/**
 * Turns the open graph and a set of open groups into the graph that is shown: every closed group is one vertex in the forward lane, and its
 * nodes are one in the backward lane under it.
 */

import type { FoldedGroup, Graph, GraphEdge, GraphLink, Group, OpenGroup, Vertex } from "../graph/graph";
import type { GroupSizes } from "../graph/group-sizes";
import type { Chip, TraceIndex } from "../trace/index";
import { closedAround, type OpenSet } from "./folding";
import { roomForHandles } from "./handles";
import type { GroupTree } from "./tree";

export function contractGraph(graph: Graph, index: TraceIndex, tree: GroupTree, open: OpenSet, sizes: GroupSizes): Graph {
  if (tree.groups.size === 0) return graph;
  const homes = groupsOfVertices(graph, index, tree);
  const foldedInto = new Map<string, string>();
  const closed = new Map<string, Closed>();
  for (const vertex of graph.vertices) {
    const group = closedAround(homes.get(vertex.id) ?? null, open);
    if (group === null) continue;
    const entry = closed.get(group.id) ?? { group, forward: [], backward: [] };
    closed.set(group.id, entry);
    entry[vertex.lane].push(vertex);
    foldedInto.set(vertex.id, vertex.lane === "forward" ? group.id : `b${group.id}`);
  }
  const shownAs = (id: string) => foldedInto.get(id) ?? id;
  const kept = graph.vertices.filter(vertex => !foldedInto.has(vertex.id));
  const handles = handlesOf(kept, homes, open, sizes);
  const withRoom = roomForHandles(handles);
  const raised = (vertex: Vertex) => withRoom({ ...vertex, under: vertex.under === null ? null : shownAs(vertex.under) });
  const groups = new Map([...closed].map(([id, inside]) => [id, foldedGroup(inside, index)]));
  const boxes = [...closed.values()].flatMap(inside => boxesOf(inside, groups.get(inside.group.id)?.chips ?? [], index, sizes));
  return {
    vertices: [...kept.map(raised), ...boxes],
    edges: mergeEdges(graph.edges, shownAs),
    links: mergeLinks(graph.links, shownAs, foldedInto),
    storages: graph.storages
      .map(storage => ({ ...storage, members: storage.members.filter(id => !foldedInto.has(id)) }))
      .filter(storage => storage.members.length > 1),
    names: graph.names.filter(({ from, to }) => !foldedInto.has(from) && !foldedInto.has(to)),
    foldedInto,
    groups,
    handles,
  };
}

/** A closed group and the vertices that it replaces. */
export interface Closed {
  readonly group: Group;
  readonly forward: Vertex[];
  readonly backward: Vertex[];
}

export function foldedGroup({ group, forward, backward }: Closed, index: TraceIndex): FoldedGroup {
  const runs = backward.map(vertex => (index.timelines.ran.get(vertex.id) ?? []).map(moment => moment.event));
  const sorted = (events: readonly number[]) => events.toSorted((a, b) => a - b);
  return {
    group,
    ops: sorted(forward.filter(vertex => vertex.kind === "op").map(vertex => vertex.order)),
    nodes: new Set(backward.map(vertex => vertex.id)),
    runs: sorted(runs.flat()),
    firstRuns: sorted(runs.flatMap(events => events.slice(0, 1))),
    chips: forward.flatMap(vertex => index.visible.chipsOn.get(vertex.id) ?? []),
  };
}

function boxesOf({ group, backward }: Closed, chips: readonly Chip[], index: TraceIndex, sizes: GroupSizes): Vertex[] {
  const box = { ...blank(group, "forward"), ...sizes.group(group, chips) };
  if (backward.length === 0) return [box];
  return [box, { ...blank(group, "backward"), ...sizes.nodes(backward.length, failingName(backward, index)), under: group.id }];
}

/** The name of the node among them that raises, if one does: the box of the group shows it. */
export function failingName(vertices: readonly Vertex[], index: TraceIndex): string {
  const found = vertices.find(vertex => index.failing.has(vertex.id));
  return index.nodes.get(found?.id ?? "")?.name ?? "";
}

export function blank(group: Group, lane: Vertex["lane"]): Omit<Vertex, "width" | "height" | "reach"> {
  const forward = lane === "forward";
  return {
    id: forward ? group.id : `b${group.id}`,
    kind: forward ? "group" : "nodes",
    lane,
    order: group.first,
    above: 0,
    below: 0,
    beads: [],
    under: null,
  };
}

/** The first visible op of an open group carries its handle. */
function handlesOf(vertices: readonly Vertex[], homes: ReadonlyMap<string, Group>, open: OpenSet, sizes: GroupSizes): readonly OpenGroup[] {
  const carriers = new Map<string, Vertex>();
  const around = new Map<string, Group>();
  for (const vertex of vertices) {
    if (vertex.kind !== "op") continue;
    for (let group = homes.get(vertex.id) ?? null; group !== null; group = group.outer) {
      if (!open.has(group.id)) continue;
      around.set(group.id, group);
      const carrier = carriers.get(group.id);
      if (carrier === undefined || vertex.order < carrier.order) carriers.set(group.id, vertex);
    }
  }
  const handles = [...carriers].flatMap(([id, carrier]) => {
    const group = around.get(id);
    return group === undefined || group.ops < 2 ? [] : [{ group, carrier: carrier.id, ...sizes.handle(group) }];
  });
  return handles.sort((a, b) => b.group.depth - a.group.depth);
}

/**
 * The groups that vertices belong to. A tensor that the snippet names belongs to the function or iteration in which it is named, and
 * a parameter to the innermost group that holds all its readers; the rest to the group of its op.
 */
export function groupsOfVertices(graph: Graph, index: TraceIndex, tree: GroupTree): Map<string, Group> {
  const homes = new Map<string, Group>();
  const settle = (id: string, group: Group | null | undefined) => {
    if (group !== null && group !== undefined) homes.set(id, group);
  };
  for (const vertex of graph.vertices) if (vertex.kind === "op") settle(vertex.id, tree.groupOf.get(vertex.order));
  for (const vertex of graph.vertices) if (vertex.kind === "card") settle(vertex.id, groupOfCard(vertex.id, index, tree));
  for (const vertex of graph.vertices) {
    if (vertex.lane === "backward" && vertex.under !== null) settle(vertex.id, homes.get(vertex.under));
  }
  return homes;
}

function groupOfCard(id: string, index: TraceIndex, tree: GroupTree): Group | null {
  const names = index.tensors.get(id)?.names ?? [];
  const named = names.some(name => !name.includes("."));
  const maker = index.visible.makers.get(id);
  const made = maker === undefined ? undefined : tree.groupOf.get(maker.index);
  const readers = (index.visible.readers.get(id) ?? []).filter(op => index.visible.pills.has(op.index));
  const pill = maker !== undefined && index.visible.pills.has(maker.index);
  const home = pill ? (made ?? null) : readers.map(op => tree.groupOf.get(op.index) ?? null).reduce(innermostCommon, undefined);
  return named ? frameOf(home ?? null) : (home ?? null);
}

/** The innermost group that holds both; undefined stands for "none seen yet". */
function innermostCommon(a: Group | null | undefined, b: Group | null): Group | null {
  if (a === undefined) return b;
  const around = new Set<Group>();
  for (let group: Group | null = a; group !== null; group = group.outer) around.add(group);
  for (let group: Group | null = b; group !== null; group = group.outer) if (around.has(group)) return group;
  return null;
}

function frameOf(group: Group | null): Group | null {
  let current = group;
  while (current !== null && current.kind !== "iteration" && current.kind !== "function") current = current.outer;
  return current;
}

export function mergeEdges(edges: readonly GraphEdge[], shownAs: (id: string) => string): GraphEdge[] {
  const merged = new Map<string, GraphEdge & { readonly parts: GraphEdge["parts"][number][] }>();
  for (const edge of edges) {
    const [from, to] = [shownAs(edge.from), shownAs(edge.to)];
    if (from === to) continue;
    if (from === edge.from && to === edge.to) {
      merged.set(edge.id, { ...edge, parts: [...edge.parts] });
      continue;
    }
    const id = `${from}>${to}`;
    const known = merged.get(id);
    const bead = from === edge.from ? edge.bead : null;
    if (known === undefined) merged.set(id, { ...edge, id, from, to, bead, parts: [...edge.parts] });
    else {
      const kind = known.kind === "alias" ? edge.kind : known.kind;
      known.parts.push(...edge.parts);
      merged.set(id, { ...known, kind, plain: known.plain && edge.plain });
    }
  }
  return [...merged.values()];
}

/** Of the saved links into a closed group only those that become stale are shown: the others would cross much and say little. */
export function mergeLinks(
  links: readonly GraphLink[],
  shownAs: (id: string) => string,
  foldedInto: ReadonlyMap<string, string>,
): GraphLink[] {
  const merged = new Map<string, GraphLink>();
  for (const link of links) {
    const inside = foldedInto.has(link.from) || foldedInto.has(link.to);
    if (inside && link.kind === "saved" && !link.incident) continue;
    const [from, to] = [shownAs(link.from), shownAs(link.to)];
    const key = inside ? `${link.kind}:${from}>${to}` : link.id;
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { ...link, from, to, bead: foldedInto.has(link.from) ? null : link.bead });
    else merged.set(key, { ...known, saves: [...known.saves, ...link.saves] });
  }
  return [...merged.values()];
}
