/** What the questions ask the trace: how edits and backward passes ended, names of the program itself, how often a line had begun. */
import type { Diagnosis, EventOf, Tensor } from "../trace/contract";
import { explains, isRefused } from "../trace/diagnoses";
import type { Film } from "../trace/film";
import type { TraceIndex } from "../trace/index";

export type Raise = EventOf<"raise">;

export function raisesOf({ run }: Film): readonly Raise[] {
  return run.events.filter(event => event.kind === "raise");
}

export function diagnosisOf({ run }: Film, raise: Raise): Diagnosis | null {
  return run.diagnoses.find(diagnosis => explains(diagnosis, raise)) ?? null;
}

/** The raise of a refused edit. */
export function refusalOf({ run }: Film, diagnosis: Diagnosis): Raise | null {
  if (!isRefused(diagnosis)) return null;
  return run.events.find((event): event is Raise => event.kind === "raise" && explains(diagnosis, event)) ?? null;
}

/** How many times a line had begun when the event happened. */
export function timesOf({ run }: Film, line: number, event: number): number {
  let count = 0;
  for (const { kind, line: at, index } of run.events) if (kind === "line" && at === line && index <= event) count++;
  return count;
}

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** The name that the program itself, outside its functions, has for a tensor after an event. */
export function ownName(index: TraceIndex, tensor: string, event: number): string | null {
  const moments = (index.timelines.names.get(tensor) ?? []).filter(({ event: when, fact }) => when <= event && !fact.local);
  const held = index.namesAt(tensor, event);
  return moments.find(({ fact }) => IDENTIFIER.test(fact.name) && held.includes(fact.name))?.fact.name ?? null;
}

/** Every tensor that has a name of the program itself after the event, the oldest first. */
export function ownTensors(index: TraceIndex, event: number): readonly { readonly tensor: Tensor; readonly name: string }[] {
  return index.run.tensors.flatMap(tensor => {
    const name = tensor.event <= event ? ownName(index, tensor.id, event) : null;
    return name === null ? [] : [{ tensor, name }];
  });
}

/** The film is whole: what it does not show did not happen. */
export function isWhole({ run }: Film): boolean {
  return run.truncated === null && !run.gap && run.not_shown.length === 0;
}
