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
  const makers = new Map<string, OpEvent>();
  const readers = new Map<string, OpEvent[]>();
  for (const op of ops) {
    for (const id of new Set(readInputs(op))) append(readers, id, op);
    for (const id of op.outputs) if (makes(op, id)) makers.set(id, op);
  }
  return { ops, tensors: new Map(run.tensors.map(tensor => [tensor.id, tensor])), makers, readers };
}

/** Tensors that an op reads: its inputs without the ones that it merely overwrites. */
export function readInputs(op: OpEvent): readonly string[] {
  if (op.writes.length === 0 || !isPureEdit(op)) return op.inputs;
  const written = new Set(op.writes.map(write => write.tensor));
  return op.inputs.filter(id => !written.has(id));
}

/** An op that makes no tensor of its own and writes into one that exists. */
export function isPureEdit(op: OpEvent): boolean {
  if (op.writes.length === 0) return false;
  const known = new Set([...op.inputs, ...op.writes.map(write => write.tensor)]);
  return op.outputs.every(id => known.has(id));
}

/** The last op that hands a tensor out made it: `MyFunction.apply` and not the product inside its forward. */
function makes(op: OpEvent, id: string): boolean {
  return !op.inputs.includes(id) && op.writes.every(write => write.tensor !== id);
}

/** The nearest named tensor in the same storage, going back through the ops that made aliases; then the base; else null. */
export function aliasFinder({ tensors, makers }: Flow) {
  const owner = new Map<string, string>();
  for (const tensor of tensors.values()) {
    if (tensor.names.length > 0 && tensor.storage !== null && !owner.has(tensor.storage)) owner.set(tensor.storage, tensor.id);
  }
  return (id: string): string | null => {
    let current = tensors.get(id);
    for (let hops = 0; current !== undefined && hops < 64; hops++) {
      if (current.names.length > 0) return current.id;
      const { storage } = current;
      const source: string | undefined = makers
        .get(current.id)
        ?.inputs.find(input => storage !== null && tensors.get(input)?.storage === storage);
      if (source === undefined) break;
      current = tensors.get(source);
    }
    const storage = tensors.get(id)?.storage ?? null;
    return storage === null ? null : (owner.get(storage) ?? null);
  };
}

/** Ops whose result is the same elements in the same order. */
const OPS_WITH_SAME_ELEMENTS: ReadonlySet<string> = new Set(["detach", "data", "alias", "view_as", "requires_grad_"]);

export function elementsOwnerFinder({ tensors, makers }: Flow) {
  const owners = new Map<string, string>();
  for (const { id, storage } of tensors.values()) {
    const maker = makers.get(id);
    const source = maker?.inputs[0];
    const same = maker !== undefined && OPS_WITH_SAME_ELEMENTS.has(maker.name) && storage !== null;
    const owner = same && source !== undefined && tensors.get(source)?.storage === storage ? owners.get(source) : id;
    owners.set(id, owner ?? id);
  }
  return (id: string) => owners.get(id) ?? id;
}
