/**
 * Turns the open graph and its story into the graph that is shown: kept things as they are, each stretch as one closed group.
 *
 * A stretch that has been opened shows its vertices; one of many vertices shows the groups of the program inside it, each a stretch again.
 */
import { type Graph, type Group, MIN_SHARING_CARDS, type Vertex } from "../graph/graph";
import { groupSizes } from "../graph/group-sizes";
import { cardVertex, type Wording } from "../graph/sizes";
import type { Story } from "../story/story";
import { append } from "../trace/collections";
import type { TraceIndex } from "../trace/index";
import { MAX_THINGS } from "../trace/show";
import { foldedGroup, groupsOfVertices, mergeEdges, mergeLinks } from "./contract-graph";
import type { OpenSet } from "./folding";
import { roomForHandles } from "./handles";
import { contentOf, handlesOf, pillOf, shownId } from "./story-pills";
import { pieceOf, type Stretch, stretchesOf } from "./stretches";
import type { GroupTree } from "./tree";

/** The groups of the program around a vertex, from the outermost. */
type GroupsAround = (vertex: string) => readonly Group[];

/** So many vertices of an opened stretch are shown at once. */
const MAX_OPENED = 10;
const OTHERS = "g:stale";
const MAX_OTHERS_OPENED = 4;

export function storyGraph(graph: Graph, index: TraceIndex, tree: GroupTree, given: Story, open: OpenSet, word: Wording): Graph {
  const sizes = groupSizes(word);
  const content = (stretch: Stretch) => contentOf(stretch, index, word);
  const story = withOthers(given, index, open);
  const stretches = keptStretches(graph, story);
  const around = groupsAround(graph, index, tree);
  const closed = stretches.flatMap(stretch => piecesOf(stretch, open, around));
  const foldedInto = new Map(closed.flatMap(({ id, lane, vertices }) => vertices.map(vertex => [vertex.id, shownId(id, lane)] as const)));
  const opened = stretches.flatMap(({ vertices }) => vertices.filter(({ id }) => !foldedInto.has(id)).map(({ id }) => id));
  const shown = new Set([...story.kept, ...opened]);
  const shownAs = (id: string) => foldedInto.get(id) ?? id;
  const isThere = (id: string) => shown.has(id) || foldedInto.has(id);
  const ends = ({ from, to }: { readonly from: string; readonly to: string }) => isThere(from) && isThere(to);
  const others = othersOf(graph, index, given);
  const pills = [...closed, ...others.filter(({ id }) => !open.has(id))];
  const kept = keptVertices(graph, index, shown, id => (id === null || !isThere(id) ? null : shownAs(id)), word);
  const handles = handlesOf([...stretches, ...others].filter(({ id }) => open.has(id)).map(content), kept, story, sizes);
  return {
    vertices: [...kept.map(roomForHandles(handles)), ...pills.map(pill => pillOf(content(pill), pill, story, index, shownAs))],
    edges: mergeEdges(graph.edges.filter(ends), shownAs),
    links: mergeLinks(
      graph.links.filter(link => ends(link) && (link.kind !== "saved" || story.saves.has(link.id))),
      shownAs,
      foldedInto,
    ),
    storages: graph.storages
      .map(storage => ({ ...storage, members: sharedIn(storage.members, shown) }))
      .filter(storage => storage.members.length > 0),
    names: [],
    foldedInto,
    groups: new Map(pills.map(pill => [pill.id, foldedGroup(content(pill), index)])),
    handles,
    compact: true,
  };
}

/** With the pill of further stale saves open, the first of them and their nodes are shown like the one that the story is about. */
function withOthers(story: Story, { saved }: TraceIndex, open: OpenSet): Story {
  if (!open.has(OTHERS)) return story;
  const shown = story.others.slice(0, MAX_OTHERS_OPENED);
  const nodes = shown.flatMap(id => saved.get(id)?.node ?? []);
  return { ...story, kept: new Set([...story.kept, ...nodes]), saves: new Set([...story.saves, ...shown]) };
}

/** One pill for all further saves that the same edit made stale. */
function othersOf(graph: Graph, index: TraceIndex, { others }: Story): readonly Stretch[] {
  if (others.length === 0) return [];
  const nodes = new Set(others.map(id => index.saved.get(id)?.node));
  const vertices = graph.vertices.filter(({ id }) => nodes.has(id));
  return [{ id: OTHERS, kind: "stale", lane: "backward", vertices, count: others.length }];
}

/** Without the room for what is left out: the arrows of names that move, and outlines around cards that share memory with none shown. */
function keptVertices(
  graph: Graph,
  index: TraceIndex,
  shown: ReadonlySet<string>,
  under: (id: string | null) => string | null,
  word: Wording,
): readonly Vertex[] {
  const sharing = new Set(graph.storages.flatMap(({ members }) => sharedIn(members, shown)));
  return graph.vertices
    .filter(({ id }) => shown.has(id))
    .map(vertex => {
      const tensor = vertex.kind === "card" ? index.tensors.get(vertex.id) : undefined;
      if (tensor === undefined) return { ...vertex, under: under(vertex.under) };
      return cardVertex(tensor, index, index.visible.chipsOn.get(vertex.id) ?? [], sharing.has(vertex.id), word);
    });
}

function sharedIn(members: readonly string[], shown: ReadonlySet<string>): readonly string[] {
  const own = members.filter(id => shown.has(id));
  return own.length < MIN_SHARING_CARDS ? [] : own;
}

/** The largest stretches, as many as there is room for. */
function keptStretches(graph: Graph, { kept, failing, others }: Story): readonly Stretch[] {
  const found = stretchesOf(graph, kept, failing);
  const room = MAX_THINGS - kept.size - (others.length > 0 ? 1 : 0);
  return found.toSorted((a, b) => b.vertices.length - a.vertices.length).slice(0, Math.max(0, room));
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
    const own = paths[position]?.[depth]?.id;
    append(parts, own ?? `~${Math.floor((position * MAX_OPENED) / stretch.vertices.length)}`, vertex);
  });
  return [...parts].flatMap(([key, vertices]) => piecesOf(pieceOf(stretch, `${stretch.id}/${key}`, vertices), open, around));
}

/** How many groups, from the outermost, all paths have in common. */
function sharedDepth(paths: readonly (readonly Group[])[]): number {
  const [first = []] = paths;
  let depth = 0;
  while (depth < first.length && paths.every(path => path[depth]?.id === first[depth]?.id)) depth++;
  return depth;
}
