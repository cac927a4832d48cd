/** Finds the steps of a story: those at which a kept thing is made, saved, edited or runs, and where the program raises. */
import type { TraceEvent } from "../trace/contract";
import type { TraceIndex } from "../trace/index";
import type { StorySubject } from "./subject";

/** A tensor that is edited in each of a thousand rounds has a thousand steps: of so many the first and the last are told. */
const MAX_POSITIONS = 60;

/** What belongs to a story beside the things that it keeps. */
interface Scope {
  /** Saved tensors that it is about. */
  readonly saves: ReadonlySet<string>;
  /** Edits and gradients of kept things before this event are another story's. */
  readonly first: number;
  readonly last: number;
  /** Events that belong to it whatever they do. */
  readonly own: readonly (number | null)[];
}

export function positionsOf(index: TraceIndex, subject: StorySubject, kept: ReadonlySet<string>): readonly number[] {
  const scope = scopeOf(index, subject);
  const isPart = partOf(index, kept, scope);
  const found = new Set<number>();
  for (const event of index.run.events) if (event.index <= scope.last && isPart(event)) found.add(index.stepOfEvent(event.index));
  for (const event of scope.own) if (event !== null) found.add(index.stepOfEvent(event));
  const sorted = [...found].sort((a, b) => a - b);
  return sorted.length <= MAX_POSITIONS ? sorted : [...sorted.slice(0, MAX_POSITIONS / 2), ...sorted.slice(-MAX_POSITIONS / 2)];
}

function scopeOf(index: TraceIndex, subject: StorySubject): Scope {
  const end = index.run.events.length;
  if (subject.kind === "tensor") {
    const saves = (index.savesByTensor.get(subject.tensor) ?? []).map(saved => saved.id);
    return { saves: new Set(saves), first: 0, last: end, own: [] };
  }
  if (subject.kind === "gradient") {
    const { index: event } = subject.accumulate;
    const start = index.run.events.findLast(each => each.kind === "backward_start" && each.index <= event)?.index ?? 0;
    return { saves: new Set(), first: start, last: event, own: [event] };
  }
  const { saved, others, event, edit_event, raise_event } = subject.diagnosis;
  const first = index.saved.get(saved ?? "")?.event ?? 0;
  return { saves: new Set([saved ?? "", ...others]), first, last: end, own: [event, edit_event, raise_event] };
}

function partOf(index: TraceIndex, kept: ReadonlySet<string>, { saves, first }: Scope): (event: TraceEvent) => boolean {
  const leaves = new Set([...kept].map(id => index.nodes.get(id)?.variable));
  const isPartOp = (event: number) => {
    const op = index.opAt(event);
    const edited = event > first && [...(index.visible.hostsOf.get(event) ?? [])].some(host => kept.has(host));
    return kept.has(`e${event}`) || edited || (op?.outputs.some(id => kept.has(id)) ?? false);
  };
  return event => {
    switch (event.kind) {
      case "op":
        return isPartOp(event.index) || event.stale.some(id => saves.has(id));
      case "node":
        return kept.has(event.node);
      case "accumulate":
        return event.index > first && leaves.has(event.tensor);
      case "unpack":
        return saves.has(event.saved);
      case "backward_start":
        return event.index >= first && event.roots.some(id => kept.has(index.visible.shownAs(id) ?? id));
      default:
        return event.kind === "raise";
    }
  };
}
