/** Finds what a failure is about and what stays highlighted: the edit, the tensor, the saved link and the node. Everything else fades. */

import type { TraceIndex } from "../trace/index";
import type { FilmState } from "../trace/state";

export interface Keys {
  readonly active: boolean;
  readonly has: (id: string) => boolean;
  readonly all: readonly string[];
}

export function keysOf(index: TraceIndex, state: FilmState, standsFor: (id: string) => string): Keys {
  const { failure } = state;
  if (failure === null) return { active: false, has: () => false, all: [] };
  const keys = new Set<string>();
  const { diagnosis } = failure;
  const node = failure.node ?? diagnosis?.node ?? null;
  if (node !== null) keys.add(node);
  for (const id of [failure.saved, ...(diagnosis?.others ?? [])]) if (id !== null) addSaved(index, id, keys);
  if (node !== null && diagnosis?.kind === "graph_freed") {
    for (const saved of index.savesByNode.get(node) ?? []) keys.add(saved.id);
  }
  if (diagnosis?.kind === "no_grad_path") addCut(index, keys);
  const tensor = diagnosis?.tensor ?? null;
  if (tensor !== null) keys.add(index.visible.shownAs(tensor) ?? tensor);
  for (const chip of index.visible.chips) if (chip.kind === "refused" && chip.events.some(state.isNow)) keys.add(chip.id).add(chip.host);
  for (const id of [...keys]) keys.add(standsFor(id));
  return { active: keys.size > 0, has: id => keys.has(id), all: [...keys] };
}

/** Where the path to a leaf was cut: the op and what went into it. */
function addCut(index: TraceIndex, keys: Set<string>): void {
  for (const event of index.cuts.keys()) {
    keys.add(`e${event}`);
    for (const id of index.opAt(event)?.inputs ?? []) keys.add(index.visible.shownAs(id) ?? id);
  }
}

function addSaved(index: TraceIndex, id: string, keys: Set<string>): void {
  const saved = index.saved.get(id);
  if (saved === undefined) return;
  keys.add(id);
  const stale = index.staleEvent(id);
  const edits = index.edits.filter(edit => edit.event === stale);
  const shown = index.visible.shownAs(saved.tensor);
  if (shown !== null) keys.add(shown);
  const maker = index.visible.makers.get(saved.tensor);
  if (shown !== null && maker !== undefined && !index.visible.cards.has(shown)) keys.add(`e${maker.index}`);
  for (const edit of edits) keys.add(edit.host);
  for (const chip of index.visible.chips) {
    if (edits.some(edit => edit.host === chip.host) && stale !== null && chip.events.includes(stale)) keys.add(chip.id);
  }
}
