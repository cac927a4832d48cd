/** Finds the vertices that a step is about: at a failure those that are highlighted, else those that its events name. */
import type { TraceEvent } from "../trace/contract";
import type { TraceIndex } from "../trace/index";
import type { FilmState } from "../trace/state";
import type { Keys } from "./keys";

/** The most important first. Ids of vertices and of saved tensors; `scene.standsFor` gives the closed group of a folded one. */
export function focusOf(index: TraceIndex, state: FilmState, keys: Keys): readonly string[] {
  if (keys.active) return keys.all;
  const ids = new Set<string>();
  const add = (tensor: string) => {
    const shown = index.visible.shownAs(tensor);
    if (shown === null) return;
    const maker = index.visible.makers.get(shown);
    if (index.visible.cards.has(shown)) ids.add(shown);
    else if (maker !== undefined) ids.add(`e${maker.index}`);
  };
  for (let position = Math.max(0, state.step.first); position <= state.now; position++) {
    const event = index.run.events[position];
    if (event !== undefined) collect(index, event, ids, add);
  }
  return [...ids];
}

function collect(index: TraceIndex, event: TraceEvent, ids: Set<string>, add: (tensor: string) => void): void {
  if (event.kind === "op") {
    for (const host of index.visible.hostsOf.get(event.index) ?? []) ids.add(host);
    for (const id of event.stale) ids.add(id).add(index.saved.get(id)?.node ?? id);
    if (index.visible.pills.has(event.index)) ids.add(`e${event.index}`);
    for (const id of [...event.inputs, ...event.outputs]) add(id);
    for (const id of event.nodes) ids.add(id);
    for (const { kind, saved, event: when } of index.run.diagnoses) {
      if (kind === "silent_overwrite" && saved !== null && when === event.index) ids.add(saved).add(index.saved.get(saved)?.node ?? saved);
    }
  } else if (event.kind === "node") {
    ids.add(event.node);
    for (const next of index.nodes.get(event.node)?.next_functions ?? []) if (next.node !== null) ids.add(next.node);
  } else if (event.kind === "unpack") {
    ids.add(event.saved).add(index.saved.get(event.saved)?.node ?? event.saved);
    add(index.saved.get(event.saved)?.tensor ?? "");
  } else if (event.kind === "backward_start") {
    for (const id of event.roots) {
      add(id);
      ids.add(index.gradFnAt(id, event.index)?.node ?? id);
    }
  }
}
