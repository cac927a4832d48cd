/** Finds what a step is about: the inspector shows it while nothing is selected. */
import type { TraceEvent } from "./contract";
import type { Film } from "./film";
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

function subjectOf(film: Film, event: TraceEvent): Target | null {
  switch (event.kind) {
    case "op":
      return tensor(film, event.writes[0]?.tensor ?? event.outputs[0]);
    case "bind":
    case "accumulate":
      return tensor(film, event.tensor);
    case "backward_start":
      return tensor(film, event.roots[0]);
    case "node":
      return { kind: "node", id: event.node };
    case "unpack":
      return { kind: "saved", id: event.saved };
    case "raise":
      if (event.saved) return { kind: "saved", id: event.saved };
      return event.node ? { kind: "node", id: event.node } : null;
    default:
      return null;
  }
}

/** A tensor, or the visible one that stands for it: an edit of `w.data` is about w. */
function tensor(film: Film, id: string | undefined): Target | null {
  if (id === undefined) return null;
  return { kind: "tensor", id: film.index.visible.shownAs(id) ?? id };
}
