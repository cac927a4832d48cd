/** Finds what is not drawn: ops without a visible effect, parameters that no drawn op uses. */
import type { OpEvent, Run } from "./contract";
import { type Flow, isPureEdit, viewedBy } from "./flow";

/** Tensors that the engine hands to a hook or to a custom function's backward: bound there and freed afterwards. */
export function tensorsBoundInBackward(run: Run): ReadonlySet<string> {
  const boundInBackward = new Set<string>();
  let inside = false;
  for (const event of run.events) {
    if (event.kind === "backward_start") inside = true;
    else if (event.kind === "backward_end") inside = false;
    else if (inside && event.kind === "bind") boundInBackward.add(event.tensor);
  }
  return boundInBackward;
}

/** No drawn op makes it or reads it. */
export function isUnread(id: string, { makers, readers }: Flow, pills: ReadonlySet<number>): boolean {
  const maker = makers.get(id);
  return !(maker !== undefined && pills.has(maker.index)) && !(readers.get(id) ?? []).some(op => pills.has(op.index));
}

/** A parameter that a library named and that no drawn op uses, such as those of a layer that was only copied. */
export function isIdle(id: string, flow: Flow, pills: ReadonlySet<number>): boolean {
  return flow.tensors.get(id)?.names.every(name => name.includes(".")) === true && isUnread(id, flow, pills);
}

/** Ops without a visible effect. */
export function hiddenOps({ ops, makers, readers }: Flow, cards: ReadonlySet<string>): Set<number> {
  const hidden = new Set<number>();
  for (let position = ops.length - 1; position >= 0; position--) {
    const op = ops[position];
    if (op === undefined || isPureEdit(op)) continue;
    const made = op.outputs.filter(id => makers.get(id) === op);
    if (made.some(id => cards.has(id))) {
      if (op.inputs.length === 0) hidden.add(op.index);
      continue;
    }
    const used = made.flatMap(id => readers.get(id) ?? []);
    const recordsNothing = op.nodes.length === 0 && op.saves.length === 0 && !lendsOnly(op);
    const scratch = recordsNothing && used.every(reader => hidden.has(reader.index) || (isPureEdit(reader) && reader.line === op.line));
    const handle = made.length > 0 && used.length === 0 && made.every(id => viewedBy(op, id) !== null);
    if (scratch || handle) hidden.add(op.index);
  }
  return hidden;
}

/** All that it does is to hand memory to code that autograd does not see. */
function lendsOnly({ effects, outputs }: OpEvent): boolean {
  return effects.hands_out.length > 0 && outputs.length === 0;
}
