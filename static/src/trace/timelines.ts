/**
 * Turns the events of a run into timelines: for every tensor, counter and saved tensor, each fact and the event from which on it holds.
 *
 * A timeline is sorted by event, so the fact at an event is found by binary search, without a replay.
 */
import { append, countWhile, groupBy } from "./collections";
import type { Gradient, Run, TensorState, Value, Write } from "./contract";

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
}

export interface GradFn {
  readonly node: string | null;
  readonly outputNr: number;
}

export interface Timelines {
  readonly states: ReadonlyMap<string, Timeline<TensorState>>;
  readonly gradFns: ReadonlyMap<string, Timeline<GradFn>>;
  readonly values: ReadonlyMap<string, Timeline<Value>>;
  readonly names: ReadonlyMap<string, Timeline<NameHeld>>;
  /** What `.grad` held, by tensor. */
  readonly grads: ReadonlyMap<string, Timeline<Value | null>>;
  /** By counter. */
  readonly versions: ReadonlyMap<string, Timeline<number>>;
  /** By tensor: the writes that named it. */
  readonly writes: ReadonlyMap<string, Timeline<Write>>;
  /** By storage: every write into it, through any tensor. */
  readonly storageWrites: ReadonlyMap<string, Timeline<Write>>;
  /** By saved tensor: the event that made it stale, and the one that freed it. */
  readonly staleAt: ReadonlyMap<string, number>;
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
    values: new Map() as Growable<Value>,
    names: new Map() as Growable<NameHeld>,
    grads: new Map() as Growable<Value | null>,
    versions: new Map() as Growable<number>,
    writes: new Map() as Growable<Write>,
    storageWrites: new Map() as Growable<Write>,
    staleAt: new Map<string, number>(),
    freedAt: new Map<string, number>(),
    ran: new Map() as Growable<number>,
  };
  for (const tensor of run.tensors) {
    if (tensor.value !== null) push(timelines.values, tensor.id, tensor.event, tensor.value);
    if (tensor.counter === null || tensor.version === null) continue;
    if (!timelines.versions.has(tensor.counter)) push(timelines.versions, tensor.counter, tensor.event, tensor.version);
  }
  const storages = new Map(run.tensors.map(tensor => [tensor.id, tensor.storage]));
  const names = nameTracker(timelines.names);
  const savedBy = groupBy(run.saved, saved => saved.node);
  for (const event of run.events) {
    if (event.kind === "line") names.enter(event.function);
    else if (event.kind === "bind") {
      const next = run.events.slice(event.index, event.index + MAX_ARGUMENTS).find(({ kind }) => kind !== "bind");
      // Arguments are bound before the first line of the function.
      if (next?.kind === "line" && next.line === event.line) names.enter(next.function);
      names.bind(event.name, event.tensor, event.index);
    } else if (event.kind === "op") readOp(timelines, event, storages);
    else if (event.kind === "accumulate") push(timelines.grads, event.tensor, event.index, event.grad);
    else if (event.kind === "node") push(timelines.ran, event.node, event.index, event.index);
    else if (event.kind === "free") {
      for (const node of event.nodes) for (const { id } of savedBy.get(node) ?? []) timelines.freedAt.set(id, event.index);
    }
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

function readOp(
  timelines: {
    readonly states: Growable<TensorState>;
    readonly gradFns: Growable<GradFn>;
    readonly values: Growable<Value>;
    readonly versions: Growable<number>;
    readonly writes: Growable<Write>;
    readonly storageWrites: Growable<Write>;
    readonly staleAt: Map<string, number>;
  },
  event: Extract<Run["events"][number], { readonly kind: "op" }>,
  storages: ReadonlyMap<string, string | null>,
): void {
  for (const state of event.states) {
    push(timelines.states, state.tensor, event.index, state);
    push(timelines.gradFns, state.tensor, event.index, { node: state.grad_fn, outputNr: state.output_nr });
  }
  for (const write of event.writes) {
    push(timelines.writes, write.tensor, event.index, write);
    const storage = storages.get(write.tensor) ?? null;
    if (storage !== null) push(timelines.storageWrites, storage, event.index, write);
    if (write.value !== null) push(timelines.values, write.tensor, event.index, write.value);
    if (write.counter !== null && write.version_after !== null) {
      push(timelines.versions, write.counter, event.index, write.version_after);
    }
  }
  for (const id of event.stale) if (!timelines.staleAt.has(id)) timelines.staleAt.set(id, event.index);
}

const MAX_ARGUMENTS = 16;

/**
 * A name is held by one tensor at a time within one function of the snippet. What a function calls its argument comes before what the
 * caller calls it: the last name is the one to show.
 */
function nameTracker(names: Growable<NameHeld>): {
  enter(scope: string): void;
  bind(name: string, tensor: string, event: number): void;
} {
  const holders = new Map<string, string>();
  const outside = new Map<string, string>();
  let scope = "<module>";
  return {
    enter: next => {
      scope = next;
    },
    bind: (name, tensor, event) => {
      const key = `${scope}\n${name}`;
      const holder = holders.get(key);
      if (holder === tensor) return;
      if (holder !== undefined) push(names, holder, event, { name, held: false });
      push(names, tensor, event, { name, held: true });
      holders.set(key, tensor);
      const own = outside.get(tensor);
      if (scope === "<module>") outside.set(tensor, name);
      else if (own !== undefined && holders.get(`<module>\n${own}`) === tensor) push(names, tensor, event, { name: own, held: true });
    },
  };
}
