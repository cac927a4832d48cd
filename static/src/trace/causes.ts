/** Puts diagnoses of one cause together: one edit that makes several saved tensors stale is told once. */
import type { Diagnosis } from "./contract";

export interface Cause {
  readonly first: Diagnosis;
  /** What else the same line did, of the same kind. */
  readonly others: readonly Diagnosis[];
}

/** In the order in which they are given; the first of a cause is the one that is told. */
export function causesOf(diagnoses: readonly Diagnosis[]): readonly Cause[] {
  const causes = new Map<string, Diagnosis[]>();
  diagnoses.forEach((diagnosis, at) => {
    const key = keyOf(diagnosis) ?? `${at}`;
    causes.set(key, [...(causes.get(key) ?? []), diagnosis]);
  });
  return [...causes.values()].flatMap(([first, ...others]) => (first ? [{ first, others }] : []));
}

/** Null where no edit of a saved tensor is the cause. */
function keyOf({ kind, saved, edit_line, edit_file }: Diagnosis): string | null {
  return saved === null || edit_line === null ? null : `${kind} ${edit_file} ${edit_line}`;
}
