/**
 * Turns a trace into the graph in which every group is open: one vertex per card, pill and node, one edge per flow and per entry
 * of `next_functions`, one link per saved tensor.
 */
import type { OpEvent, Saved } from "../trace/contract";
import type { TraceIndex } from "../trace/index";
import { type Place, placesOf } from "../trace/places";
import { flowEdges, nextEdges } from "./edges";
import { type Graph, type GraphLink, MIN_SHARING_CARDS, type StorageGroup, type Vertex } from "./graph";
import { monoWidth, proseWidth } from "./measure";
import { graphNames } from "./names";
import { resultLinks, rootLinks } from "./roots";
import { accumulateVertex, cardVertex, nameRoom, nodeVertex, opVertex, retainedVertex, retainingVertex, tag, type Wording } from "./sizes";

/** Letters in bold are wider by so much. */
const BOLD = 1.12;

export function buildGraph(index: TraceIndex, word: Wording): Graph {
  const storages = storageGroups(index);
  const places = placesOf(index);
  const cards = cardVertices(index, storages, word);
  const ops = opVertices(index, word);
  const nodes = nodeVertices(index, word);
  const names = graphNames(index, cards, word);
  const named = new Set(names.flatMap(name => [name.from, name.to]));
  const vertices = [...cards.map(card => (named.has(card.id) ? { ...card, above: card.above + nameRoom } : card)), ...ops, ...nodes];
  const known = new Set(vertices.map(vertex => vertex.id));
  const edges = [...flowEdges(index, places), ...nextEdges(index)];
  const links = [...savedLinks(index, places, word), ...rootLinks(index, places), ...resultLinks(index, places)];
  return {
    vertices,
    edges: edges.filter(edge => known.has(edge.from) && known.has(edge.to)),
    links: links.filter(link => known.has(link.from) && known.has(link.to)),
    storages,
    names,
    foldedInto: new Map(),
    groups: new Map(),
    handles: [],
  };
}

function cardVertices(index: TraceIndex, storages: readonly StorageGroup[], word: Wording): Vertex[] {
  const shared = new Set(storages.flatMap(group => group.members));
  return index.run.tensors
    .filter(tensor => index.visible.cards.has(tensor.id))
    .map(tensor => cardVertex(tensor, index, index.visible.chipsOn.get(tensor.id) ?? [], shared.has(tensor.id), word));
}

function opVertices(index: TraceIndex, word: Wording): Vertex[] {
  const { visible, run } = index;
  const vertices: Vertex[] = [];
  for (const event of run.events) {
    if (event.kind !== "op" || !visible.pills.has(event.index)) continue;
    const beads = event.outputs.filter(id => !visible.cards.has(id) && visible.makers.get(id) === event);
    vertices.push(opVertex(event, index, beads, word));
  }
  return vertices;
}

function nodeVertices(index: TraceIndex, word: Wording): Vertex[] {
  const under = underOf(index);
  const vertices = index.run.nodes.map(node => {
    const [above, tensor] = [under.get(node.id) ?? null, index.retained.get(node.id)];
    if (node.kind === "accumulate_grad") return accumulateVertex(node, index, above, word);
    return tensor === undefined ? nodeVertex(node, above, index, word) : retainingVertex(node, tensor, index, above, word);
  });
  const hanging = new Set([...index.run.nodes.map(node => node.variable), ...index.retained.values()]);
  for (const tensor of index.timelines.grads.keys()) {
    if (!hanging.has(tensor) && index.tensors.has(tensor)) vertices.push(retainedVertex(tensor, index, word));
  }
  return vertices;
}

/** A node is placed under the op that made it, or under the card that the op edited; AccumulateGrad under its leaf. */
function underOf(index: TraceIndex): ReadonlyMap<string, string> {
  const { visible, run } = index;
  const under = new Map<string, string>();
  for (const node of run.nodes) {
    const above = node.variable === null ? opPlace(index, index.opAt(node.op ?? node.event)) : visible.shownAs(node.variable);
    const event = run.events[node.event];
    const maker = event?.kind === "node" ? under.get(event.node) : undefined;
    const found = above ?? maker;
    if (found !== undefined && found !== null) under.set(node.id, found);
  }
  return under;
}

function opPlace(index: TraceIndex, op: OpEvent | null): string | null {
  if (op === null) return null;
  const { visible } = index;
  if (visible.pills.has(op.index)) return `e${op.index}`;
  const written = op.writes[0]?.tensor;
  const candidates = [...(written === undefined ? [] : [written]), ...op.outputs, ...op.inputs];
  for (const id of candidates) {
    const shown = visible.shownAs(id);
    if (shown !== null && visible.cards.has(shown)) return shown;
  }
  return null;
}

function savedLinks(index: TraceIndex, places: (tensor: string) => Place | null, word: Wording): GraphLink[] {
  return index.run.saved.flatMap(saved => {
    const place = places(saved.tensor);
    if (place === null || saved.node === null) return [];
    const [tagWidth, tagHeight] = tagSize(index, saved, word);
    return [
      {
        id: saved.id,
        saves: [saved.id],
        kind: "saved" as const,
        from: place.vertex,
        bead: place.bead,
        to: saved.node,
        event: saved.event,
        incident: tagHeight > tag.height,
        tagWidth,
        tagHeight,
      },
    ];
  });
}

/** A tag has the size of the longest text that it will show. */
function tagSize(index: TraceIndex, saved: Saved, word: Wording): [number, number] {
  const plain = proseWidth(word("stage-saved", { attribute: saved.attribute }), 10.5) + monoWidth(` v${saved.saved_version}`, 10.5) + 30;
  if (index.run.diagnoses.some(item => item.kind === "silent_overwrite" && item.saved === saved.id)) {
    return [Math.ceil(Math.max(plain, BOLD * proseWidth(word("stage-same-version"), 12)) + 32), tag.silentHeight];
  }
  if (index.timelines.staleAt.has(saved.id)) return [Math.ceil(Math.max(plain + 10, 104)), tag.staleHeight];
  if (index.timelines.copiedAt.has(saved.id))
    return [Math.ceil(Math.max(plain + 10, monoWidth(word("stage-copy-kept"), 12) + 40)), tag.staleHeight];
  return [Math.ceil(plain), tag.height];
}

function storageGroups(index: TraceIndex): StorageGroup[] {
  const groups: StorageGroup[] = [];
  for (const [storage, tensors] of index.tensorsByStorage) {
    const members = tensors.filter(tensor => index.visible.cards.has(tensor.id));
    if (members.length < MIN_SHARING_CARDS) continue;
    const counters = new Map<string, string[]>();
    for (const { counter, id } of members) if (counter !== null) counters.set(counter, [...(counters.get(counter) ?? []), id]);
    const shared = [...counters.values()].filter(list => list.length > 1);
    groups.push({ id: `storage:${storage}`, storage, members: members.map(tensor => tensor.id), counters: shared });
  }
  return groups;
}
