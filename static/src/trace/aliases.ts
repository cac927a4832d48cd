/**
 * Answers which other tensors an event changed by writing into memory that they share, and what they held afterwards.
 *
 * The trace states it. Films of schema version 1 do not: there the tensors are found by their regions, and their values are unknown.
 */
import { append, groupBy } from "./collections";
import type { Alias, OpEvent, Run, Tensor, TraceEvent, Write } from "./contract";

export type AliasesOf = (event: TraceEvent) => readonly Alias[];

export function aliasesIn(run: Run): AliasesOf {
  if (run.schema_version > 1) return event => ("aliases" in event ? event.aliases : []);
  const tensors = new Map(run.tensors.map(tensor => [tensor.id, tensor]));
  const byStorage = groupBy(run.tensors, tensor => tensor.storage);
  const found = new Map<number, Alias[]>();
  for (const op of run.events) if (op.kind === "op") collect(op, tensors, byStorage, found);
  return event => found.get(event.index) ?? [];
}

function collect(
  op: OpEvent,
  tensors: ReadonlyMap<string, Tensor>,
  byStorage: ReadonlyMap<string, readonly Tensor[]>,
  found: Map<number, Alias[]>,
): void {
  const written = new Set(op.writes.map(write => write.tensor));
  for (const write of op.writes) {
    for (const mate of byStorage.get(tensors.get(write.tensor)?.storage ?? "") ?? []) {
      if (mate.event >= op.index || written.has(mate.id) || !overlaps(mate, write)) continue;
      append(found, op.index, { tensor: mate.id, value: null });
    }
  }
}

/** Whether a write into the tensor's storage reached its own elements; true where their regions are not known. */
function overlaps({ region }: Tensor, write: Write): boolean {
  if (!region || !write.region) return true;
  return write.region.start < region.end && region.start < write.region.end;
}
