/** Finds the tensors without a name that an optimizer keeps for a parameter: what its step makes in the parameter's shape and then edits. */
import type { OpEvent, Run } from "./contract";
import type { TraceIndex } from "./index";

export interface KeptState {
  /** The class of the optimizer, `Adam`. */
  readonly owner: string;
  /** The parameter that it is kept for. */
  readonly tensor: string;
}

const known = new WeakMap<Run, ReadonlyMap<string, KeptState>>();

/** Null for any other tensor. */
export function keptStateOf({ run, tensors }: TraceIndex, id: string): KeptState | null {
  const found = known.get(run) ?? findStates(run, tensors);
  known.set(run, found);
  return found.get(id) ?? null;
}

function findStates(run: Run, tensors: TraceIndex["tensors"]): ReadonlyMap<string, KeptState> {
  const owners = new Map<string | null, string | null>();
  const made = new Map<string, KeptState>();
  const states = new Map<string, KeptState>();
  for (const event of run.events) {
    if (event.kind === "call") owners.set(event.call, ownerOf(event) ?? owners.get(event.parent) ?? null);
    if (event.kind !== "op") continue;
    const owner = owners.get(event.call) ?? null;
    if (owner === null) continue;
    const parameter = shapeGiver(event);
    if (parameter !== null && tensors.get(parameter)?.is_leaf && tensors.get(parameter)?.requires_grad) {
      for (const id of event.outputs) made.set(id, { owner, tensor: parameter });
    }
    for (const { tensor } of event.writes) {
      const state = made.get(tensor);
      if (state?.owner === owner) states.set(tensor, state);
    }
  }
  return states;
}

/** `Adam` of a library's `Adam.step`. */
function ownerOf({ what, name }: { readonly what: string; readonly name: string }): string | null {
  return (what === "library" && /([^.]+)\.step$/.exec(name)?.[1]) || null;
}

/** The tensor of which an op takes nothing but the shape. */
function shapeGiver({ inputs, effects, nodes }: OpEvent): string | null {
  const [only] = inputs;
  return inputs.length === 1 && only !== undefined && nodes.length === 0 && effects.reads?.length === 0 ? only : null;
}
