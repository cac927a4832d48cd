/**
 * Turns the events of a run into timelines: for every tensor, counter and saved tensor, each fact and the event from which on it holds.
 *
 * A timeline is sorted by event, so the fact at an event is found by binary search, without a replay.
 */
import { aliasesOf } from "./aliases";
import { append, countWhile, groupBy } from "./collections";
import type { EventOf, Gradient, OpEvent, Run, TensorState, Value } from "./contract";

export interface TimelineEntry<Fact> {
  readonly event: number;
  readonly fact: Fact;
}

export type Timeline<Fact> = readonly TimelineEntry<Fact>[];

/** The fact after `event`; undefined before the first. */
export function factAt<Fact>(line: Timeline<Fact> | undefined, event: number): Fact | undefined {
  const position = line === undefined ? 0 : countUpTo(line, event);
  return position === 0 ? undefined : line?.[position - 1]?.fact;
}

/** How many entries of a timeline are at or before `event`. */
export function countUpTo(line: Timeline<unknown>, event: number): number {
  return countWhile(line, entry => entry.event <= event);
}

/** How many of these events, in ascending order, are at or before `event`. */
export function countEventsUpTo(events: readonly number[], event: number): number {
  return countWhile(events, earlier => earlier <= event);
}

export interface NameHeld {
  readonly name: string;
  /** False once the snippet has bound the name to another tensor. */
  readonly held: boolean;
  /** Bound by a function, not by the program itself. */
  readonly local: boolean;
}

export interface GradFn {
  readonly node: string | null;
  readonly outputNr: number;
}

export interface Timelines {
  readonly states: ReadonlyMap<string, Timeline<TensorState>>;
  readonly gradFns: ReadonlyMap<string, Timeline<GradFn>>;
  /** What it held; null from a write on that left it with values that were not recorded. */
  readonly values: ReadonlyMap<string, Timeline<Value | null>>;
  readonly names: ReadonlyMap<string, Timeline<NameHeld>>;
  /** What `.grad` held, by tensor. */
  readonly grads: ReadonlyMap<string, Timeline<Value | null>>;
  /** By counter. */
  readonly versions: ReadonlyMap<string, Timeline<number>>;
  /** By saved tensor: the event that made it stale, and the one that freed it. */
  readonly staleAt: ReadonlyMap<string, number>;
  /** By saved tensor: the event before which it was cloned, so that its node holds the clone. */
  readonly copiedAt: ReadonlyMap<string, number>;
  readonly freedAt: ReadonlyMap<string, number>;
  /** By node: the events at which it ran. */
  readonly ran: ReadonlyMap<string, Timeline<number>>;
}

type Growable<Fact> = Map<string, TimelineEntry<Fact>[]>;

function push<Fact>(lines: Growable<Fact>, id: string, event: number, fact: Fact): void {
  append(lines, id, { event, fact });
}

/** Read all events once; each fact goes to the timeline of the thing that it is about. */
export function readTimelines(run: Run): Timelines {
  const timelines = {
    states: new Map() as Growable<TensorState>,
    gradFns: new Map() as Growable<GradFn>,
    values: new Map() as Growable<Value | null>,
    names: new Map() as Growable<NameHeld>,
    grads: new Map() as Growable<Value | null>,
    versions: new Map() as Growable<number>,
    staleAt: new Map<string, number>(),
    copiedAt: new Map<string, number>(),
    freedAt: new Map<string, number>(),
    ran: new Map() as Growable<number>,
  };
  for (const tensor of run.tensors) {
    if (tensor.value !== null) push(timelines.values, tensor.id, tensor.event, tensor.value);
    if (tensor.counter === null || tensor.version === null) continue;
    if (!timelines.versions.has(tensor.counter)) push(timelines.versions, tensor.counter, tensor.event, tensor.version);
  }
  const bind = nameTracker(timelines.names);
  const savedBy = groupBy(run.saved, saved => saved.node);
  for (const event of run.events) {
    if (event.kind === "bind") bind(event);
    else if (event.kind === "op") readOp(timelines, event);
    else if (event.kind === "accumulate") readAccumulate(timelines, event);
    else if (event.kind === "node") push(timelines.ran, event.node, event.index, event.index);
    else if (event.kind === "free") {
      for (const node of event.nodes) for (const { id } of savedBy.get(node) ?? []) timelines.freedAt.set(id, event.index);
    }
    for (const { tensor, value } of aliasesOf(event)) push(timelines.values, tensor, event.index, value);
  }
  for (const gradient of run.gradients) retain(timelines, gradient);
  return timelines;
}

/** A `.grad` that a non-leaf retained has no event of its own: it is filled when the tensor's grad_fn runs. */
function retain(
  timelines: { readonly grads: Growable<Value | null>; readonly gradFns: Growable<GradFn>; readonly ran: Growable<number> },
  { tensor, value }: Gradient,
): void {
  if (timelines.grads.has(tensor) || value === null) return;
  const node = timelines.gradFns.get(tensor)?.at(-1)?.fact.node ?? null;
  const last = node === null ? undefined : timelines.ran.get(node)?.at(-1);
  if (last !== undefined) push(timelines.grads, tensor, last.event, value);
}

function readAccumulate(
  timelines: { readonly grads: Growable<Value | null>; readonly versions: Growable<number>; readonly staleAt: Map<string, number> },
  { tensor, index, grad, counter, version, stale }: EventOf<"accumulate">,
): void {
  push(timelines.grads, tensor, index, grad);
  if (counter !== null && version !== null) push(timelines.versions, counter, index, version);
  readStale(timelines.staleAt, stale, index);
}

function readStale(staleAt: Map<string, number>, stale: readonly string[], index: number): void {
  for (const id of stale) if (!staleAt.has(id)) staleAt.set(id, index);
}

function readOp(
  timelines: {
    readonly states: Growable<TensorState>;
    readonly gradFns: Growable<GradFn>;
    readonly values: Growable<Value | null>;
    readonly versions: Growable<number>;
    readonly staleAt: Map<string, number>;
    readonly copiedAt: Map<string, number>;
  },
  event: OpEvent,
): void {
  for (const state of event.states) {
    push(timelines.states, state.tensor, event.index, state);
    push(timelines.gradFns, state.tensor, event.index, { node: state.grad_fn, outputNr: state.output_nr });
  }
  for (const write of event.writes) {
    push(timelines.values, write.tensor, event.index, write.value);
    if (write.counter !== null && write.version_after !== null) {
      push(timelines.versions, write.counter, event.index, write.version_after);
    }
  }
  readStale(timelines.staleAt, event.stale, event.index);
  readStale(timelines.copiedAt, event.copied ?? [], event.index);
}

/** A name is held by one tensor at a time within one scope. */
function nameTracker(names: Growable<NameHeld>): (event: EventOf<"bind">) => void {
  const holders = new Map<string, string>();
  return ({ name, tensor, index, call: scope }) => {
    const key = `${scope}\n${name}`;
    const holder = holders.get(key);
    if (holder === tensor) return;
    const local = scope !== null;
    if (holder !== undefined) push(names, holder, index, { name, held: false, local });
    push(names, tensor, index, { name, held: true, local });
    holders.set(key, tensor);
  };
}
