/** Finds the tensor that a name of the snippet stands for. */
import type { TraceIndex } from "./index";

export interface Named {
  /** The tensor that has the name after the event; null where no tensor has it. */
  readonly tensor: string | null;
  /** The first event after it at which a tensor gets the name, where none has it yet. */
  readonly later: number | null;
}

/** Of the tensors that the name has stood for up to `now`, the last, unless the name means something else by then. */
export function namedAt(index: TraceIndex, name: string, now: number): Named {
  let found: { readonly tensor: string; readonly event: number } | null = null;
  let later: number | null = null;
  for (const [tensor, moments] of index.timelines.names) {
    for (const { event, fact } of moments) {
      if (fact.name !== name || !fact.held) continue;
      if (event > now) later = Math.min(later ?? event, event);
      else if (event >= (found?.event ?? -1) && index.namesAt(tensor, now).includes(name)) found = { tensor, event };
    }
  }
  return { tensor: found?.tensor ?? null, later: found ? null : later };
}
