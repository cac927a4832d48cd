/** Finds the vertices that a step is about: at a failure those that are highlighted, else those that its events mention. */
import type { EventKind, TraceEvent } from "../trace/contract";
import type { TraceIndex } from "../trace/index";
import { idsOf } from "../trace/references";
import type { FilmState } from "../trace/state";
import type { Keys } from "./keys";

/** What else joins a step, such as the names of all parameters of a model, mentions more than can be looked at. */
const TELLING: ReadonlySet<EventKind> = new Set(["op", "backward_start", "node", "unpack", "raise"]);

/** The most important first. Ids of vertices and of saved tensors; `scene.standsFor` gives the closed group of a folded one. */
export function focusOf(index: TraceIndex, state: FilmState, keys: Keys): readonly string[] {
  if (keys.active) return keys.all;
  const ids = new Set<string>();
  for (let position = Math.max(0, state.step.first); position <= state.now; position++) {
    const event = index.run.events[position];
    if (event !== undefined && TELLING.has(event.kind)) collect(index, event, ids);
  }
  return [...ids];
}

function collect(index: TraceIndex, event: TraceEvent, ids: Set<string>): void {
  const { hostsOf, pills } = index.visible;
  for (const host of hostsOf.get(event.index) ?? []) ids.add(host);
  for (const id of spoiltBy(index, event)) addSaved(index, id, ids);
  if (pills.has(event.index)) ids.add(`e${event.index}`);
  if (event.kind === "unpack") for (const id of idsOf(event, "saved")) addSaved(index, id, ids);
  for (const id of tensorsOf(index, event)) addTensor(index, id, ids);
  for (const id of nodesOf(index, event)) ids.add(id);
}

/** Saved tensors that went stale here, or were overwritten unseen. */
function spoiltBy(index: TraceIndex, event: TraceEvent): readonly string[] {
  const stale = idsOf(event, "saved").filter(id => index.staleEvent(id) === event.index);
  const overwritten = (index.diagnosesByEvent.get(event.index) ?? []).filter(({ kind }) => kind === "silent_overwrite");
  return [...stale, ...overwritten.flatMap(({ saved }) => saved ?? [])];
}

function tensorsOf(index: TraceIndex, event: TraceEvent): readonly string[] {
  const unpacked = event.kind === "unpack" ? idsOf(event, "saved").flatMap(id => index.saved.get(id)?.tensor ?? []) : [];
  return [...unpacked, ...idsOf(event, "tensors")];
}

/** Those that it mentions, those that a node passes gradients on to, and those that a backward pass begins at. */
function nodesOf(index: TraceIndex, event: TraceEvent): readonly string[] {
  const mentioned = idsOf(event, "nodes");
  if (event.kind === "node") return [...mentioned, ...mentioned.flatMap(id => nextOf(index, id))];
  if (event.kind === "backward_start") return idsOf(event, "tensors").flatMap(id => index.gradFnAt(id, event.index)?.node ?? []);
  return mentioned;
}

function nextOf(index: TraceIndex, node: string): readonly string[] {
  return (index.nodes.get(node)?.next_functions ?? []).flatMap(next => next.node ?? []);
}

function addSaved(index: TraceIndex, id: string, ids: Set<string>): void {
  ids.add(id).add(index.saved.get(id)?.node ?? id);
}

function addTensor(index: TraceIndex, id: string, ids: Set<string>): void {
  const shown = index.visible.shownAs(id);
  if (shown === null) return;
  const maker = index.visible.makers.get(shown);
  if (index.visible.cards.has(shown)) ids.add(shown);
  else if (maker !== undefined) ids.add(`e${maker.index}`);
}
