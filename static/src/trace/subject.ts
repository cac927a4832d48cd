/** Finds what a step is about: the inspector shows it while nothing is selected. */
import type { TraceEvent } from "./contract";
import type { Film } from "./film";
import { idsOf } from "./references";
import type { Target } from "./target";

const MAX_STEPS_BACK = 40;

/** The subject of the step at `position`, else of the nearest step before it. */
export function subjectAt(film: Film, position: number): Target | null {
  for (let at = position; at >= Math.max(0, position - MAX_STEPS_BACK); at--) {
    const event = film.run.events[film.index.steps[at]?.event ?? -1];
    const subject = event ? subjectOf(film, event) : null;
    if (subject) return subject;
  }
  return null;
}

/** What an op writes or makes; else the most particular thing that the event mentions: a saved tensor, a node, a tensor. */
function subjectOf(film: Film, event: TraceEvent): Target | null {
  if (event.kind === "op") return tensor(film, event.writes[0]?.tensor ?? event.outputs[0]);
  const [saved, node, mentioned] = (["saved", "nodes", "tensors"] as const).map(table => idsOf(event, table)[0]);
  if (event.kind === "accumulate") return tensor(film, mentioned);
  if (saved !== undefined) return { kind: "saved", id: saved };
  return node === undefined ? tensor(film, mentioned) : { kind: "node", id: node };
}

/** A tensor, or the visible one that stands for it: an edit of `w.data` is about w. */
function tensor(film: Film, id: string | undefined): Target | null {
  return id === undefined ? null : { kind: "tensor", id: film.index.visible.shownAs(id) ?? id };
}
