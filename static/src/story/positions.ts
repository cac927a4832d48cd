/** Finds the steps of a story: those at which a kept thing is made, saved, edited or runs, and where the program raises. */
import type { Diagnosis, TraceEvent } from "../trace/contract";
import type { TraceIndex } from "../trace/index";

export function positionsOf(index: TraceIndex, diagnosis: Diagnosis, kept: ReadonlySet<string>): readonly number[] {
  const saves = new Set([diagnosis.saved, ...diagnosis.others]);
  const first = index.saved.get(diagnosis.saved ?? "")?.event ?? 0;
  const isPart = (event: TraceEvent) => {
    switch (event.kind) {
      case "op":
        return isPartOp(event.index) || event.stale.some(id => saves.has(id));
      case "node":
        return kept.has(event.node);
      case "accumulate":
        return event.index > first && isKeptLeaf(event.tensor);
      case "unpack":
        return saves.has(event.saved);
      case "backward_start":
        return event.roots.some(id => kept.has(index.visible.shownAs(id) ?? id));
      default:
        return event.kind === "raise";
    }
  };
  const isKeptLeaf = (tensor: string) => [...kept].some(id => index.nodes.get(id)?.variable === tensor);
  const isPartOp = (event: number) => {
    const op = index.opAt(event);
    const edited = event > first && [...(index.visible.hostsOf.get(event) ?? [])].some(host => kept.has(host));
    return kept.has(`e${event}`) || edited || (op?.outputs.some(id => kept.has(id)) ?? false);
  };
  const found = new Set<number>();
  for (const event of index.run.events) if (isPart(event)) found.add(index.stepOfEvent(event.index));
  return [...found].sort((a, b) => a - b);
}
