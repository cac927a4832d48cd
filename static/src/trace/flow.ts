/** Finds the ops that made and read each tensor, and the tensors that are the same memory under another name. */
import { append } from "./collections";
import type { OpEvent, Run, Tensor } from "./contract";

export interface Flow {
  readonly ops: readonly OpEvent[];
  readonly tensors: ReadonlyMap<string, Tensor>;
  /** The op that made a tensor. */
  readonly makers: ReadonlyMap<string, OpEvent>;
  /** Ops that read a tensor, in order; a tensor that is only written by an op is not read by it. */
  readonly readers: ReadonlyMap<string, readonly OpEvent[]>;
}

export function flowOf(run: Run): Flow {
  const ops = run.events.filter(event => event.kind === "op");
  const opAt = new Map(ops.map(op => [op.index, op]));
  const madeBy = ({ id, op }: Tensor) => [id, opAt.get(op ?? -1)] as const;
  const makers = new Map(run.tensors.map(madeBy).filter((made): made is [string, OpEvent] => made[1] !== undefined));
  const readers = new Map<string, OpEvent[]>();
  for (const op of ops) {
    for (const id of new Set(readInputs(op))) append(readers, id, op);
  }
  return { ops, tensors: new Map(run.tensors.map(tensor => [tensor.id, tensor])), makers, readers };
}

/** Tensors whose elements an op reads to make or fill another: an edit does not count as a reader of what it edits. */
export function readInputs(op: OpEvent): readonly string[] {
  const reads = op.effects.reads ?? op.inputs;
  if (!isPureEdit(op)) return reads;
  const written = new Set(op.writes.map(write => write.tensor));
  return reads.filter(id => !written.has(id));
}

/** An op that makes no tensor of its own and writes into one that exists. */
export function isPureEdit(op: OpEvent): boolean {
  if (op.writes.length === 0) return false;
  const known = new Set([...op.inputs, ...op.writes.map(write => write.tensor)]);
  return op.outputs.every(id => known.has(id));
}

/** The input whose memory an output of the op shows, if it shows any's. */
export function viewedBy(op: OpEvent | undefined, output: string): string | null {
  return op?.effects.views.find(([, view]) => view === output)?.[0] ?? null;
}

/** The nearest named tensor in the same storage, going back through the ops that made aliases; then the base; else null. */
export function aliasFinder(flow: Flow): (id: string) => string | null {
  const { tensors, makers } = flow;
  const taken = takenStorages(flow);
  const owner = new Map<string, string>();
  for (const tensor of tensors.values()) {
    if (tensor.names.length > 0 && tensor.storage !== null && !owner.has(tensor.storage)) owner.set(tensor.storage, tensor.id);
  }
  return id => {
    let current: string | null = id;
    for (let hops = 0; current !== null && hops < 64; hops++) {
      if ((tensors.get(current)?.names.length ?? 0) > 0) return current;
      current = viewedBy(makers.get(current), current);
    }
    const { storage: first = null, base = null } = tensors.get(id) ?? {};
    const storage = taken.get(id) ?? first;
    const found = storage === null ? undefined : owner.get(storage);
    if (found !== undefined || base === null) return found ?? null;
    // `p.data = …` has given the base other memory since it was first seen.
    return (tensors.get(base)?.names.length ?? 0) > 0 ? base : null;
  };
}

/** The storage of each unnamed tensor that had taken another's memory by `set_` when it was written, as for `y.storage()[0] = 9`. */
export function takenStorages({ ops, tensors }: Flow): ReadonlyMap<string, string> {
  const taken = new Map<string, string>();
  for (const { writes, states } of ops)
    for (const write of writes) {
      const writer = tensors.get(write.tensor);
      if (write.metadata_only || writer === undefined || writer.names.length > 0) continue;
      const storage = states.find(state => state.tensor === write.tensor)?.storage ?? null;
      if (storage !== null && storage !== writer.storage) taken.set(write.tensor, storage);
    }
  return taken;
}
