/** Turns ops into forward edges, and `next_functions` into backward ones. */
import type { OpEvent } from "../trace/contract";
import { isPureEdit, readInputs, viewedBy } from "../trace/flow";
import type { TraceIndex } from "../trace/index";
import type { Place } from "../trace/places";
import { factAt } from "../trace/timelines";
import type { GraphEdge } from "./graph";

export function flowEdges(index: TraceIndex, places: (tensor: string) => Place | null): GraphEdge[] {
  const edges: GraphEdge[] = [];
  const consumed = new Set<string>();
  for (const op of index.run.events) {
    if (op.kind !== "op") continue;
    if (index.visible.pills.has(op.index)) {
      edges.push(...pillEdges(index, op, places));
      for (const id of op.inputs) consumed.add(places(id)?.vertex ?? id);
    } else if (isPureEdit(op)) {
      edges.push(...editEdges(index, op, places, consumed));
    }
  }
  return edges;
}

function pillEdges(index: TraceIndex, op: OpEvent, places: (tensor: string) => Place | null): GraphEdge[] {
  const here = `e${op.index}`;
  const edges: GraphEdge[] = [];
  op.inputs.forEach((id, slot) => {
    const place = places(id);
    if (place === null || place.vertex === here) return;
    const kind = op.effects.views.some(([base]) => base === id) ? "alias" : "flow";
    edges.push(edge(`${here}<${slot}`, kind, place, here, slot, op.index, true, isPlain(index, id, op.index)));
  });
  op.outputs.forEach((id, slot) => {
    if (!index.visible.cards.has(id) || index.visible.makers.get(id) !== op) return;
    const kind = viewedBy(op, id) === null ? "flow" : "alias";
    const plain = isPlain(index, id, op.index);
    edges.push(edge(`${here}>${slot}`, kind, { vertex: here, bead: null }, id, slot, op.index, true, plain));
  });
  return edges;
}

/** Values that an edit reads lead to the card that it writes. */
function editEdges(index: TraceIndex, op: OpEvent, places: (tensor: string) => Place | null, consumed: ReadonlySet<string>): GraphEdge[] {
  const [host] = index.visible.hostsOf.get(op.index) ?? [];
  if (host === undefined) return [];
  const edges: GraphEdge[] = [];
  if (op.within.length > 0) return edges;
  readInputs(op).forEach((id, slot) => {
    const place = places(id);
    if (place === null || place.vertex === host) return;
    edges.push(edge(`e${op.index}<${slot}`, "edit", place, host, slot, op.index, !consumed.has(host), isPlain(index, id, op.index)));
  });
  return edges;
}

function edge(
  id: string,
  kind: GraphEdge["kind"],
  from: Place,
  to: string,
  slot: number,
  event: number,
  ranked: boolean,
  plain = false,
): GraphEdge {
  return { id, kind, from: from.vertex, to, bead: from.bead, slot, event, ranked, plain, parts: [{ node: from.vertex, slot }] };
}

function isPlain(index: TraceIndex, tensor: string, event: number): boolean {
  const state = factAt(index.timelines.states.get(tensor), event);
  return !(state ?? index.tensors.get(tensor))?.requires_grad;
}

/** A forged node may have hundreds of thousands of edges; no program that fits into a film has so many at all. */
const MAX_NEXT_EDGES = 100_000;

export function nextEdges(index: TraceIndex): GraphEdge[] {
  const edges: GraphEdge[] = [];
  for (const node of index.run.nodes) {
    for (const [slot, next] of node.next_functions.entries()) {
      if (edges.length >= MAX_NEXT_EDGES) return edges;
      if (next.node === null) continue;
      edges.push(edge(`${node.id}.${slot}`, "next", { vertex: node.id, bead: null }, next.node, slot, node.event, true));
    }
  }
  return edges;
}
