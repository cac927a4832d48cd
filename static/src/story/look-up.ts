/** Answers what recipes ask of a trace: where a tensor is drawn, what made it, which backward pass an event belongs to. */
import type { EventOf, OpEvent } from "../trace/contract";
import type { TraceIndex } from "../trace/index";
import { placesOf } from "../trace/places";

/** Ids as the graph has them: `t3` a tensor's card, `e12` the op of event 12, `n4` a node. */
export type Ids = Iterable<string | null | undefined>;

const MAX_OPERANDS = 2;
const MAX_LEAVES = 2;

export interface LookUp {
  readonly index: TraceIndex;
  /** The card of a tensor, or the op that made it. */
  readonly tensor: (id: string | null | undefined) => string | null;
  /** An op and the first of what went in. */
  readonly op: (event: number | null | undefined) => Ids;
  /** The op that made a tensor with what went in, and the tensor that it is a view of. */
  readonly origin: (id: string | null | undefined) => Ids;
  /** What an event edits, its op, and the card on which PyTorch refused it. */
  readonly edit: (event: number | null) => Ids;
  /** The call of backward that is under way at an event; at none the last one before it. */
  readonly pass: (event: number) => EventOf<"backward_start"> | null;
  /** The tensors on which a pass was called, and their grad_fn. */
  readonly roots: (pass: EventOf<"backward_start"> | null) => Ids;
  /** The AccumulateGrad of the first leaves whose gradient comes through a node; each shows the name of its leaf. */
  readonly leaves: (node: string | null | undefined) => Ids;
  readonly gradFn: (tensor: string | null | undefined, event: number) => string | null;
  /** Ops that read a tensor, in order. */
  readonly readers: (tensor: string | null | undefined) => readonly OpEvent[];
}

export function lookUp(index: TraceIndex): LookUp {
  const place = placesOf(index);
  const tensor = (id: string | null | undefined) => (id == null ? null : (place(id)?.vertex ?? null));
  const op = (event: number | null | undefined) => {
    const inputs = (event == null ? null : index.opAt(event))?.inputs ?? [];
    return [event == null ? null : `e${event}`, ...inputs.slice(0, MAX_OPERANDS).map(tensor)];
  };
  const gradFn = (id: string | null | undefined, event: number) => (id == null ? null : (index.gradFnAt(id, event)?.node ?? null));
  const starts = index.run.events.filter((event): event is EventOf<"backward_start"> => event.kind === "backward_start");
  return {
    index,
    tensor,
    op,
    origin: id => {
      if (id == null) return [];
      const maker = index.visible.makers.get(index.visible.shownAs(id) ?? id);
      return [tensor(index.tensors.get(id)?.base), ...op(maker?.index)];
    },
    edit: event => {
      if (event === null) return [];
      const refused = index.visible.chips.filter(chip => chip.kind === "refused" && chip.events.includes(event));
      return [...(index.visible.hostsOf.get(event) ?? []), `e${event}`, ...refused.map(chip => chip.host)];
    },
    pass: event => starts.findLast(start => start.index <= event) ?? null,
    roots: pass => (pass?.roots ?? []).flatMap(id => [tensor(id), gradFn(id, pass?.index ?? 0)]),
    leaves: node =>
      leavesBehind(index, node)
        .slice(0, MAX_LEAVES)
        .flatMap(leaf => [leaf]),
    gradFn,
    readers: id => (id == null ? [] : (index.visible.readers.get(index.visible.shownAs(id) ?? id) ?? [])),
  };
}

/** The AccumulateGrad nodes that a gradient reaches only through a node, in the order in which it would come to them. */
export function leavesBehind(index: TraceIndex, node: string | null | undefined): readonly string[] {
  const seen = new Set(node == null ? [] : [node]);
  for (const id of seen) for (const { node: next } of index.nodes.get(id)?.next_functions ?? []) if (next !== null) seen.add(next);
  return [...seen].filter(id => index.nodes.get(id)?.kind === "accumulate_grad");
}
