/**
 * What a story is about, and how an address writes it.
 *
 *     d2        the second diagnosis, in the order of the trace
 *     t12       a tensor: who made, saved and edited it
 *     t12.grad  how its gradient came about, as it was at the end; t12.grad3 as it was after it grew three times
 */
import type { Diagnosis, EventOf } from "../trace/contract";
import { worstFirst } from "../trace/film";
import type { TraceIndex } from "../trace/index";

export type StorySubject =
  | { readonly kind: "diagnosis"; readonly diagnosis: Diagnosis }
  | { readonly kind: "tensor"; readonly tensor: string }
  | { readonly kind: "gradient"; readonly tensor: string; readonly accumulate: EventOf<"accumulate"> };

const SUBJECT = /^(?:d(\d+)|(t\d+)(\.grad(\d*))?)$/;

/** The subject that an address names, else the worst diagnosis; null where nothing is wrong. */
export function subjectOf(index: TraceIndex, about: string | null): StorySubject | null {
  const [, number, tensor, gradient, count] = SUBJECT.exec(about ?? "") ?? [];
  if (tensor !== undefined && gradient !== undefined) return gradientSubject(index, tensor, Number(count)) ?? worst(index);
  if (tensor !== undefined && index.tensors.has(tensor)) return { kind: "tensor", tensor };
  const diagnosis = index.run.diagnoses[Number(number) - 1];
  return diagnosis === undefined ? worst(index) : { kind: "diagnosis", diagnosis };
}

/** A note opens nothing by itself. */
function worst(index: TraceIndex): StorySubject | null {
  const [diagnosis] = worstFirst(index.run.diagnoses);
  return diagnosis === undefined || diagnosis.severity === "note" ? null : { kind: "diagnosis", diagnosis };
}

/** The gradient after it grew `count` times; 0 for as often as it did. */
function gradientSubject(index: TraceIndex, tensor: string, count: number): StorySubject | null {
  const grown = accumulations(index, tensor);
  const accumulate = grown[count - 1] ?? grown.at(-1);
  return accumulate === undefined ? null : { kind: "gradient", tensor, accumulate };
}

export function accumulations({ run }: TraceIndex, tensor: string): readonly EventOf<"accumulate">[] {
  return run.events.filter((event): event is EventOf<"accumulate"> => event.kind === "accumulate" && event.tensor === tensor);
}
