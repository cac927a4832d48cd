/** Finds the tensors without a name that an optimizer keeps for a parameter: what its step makes in the parameter's shape. */
import type { Run } from "./contract";
import type { TraceIndex } from "./index";

export interface KeptState {
  /** The class of the optimizer, `Adam`. */
  readonly owner: string;
  /** The parameter that it is kept for. */
  readonly tensor: string;
}

const known = new WeakMap<Run, Map<string, KeptState>>();

/** Undefined for any other tensor. */
export function keptStateOf(index: TraceIndex, id: string): KeptState | undefined {
  if (!known.has(index.run)) known.set(index.run, findStates(index));
  return known.get(index.run)?.get(id);
}

function findStates({ run, tensors }: TraceIndex): Map<string, KeptState> {
  const owners = new Map<string | null, string | undefined>();
  const states = new Map<string, KeptState>();
  for (const event of run.events) {
    // `Adam` of a library's `Adam.step`, and of what that calls.
    if (event.kind === "call")
      owners.set(event.call, (event.what === "library" && /([^.]+)\.step$/.exec(event.name)?.[1]) || owners.get(event.parent));
    if (event.kind !== "op") continue;
    const owner = owners.get(event.call);
    const [only, more] = event.inputs;
    const leaf = tensors.get(only ?? "");
    // It takes nothing of the parameter but the shape.
    if (!owner || more || event.effects.reads?.length !== 0 || !leaf?.is_leaf || !leaf.requires_grad) continue;
    for (const id of event.outputs) states.set(id, { owner, tensor: leaf.id });
  }
  return states;
}
