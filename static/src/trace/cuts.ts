/** Turns diagnoses of cut paths into the ops at which the gradient stops. */
import type { OpEvent, Run } from "./contract";
import type { VisibleThings } from "./visible";

/** By event of a pill: the op that cut, or the last one before a cut that has no pill of its own, such as `.item()`. */
export type Cuts = ReadonlyMap<number, { readonly event: number }>;

export function cutsOf(run: Run, visible: VisibleThings): Cuts {
  const cuts = new Map<number, { readonly event: number }>();
  for (const { kind, event, cut_line } of run.diagnoses) {
    if ((kind !== "no_grad_path" && kind !== "cut_gradient") || cut_line === null || event === null) continue;
    const op = run.events[event];
    if (op?.kind !== "op") continue;
    const shown = shownFor(op, visible);
    if (shown !== null) cuts.set(shown, { event });
  }
  return cuts;
}

function shownFor(op: OpEvent, visible: VisibleThings): number | null {
  let current: OpEvent | undefined = op;
  for (let hops = 0; current !== undefined && hops < 16; hops++) {
    if (visible.pills.has(current.index)) return current.index;
    const input: string | undefined = current.inputs[0];
    current = input === undefined ? undefined : visible.makers.get(input);
  }
  return null;
}
