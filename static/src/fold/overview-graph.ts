/**
 * Turns the open graph and the groups that are open in an overview into the graph that is shown: boxes, the few cards that have no box, the
 * same boxes in the backward lane, and one edge between two boxes with a count of what flows.
 */

import { type BoxSizes, boxTexts } from "../graph/box-sizes";
import type { FoldedGroup, Graph, GraphEdge, GraphLink, Group, GroupFrame, OpenGroup, Vertex } from "../graph/graph";
import type { GroupSizes } from "../graph/group-sizes";
import { cardVertex, opVertex, type Wording, widerCard } from "../graph/sizes";
import { append } from "../trace/collections";
import type { Chip, TraceIndex } from "../trace/index";
import { opName } from "../trace/labels";
import { lineText } from "../trace/sources";
import { blank, failingName, foldedGroup } from "./contract-graph";
import type { OpenSet } from "./folding";
import { HANDLE_GAP } from "./handles";
import { type LibraryCallOf, libraryCalls } from "./library-calls";
import { type Box, boxesOf } from "./overview-boxes";
import { firstReader } from "./overview-content";
import { type CardFacts, cardFacts, type Homes, homesOf, type OverviewChoice, placeUnder, tensorsGroup } from "./overview-homes";
import { overviewTree } from "./overview-tree";
import { type Weights, weightsOf } from "./overview-weights";
import type { GroupTree } from "./tree";

/** More links between the lanes are left out: the boxes at their ends say as much. */
const MAX_SAVED_LINKS = 3;
const MAX_RESULT_LINKS = 4;

/** What an overview is made from, whichever groups are open. */
export interface OverviewSource {
  readonly index: TraceIndex;
  readonly tree: GroupTree;
  readonly facts: ReadonlyMap<string, CardFacts>;
  readonly libraryCall: LibraryCallOf;
  readonly weights: Weights;
}

export type OverviewSizes = GroupSizes & BoxSizes;

export function overviewSource(index: TraceIndex): OverviewSource {
  const libraryCall = libraryCalls(index);
  const weights = weightsOf(index);
  return { index, tree: overviewTree(index, weights.weightOf), facts: cardFacts(index, libraryCall), libraryCall, weights };
}

export function overviewGraph(graph: Graph, source: OverviewSource, choice: OverviewChoice, sizes: OverviewSizes, word: Wording): Graph {
  const { index, tree, facts, weights } = source;
  const { open } = choice;
  const boxes = boxesOf(index, tree, open, choice.boxes, weights.weightOf);
  const homes = homesOf(index, tree, facts, boxes, choice);
  const full = new Map(graph.vertices.map(vertex => [vertex.id, vertex]));
  const forward = forwardVertices(boxes, homes, full, source, sizes, word);
  const foldedInto = new Map(homes.cardHome);
  for (const { id, kind, order } of graph.vertices) {
    const box = kind === "op" ? (homes.boxOf(order) ?? readerBox(index, homes, order)) : null;
    if (box !== null && box !== id) foldedInto.set(id, box);
  }
  const there = new Set(forward.vertices.map(({ id }) => id));
  const shownAs = (id: string) => (there.has(foldedInto.get(id) ?? id) ? (foldedInto.get(id) ?? id) : null);
  const backward = backwardVertices(graph, index, boxes, shownAs, forward.groups, sizes);
  for (const [id, shown] of backward.foldedInto) foldedInto.set(id, shown);
  const ids = new Set([...there, ...backward.vertices.map(({ id }) => id)]);
  const standsFor = (id: string) => foldedInto.get(id) ?? id;
  const outerOf = outerFinder(tree, boxes);
  const frames = framesOf(open, forward.vertices, backward.vertices, homes, outerOf);
  const handles = handlesOf(frames, forward.vertices, sizes, word);
  const groups = new Map([...forward.groups, ...backward.groups].map(([id, closed]) => [id, contentOf(closed, source, word)]));
  return {
    vertices: [...forward.vertices.map(vertex => raised(vertex, handles)), ...backward.vertices],
    edges: edgesBetween(
      graph.edges.filter(edge => !isState(source, edge)),
      homes,
      standsFor,
      ids,
    ),
    links: linksBetween(graph.links, standsFor, ids),
    storages: [],
    names: [],
    foldedInto,
    groups,
    handles,
    frames,
    starts: startsOf(frames, forward.vertices, groups),
  };
}

/** An op that makes something out of nothing, such as `torch.ones(4)`, is in the box that reads it. */
function readerBox(index: TraceIndex, { boxOf }: Homes, event: number): string | null {
  const readers = index.opAt(event)?.outputs.flatMap(id => firstReader(index, id) ?? []) ?? [];
  return readers.length === 0 ? null : boxOf(Math.min(...readers));
}

/** Cells, rounds of loops and library calls that edit: what comes later stands further right. */
function startsOf(
  frames: readonly GroupFrame[],
  forward: readonly Vertex[],
  groups: ReadonlyMap<string, FoldedGroup>,
): ReadonlySet<string> {
  const closed = forward.filter(({ id }) => {
    const group = groups.get(id)?.group;
    return group !== undefined && (isBeginning(group) || (group.kind === "call" && (group.content?.edited ?? 0) > 0));
  });
  const opened = frames.flatMap(({ group, members }) => {
    const inside = forward.filter(({ id, kind }) => members.has(id) && kind !== "card").sort((a, b) => a.order - b.order);
    return isBeginning(group) ? (inside[0] ?? []) : [];
  });
  return new Set([...closed, ...opened].map(({ id }) => id));
}

function isBeginning(group: Group): boolean {
  return isRound(group) || (group.cells?.length ?? 0) > 0;
}

function isRound(group: Group): boolean {
  return group.kind === "iteration" || (group.sample !== undefined && isRound(group.sample));
}

interface ClosedBox {
  readonly group: Group;
  readonly forward: Vertex[];
  readonly backward: Vertex[];
  readonly events: readonly number[];
}

interface Lane {
  readonly vertices: readonly Vertex[];
  readonly groups: ReadonlyMap<string, ClosedBox>;
}

function forwardVertices(
  boxes: readonly Box[],
  homes: Homes,
  full: ReadonlyMap<string, Vertex>,
  source: OverviewSource,
  sizes: OverviewSizes,
  word: Wording,
): Lane {
  const { index } = source;
  const groups = new Map<string, ClosedBox>();
  const vertices: Vertex[] = [];
  for (const id of homes.cards) {
    const tensor = index.tensors.get(id);
    if (tensor !== undefined) vertices.push(widerCard(cardVertex(tensor, index, index.visible.chipsOn.get(id) ?? [], false, word), tensor));
  }
  for (const [id, members] of homes.shared) {
    const group = tensorsGroup(index, id, members);
    groups.set(id, { group, forward: members.flatMap(member => full.get(member) ?? []), backward: [], events: [] });
    vertices.push({ ...blank(group, "forward"), ...sizes.box(group, []) });
  }
  for (const box of boxes) {
    if (typeof box === "number") {
      const op = index.opAt(box);
      const hosts = index.visible.hostsOf.get(box);
      const isDocked = !full.has(`e${box}`) && hosts !== undefined && [...hosts].every(host => homes.cards.has(host));
      if (op !== null && !isDocked) vertices.push({ ...(full.get(`e${box}`) ?? opVertex(op, index, [], word)), beads: [] });
      continue;
    }
    const events = eventsIn(box);
    const chips = chipsIn(source, box, events);
    groups.set(box.id, { group: box, forward: events.flatMap(event => full.get(`e${event}`) ?? []), backward: [], events });
    vertices.push({ ...blank(box, "forward"), ...sizes.box(box, chips) });
  }
  return { vertices, groups };
}

function eventsIn(group: Group): readonly number[] {
  const events: number[] = [];
  const walk: Box[] = [group];
  for (let item = walk.pop(); item !== undefined; item = walk.pop()) {
    if (typeof item === "number") events.push(item);
    else walk.push(...[...item.inside].reverse());
  }
  return events;
}

/** Edits by the ops of a group itself; a library call says what it edits in its second line, and of several cells there are too many. */
function chipsIn({ index, libraryCall }: OverviewSource, group: Group, events: readonly number[]) {
  const hosts = new Set(events.flatMap(event => [...(index.visible.hostsOf.get(event) ?? [])]));
  const isSeveralCells = group.kind === "range" && group.cells !== undefined;
  if (group.kind === "call" || isSeveralCells || hosts.size === 0) return [];
  const isOwn = (event: number) => {
    const op = index.opAt(event);
    return op !== null && libraryCall(op) === null;
  };
  const own = new Set(events.filter(isOwn));
  const chips = [...hosts].flatMap(host => index.visible.chipsOn.get(host) ?? []);
  return chips.filter(chip => isWritten(index, chip) && chip.events.some(event => own.has(event)));
}

/** The program writes the edit itself: running statistics that a module keeps are nothing to look at. */
function isWritten(index: TraceIndex, { line, text }: Chip): boolean {
  return index.sources.some((_, file) => lineText(index.sources, { line, file }) === text);
}

interface BackwardLane extends Lane {
  readonly foldedInto: ReadonlyMap<string, string>;
}

function backwardVertices(
  graph: Graph,
  index: TraceIndex,
  boxes: readonly Box[],
  shownAs: (id: string) => string | null,
  closed: ReadonlyMap<string, ClosedBox>,
  sizes: OverviewSizes,
): BackwardLane {
  const under = new Map<string, Vertex[]>();
  for (const vertex of graph.vertices) {
    const place = vertex.lane === "backward" ? placeUnder(vertex, boxes, shownAs) : null;
    if (place !== null) append(under, place, vertex);
  }
  const vertices: Vertex[] = [];
  const groups = new Map<string, ClosedBox>();
  const foldedInto = new Map<string, string>();
  for (const [place, inside] of under) {
    const [only] = inside;
    const known = closed.get(place);
    if (known === undefined && inside.length === 1 && only !== undefined) {
      vertices.push({ ...only, under: place });
      continue;
    }
    const group = known?.group ?? groupOfThing(index, place, inside);
    const box: ClosedBox = { group, forward: known?.forward ?? [], backward: inside, events: known?.events ?? [] };
    groups.set(group.id, box);
    const id = `b${group.id}`;
    for (const vertex of inside) foldedInto.set(vertex.id, id);
    const size = sizes.mirrored(group, inside.length, failingName(inside, index));
    vertices.push({ ...blank(group, "backward"), ...size, under: place });
  }
  return { vertices, groups, foldedInto };
}

/** The nodes of a thing that is no group have a box, too: that of an op, or of a tensor. */
function groupOfThing(index: TraceIndex, place: string, nodes: readonly Vertex[]): Group {
  const op = place.startsWith("e") ? index.opAt(Number(place.slice(1))) : null;
  const label = op === null ? (index.tensors.get(place)?.names[0] ?? place) : opName(op);
  const first = op?.index ?? Math.min(...nodes.map(({ order }) => order));
  const content = { className: "", parameters: 0, edited: 0, editedParameters: 0, tensors: 0 };
  return { id: `g:x${place}`, kind: "function", label, outer: null, inside: [], first, ops: 0, pattern: "", depth: 0, content };
}

function contentOf(closed: ClosedBox, source: OverviewSource, word: Wording): FoldedGroup {
  const folded = foldedGroup(closed, source.index);
  return { ...folded, ops: closed.events, chips: chipsIn(source, closed.group, closed.events), texts: boxTexts(closed.group, word) };
}

/** A library call keeps tensors of its own from one call to the next, such as the averages of Adam. */
function isState({ index, facts, libraryCall }: OverviewSource, { from, to, plain }: GraphEdge): boolean {
  if (!plain) return false;
  const [call, reader] = [from, to].map(id => {
    const fact = facts.get(id);
    const event = id.startsWith("e") ? Number(id.slice(1)) : fact?.made === true ? fact.event : null;
    const op = event === null ? null : index.opAt(event);
    return op === null ? null : libraryCall(op);
  });
  return call !== null && call !== reader;
}

function edgesBetween(
  edges: readonly GraphEdge[],
  { inside }: Homes,
  standsFor: (id: string) => string,
  ids: ReadonlySet<string>,
): readonly GraphEdge[] {
  const merged = new Map<string, { readonly edge: GraphEdge; readonly parts: Map<string, GraphEdge["parts"][number]> }>();
  for (const edge of edges) {
    const [from, to] = [standsFor(edge.from), standsFor(edge.to)];
    const hidden = inside.has(edge.from) || inside.has(edge.to);
    if (from === to || hidden || !ids.has(from) || !ids.has(to)) continue;
    const id = `${from}>${to}`;
    const known = merged.get(id) ?? { edge: { ...edge, id, from, to, bead: null, ranked: true }, parts: new Map() };
    for (const part of edge.parts) known.parts.set(edge.kind === "next" ? `${part.node}.${part.slot}` : part.node, part);
    const kind = known.edge.kind === edge.kind ? edge.kind : "flow";
    merged.set(id, { edge: { ...known.edge, kind, plain: known.edge.plain && edge.plain }, parts: known.parts });
  }
  return [...merged.values()].map(({ edge, parts }) => ({ ...edge, parts: [...parts.values()], count: parts.size }));
}

/** Of the links across the lanes those that become stale, the roots, and the gradients that came back. */
function linksBetween(links: readonly GraphLink[], standsFor: (id: string) => string, ids: ReadonlySet<string>): readonly GraphLink[] {
  const merged = new Map<string, GraphLink>();
  for (const link of links) {
    if (link.kind === "saved" && !link.incident) continue;
    const [from, to] = [standsFor(link.from), standsFor(link.to)];
    if (!ids.has(from) || !ids.has(to)) continue;
    const key = `${link.kind}:${from}>${to}`;
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { ...link, from, to, bead: null });
    else {
      const [tagWidth, tagHeight] = [Math.max(known.tagWidth, link.tagWidth), Math.max(known.tagHeight, link.tagHeight)];
      merged.set(key, { ...known, saves: [...known.saves, ...link.saves], tagWidth, tagHeight });
    }
  }
  const all = [...merged.values()];
  const of = (kind: GraphLink["kind"], count: number) => all.filter(link => link.kind === kind).slice(0, count);
  return [...of("saved", MAX_SAVED_LINKS), ...of("root", MAX_RESULT_LINKS), ...of("result", MAX_RESULT_LINKS)];
}

/** The group that a vertex of ops is directly in. */
type OuterOf = (vertex: Vertex) => Group | null;

function outerFinder({ groups, groupOf }: GroupTree, boxes: readonly Box[]): OuterOf {
  const ranges = new Map(boxes.flatMap(box => (typeof box === "number" ? [] : [[box.id, box] as const])));
  return ({ id, kind, order }) => (kind === "group" ? (groups.get(id) ?? ranges.get(id))?.outer : groupOf.get(order)) ?? null;
}

/** Open groups with what is shown of them. */
function framesOf(
  open: OpenSet,
  forward: readonly Vertex[],
  backward: readonly Vertex[],
  { cards }: Homes,
  outerOf: OuterOf,
): readonly GroupFrame[] {
  const frames = new Map<string, { readonly group: Group; readonly members: Set<string> }>();
  const put = (vertex: string, group: Group | null) => {
    for (let each = group; each !== null; each = each.outer) {
      if (!open.has(each.id)) return;
      const frame = frames.get(each.id) ?? { group: each, members: new Set() };
      frames.set(each.id, frame);
      frame.members.add(vertex);
    }
  };
  for (const vertex of forward) if (!cards.has(vertex.id)) put(vertex.id, outerOf(vertex));
  const byPlace = new Map([...frames.values()].flatMap(({ group, members }) => [...members].map(member => [member, group] as const)));
  for (const { id, under } of backward) {
    const group = byPlace.get(under ?? "");
    if (group !== undefined) for (const frame of frames.values()) if (frame.members.has(under ?? "")) frame.members.add(id);
  }
  return [...frames.values()].sort((a, b) => a.group.depth - b.group.depth);
}

/** The first thing in a frame carries its handle. */
function handlesOf(frames: readonly GroupFrame[], forward: readonly Vertex[], sizes: OverviewSizes, word: Wording): readonly OpenGroup[] {
  const handles = frames.flatMap(({ group, members }) => {
    const inside = forward.filter(({ id }) => members.has(id)).sort((a, b) => a.order - b.order);
    const [carrier] = inside;
    return carrier === undefined ? [] : [{ group: called(group, word), carrier: carrier.id, ...sizes.handle(called(group, word)) }];
  });
  return handles.sort((a, b) => b.group.depth - a.group.depth);
}

/** A range with the words of its box: a handle shows the label as it is. */
function called(group: Group, word: Wording): Group {
  return group.kind === "range" ? { ...group, kind: "function", label: boxTexts(group, word).name } : group;
}

function raised(vertex: Vertex, handles: readonly OpenGroup[]): Vertex {
  const own = handles.filter(({ carrier }) => carrier === vertex.id);
  if (own.length === 0) return vertex;
  const height = Math.max(...own.map(handle => handle.height)) + 6;
  const width = own.reduce((total, handle) => total + handle.width + HANDLE_GAP, -HANDLE_GAP);
  return { ...vertex, above: vertex.above + height, reach: Math.max(vertex.reach, width) };
}
