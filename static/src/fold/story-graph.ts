/**
 * Turns the open graph and its story into the graph that is shown: kept things as they are, each stretch as one closed group.
 *
 * A stretch that has been opened shows its vertices; one of many vertices shows the groups of the program inside it, each a stretch again.
 */
import type { Graph, Group, Vertex } from "../graph/graph";
import type { GroupSizes } from "../graph/group-sizes";
import type { Story } from "../story/story";
import type { TraceIndex } from "../trace/index";
import { MAX_THINGS } from "../trace/show";
import { type Closed, failingName, foldedGroup, groupsOfVertices, mergeEdges, mergeLinks } from "./contract-graph";
import type { OpenSet } from "./folding";
import { type Stretch, stretchesOf } from "./stretches";
import type { GroupTree } from "./tree";

/** The groups of the program around a vertex, from the outermost. */
type GroupsAround = (vertex: string) => readonly Group[];

/** So many vertices of an opened stretch are shown at once. */
const MAX_OPENED = 10;

export function storyGraph(graph: Graph, index: TraceIndex, tree: GroupTree, story: Story, open: OpenSet, sizes: GroupSizes): Graph {
  const stretches = keptStretches(graph, story);
  const around = groupsAround(graph, index, tree);
  const closed = stretches.flatMap(stretch => piecesOf(stretch, open, around));
  const inClosed = new Map(closed.flatMap(({ id, vertices }) => vertices.map(vertex => [vertex.id, id] as const)));
  const opened = stretches.flatMap(({ vertices }) => vertices.filter(vertex => !inClosed.has(vertex.id)).map(vertex => vertex.id));
  const shown = new Set([...story.kept, ...opened]);
  const foldedInto = new Map(closed.flatMap(({ id, lane, vertices }) => vertices.map(vertex => [vertex.id, shownId(id, lane)] as const)));
  const shownAs = (id: string) => foldedInto.get(id) ?? id;
  const isThere = (id: string) => shown.has(id) || foldedInto.has(id);
  const ends = ({ from, to }: { readonly from: string; readonly to: string }) => isThere(from) && isThere(to);
  const groups = new Map(closed.map(stretch => [stretch.id, foldedGroup(contentOf(stretch, index), index)]));
  const kept = graph.vertices.filter(({ id }) => shown.has(id));
  const boxes = closed.map(stretch => boxOf(stretch, index, sizes, shownAs));
  return {
    vertices: [...kept.map(vertex => ({ ...vertex, under: underIn(vertex, shownAs, isThere) })), ...boxes],
    edges: mergeEdges(graph.edges.filter(ends), shownAs),
    links: mergeLinks(
      graph.links.filter(link => ends(link) && (link.kind !== "saved" || link.incident)),
      shownAs,
      foldedInto,
    ),
    storages: graph.storages
      .map(storage => ({ ...storage, members: storage.members.filter(id => shown.has(id)) }))
      .filter(storage => storage.members.length > 1),
    names: graph.names.filter(({ from, to }) => shown.has(from) && shown.has(to)),
    foldedInto,
    groups,
    handles: [],
  };
}

/** The largest stretches, as many as there is room for. */
function keptStretches(graph: Graph, { kept, failing }: Story): readonly Stretch[] {
  const found = stretchesOf(graph, kept, failing);
  return found.toSorted((a, b) => b.vertices.length - a.vertices.length).slice(0, Math.max(0, MAX_THINGS - kept.size));
}

function groupsAround(graph: Graph, index: TraceIndex, tree: GroupTree): GroupsAround {
  const homes = groupsOfVertices(graph, index, tree);
  return vertex => {
    const path: Group[] = [];
    for (let group = homes.get(vertex) ?? null; group !== null; group = group.outer) path.unshift(group);
    return path;
  };
}

function piecesOf(stretch: Stretch, open: OpenSet, around: GroupsAround): readonly Stretch[] {
  if (stretch.vertices.length === 1) return [];
  if (!open.has(stretch.id)) return [stretch];
  if (stretch.vertices.length <= MAX_OPENED) return [];
  const paths = stretch.vertices.map(({ id }) => around(id));
  const depth = sharedDepth(paths);
  const parts = new Map<string, Vertex[]>();
  stretch.vertices.forEach((vertex, position) => {
    const key = paths[position]?.[depth]?.id;
    if (key !== undefined) parts.set(key, [...(parts.get(key) ?? []), vertex]);
  });
  return [...parts].flatMap(([key, vertices]) => piecesOf({ ...stretch, id: `${stretch.id}/${key}`, vertices }, open, around));
}

/** How many groups, from the outermost, all paths have in common. */
function sharedDepth(paths: readonly (readonly Group[])[]): number {
  const [first = []] = paths;
  let depth = 0;
  while (depth < first.length && paths.every(path => path[depth]?.id === first[depth]?.id)) depth++;
  return depth;
}

function contentOf({ id, kind, lane, vertices }: Stretch, index: TraceIndex): Closed {
  const ops = vertices.filter(({ kind }) => kind === "op").map(({ order }) => order);
  const group: Group = {
    id,
    kind: kind === "leaves" ? "leaves" : "stretch",
    label: modulesOf(ops, index),
    outer: null,
    inside: ops,
    first: Math.min(...vertices.map(({ order }) => order)),
    ops: ops.length,
    pattern: "",
    depth: 0,
  };
  return { group, forward: lane === "forward" ? [...vertices] : [], backward: lane === "backward" ? [...vertices] : [] };
}

/** The first and the last module whose ops are inside. */
function modulesOf(ops: readonly number[], index: TraceIndex): string {
  const modules = ops.map(event => index.opAt(event)?.module ?? "").filter(module => module !== "");
  const [first, last] = [modules[0] ?? "", modules.at(-1) ?? ""];
  return first === last ? first : `${first} – ${last}`;
}

function boxOf(stretch: Stretch, index: TraceIndex, sizes: GroupSizes, shownAs: (id: string) => string): Vertex {
  const { id, lane, vertices } = stretch;
  const { group } = contentOf(stretch, index);
  const size = lane === "forward" ? sizes.stretch(group) : { ...sizes.nodes(vertices.length, failingName(vertices, index)), above: 0 };
  const above = vertices.map(({ under }) => (under === null ? null : shownAs(under)));
  return {
    id: shownId(id, lane),
    kind: lane === "forward" ? "group" : "nodes",
    lane,
    order: group.first,
    below: 0,
    beads: [],
    under: above.find(id => id?.startsWith("g:")) ?? above.find(id => id !== null) ?? null,
    ...size,
  };
}

function underIn({ under }: Vertex, shownAs: (id: string) => string, isThere: (id: string) => boolean): string | null {
  return under === null || !isThere(under) ? null : shownAs(under);
}

function shownId(stretch: string, lane: Vertex["lane"]): string {
  return lane === "forward" ? stretch : `b${stretch}`;
}
