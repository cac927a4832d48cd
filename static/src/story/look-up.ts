/** Answers what the story of a tensor or of a gradient asks of a trace: where a tensor is drawn, what made it, which backward pass an event belongs to. */
import type { EventOf, OpEvent } from "../trace/contract";
import type { TraceIndex } from "../trace/index";
import { placesOf } from "../trace/places";

/** Ids as the graph has them: `t3` a tensor's card, `e12` the op of event 12, `n4` a node. */
export type Ids = Iterable<string | null | undefined>;

const MAX_OPERANDS = 2;

export interface LookUp {
  readonly index: TraceIndex;
  /** The card of a tensor, or the op that made it. */
  readonly tensor: (id: string | null | undefined) => string | null;
  /** An op and the first of what went in. */
  readonly op: (event: number | null | undefined) => Ids;
  /** The op that made a tensor with what went in, and the tensor that it is a view of. */
  readonly origin: (id: string | null | undefined) => Ids;
  /** The call of backward that is under way at an event; at none the last one before it. */
  readonly pass: (event: number) => EventOf<"backward_start"> | null;
  /** The tensors on which a pass was called, and their grad_fn. */
  readonly roots: (pass: EventOf<"backward_start"> | null) => Ids;
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
    pass: event => starts.findLast(start => start.index <= event) ?? null,
    roots: pass => (pass?.roots ?? []).flatMap(id => [tensor(id), gradFn(id, pass?.index ?? 0)]),
    gradFn,
    readers: id => (id == null ? [] : (index.visible.readers.get(index.visible.shownAs(id) ?? id) ?? [])),
  };
}
