/** Finds the node at which a retained gradient of a non-leaf arrives: the grad_fn of the tensor. */
import type { Run } from "./contract";
import { factAt, type Timelines } from "./timelines";

/** By node: the tensor whose `.grad` is filled when the node runs. */
export function retainedBy(run: Run, { grads, gradFns }: Timelines): ReadonlyMap<string, string> {
  const leaves = new Set(run.nodes.map(node => node.variable));
  const found = new Map<string, string>();
  for (const { id } of run.tensors) {
    const last = leaves.has(id) ? undefined : grads.get(id)?.at(-1);
    const node = last === undefined ? null : (factAt(gradFns.get(id), last.event)?.node ?? null);
    if (node !== null) found.set(node, id);
  }
  return found;
}
