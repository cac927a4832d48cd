/** Turns a vertex at a step into one of a few tones: for the view from far away. */
import type { PlacedVertex, Scene } from "../layout/scene";
import type { TraceIndex } from "../trace/index";
import type { FilmState } from "../trace/state";

export type Tone = "hidden" | "tensor" | "edited" | "op" | "waiting" | "done" | "running" | "failed";

export function toneOf(index: TraceIndex, scene: Scene, state: FilmState, { vertex }: PlacedVertex): Tone {
  if (vertex.kind === "card") {
    if (!state.hasTensor(vertex.id)) return "hidden";
    const chips = index.visible.chipsOn.get(vertex.id) ?? [];
    return chips.some(chip => state.count(chip.events) > 0) ? "edited" : "tensor";
  }
  if (vertex.order > state.now) return "hidden";
  if (vertex.kind === "op") return state.isNow(vertex.order) ? "running" : "op";
  if (vertex.kind === "group") {
    const chips = scene.groups.get(vertex.id)?.chips ?? [];
    return chips.some(chip => state.count(chip.events) > 0) ? "edited" : "op";
  }
  if (vertex.kind === "nodes") return toneOfNodes(scene, state, vertex.id.slice(1));
  if (vertex.kind === "grad") return "waiting";
  const phase = state.node(vertex.id);
  return phase === "freed" ? "done" : phase;
}

function toneOfNodes(scene: Scene, state: FilmState, group: string): Tone {
  const folded = scene.groups.get(group);
  if (folded === undefined) return "waiting";
  if (folded.nodes.has(state.failure?.node ?? "")) return "failed";
  if (state.anyNow(folded.runs)) return "running";
  return state.count(folded.firstRuns) > 0 ? "done" : "waiting";
}
