/**
 * Answers what is true at a step: which things exist, versions, names, stale and freed saved tensors.
 *
 * Nothing is replayed: each answer compares the step's last event with event numbers that the index holds. Pure, so scrubbing in any
 * direction gives the same state.
 */
import type { Diagnosis, TensorState, TraceEvent, Value } from "./contract";
import { explains } from "./diagnoses";
import { valuesAt } from "./history";
import type { Step, TraceIndex } from "./index";
import { countEventsUpTo, countUpTo, factAt } from "./timelines";

export type SavedPhase = "hidden" | "fresh" | "stale" | "failed" | "silent" | "freed";
export type NodePhase = "hidden" | "waiting" | "running" | "done" | "failed" | "freed";

export interface FilmState {
  readonly step: Step;
  /** The last event that has happened. */
  readonly now: number;
  readonly event: TraceEvent | null;
  /** True for an event that is part of this very step. */
  readonly isNow: (event: number) => boolean;
  readonly hasTensor: (tensor: string) => boolean;
  readonly hasNode: (node: string) => boolean;
  readonly names: (tensor: string) => { readonly held: readonly string[]; readonly lost: readonly string[] };
  readonly version: (tensor: string) => number | null;
  readonly flags: (tensor: string) => Pick<TensorState, "requires_grad" | "is_leaf" | "retains_grad" | "shape">;
  /** What it holds; `changed` where it has been written since, and the recording cannot tell what it holds now. */
  readonly value: (tensor: string) => { readonly value: Value | null; readonly changed: boolean };
  readonly grad: (tensor: string) => Value | null | undefined;
  readonly saved: (saved: string) => SavedPhase;
  readonly node: (node: string) => NodePhase;
  /** How many of these events have happened. */
  readonly count: (events: readonly number[]) => number;
  /** Whether one of these events, in order, is part of this step. */
  readonly anyNow: (events: readonly number[]) => boolean;
  /** The failure that this step shows; null before it happens. */
  readonly failure: ShownFailure | null;
}

export interface ShownFailure {
  readonly event: number;
  readonly node: string | null;
  readonly saved: string | null;
  readonly diagnosis: Diagnosis | null;
}

export function stateAt(index: TraceIndex, position: number): FilmState {
  const { timelines, steps } = index;
  const step = steps[Math.max(0, Math.min(steps.length - 1, position))] ?? emptyStep;
  const now = step.last;
  const failure = failureAt(index, now);
  const silent = silentSaves(index);
  return {
    step,
    now,
    event: index.run.events[step.event] ?? null,
    isNow: event => event >= step.first && event <= now,
    hasTensor: id => (index.tensors.get(id)?.event ?? Number.POSITIVE_INFINITY) <= now,
    hasNode: id => (index.nodes.get(id)?.event ?? Number.POSITIVE_INFINITY) <= now,
    names: id => {
      const held = index.namesAt(id, now);
      const past = (timelines.names.get(id) ?? []).filter(moment => moment.event <= now).map(moment => moment.fact.name);
      return { held, lost: [...new Set(past)].filter(name => !held.includes(name)) };
    },
    version: id => index.versionAt(index.tensors.get(id)?.counter ?? null, now),
    flags: id => flagsAt(index, id, now),
    value: id => {
      const { value, outdated } = valuesAt(index, id, now);
      return { value, changed: outdated };
    },
    grad: id => factAt(timelines.grads.get(id), now),
    saved: id => savedPhase(index, id, now, failure, silent),
    node: id => nodePhase(index, id, step, failure),
    count: events => countEventsUpTo(events, now),
    anyNow: events => countEventsUpTo(events, now) > countEventsUpTo(events, step.first - 1),
    failure,
  };
}

const emptyStep: Step = { position: 0, event: -1, first: 0, last: -1, kind: "line", line: null, file: 0, stale: false };

function flagsAt(index: TraceIndex, id: string, now: number): ReturnType<FilmState["flags"]> {
  const state = factAt(index.timelines.states.get(id), now);
  if (state !== undefined) return state;
  const tensor = index.tensors.get(id);
  return {
    requires_grad: tensor?.requires_grad ?? false,
    is_leaf: tensor?.is_leaf ?? false,
    retains_grad: false,
    shape: tensor?.shape ?? [],
  };
}

function savedPhase(
  index: TraceIndex,
  id: string,
  now: number,
  failure: ShownFailure | null,
  silent: ReadonlyMap<string, number>,
): SavedPhase {
  const saved = index.saved.get(id);
  if (saved === undefined || saved.event > now) return "hidden";
  if (failure?.saved === id) return "failed";
  if ((index.timelines.freedAt.get(id) ?? Number.POSITIVE_INFINITY) <= now) return silent.has(id) ? "silent" : "freed";
  if ((index.timelines.staleAt.get(id) ?? Number.POSITIVE_INFINITY) <= now) return "stale";
  if ((silent.get(id) ?? Number.POSITIVE_INFINITY) <= now) return "silent";
  return "fresh";
}

function silentSaves(index: TraceIndex): Map<string, number> {
  const found = new Map<string, number>();
  for (const { kind, saved, others, event } of index.run.diagnoses) {
    if (kind === "silent_overwrite") for (const id of [saved, ...others]) if (id !== null) found.set(id, event ?? 0);
  }
  return found;
}

function nodePhase(index: TraceIndex, id: string, step: Step, failure: ShownFailure | null): NodePhase {
  const node = index.nodes.get(id);
  if (node === undefined || node.event > step.last) return "hidden";
  if (failure?.node === id) return "failed";
  const runs = index.timelines.ran.get(id) ?? [];
  const count = countUpTo(runs, step.last);
  if (count === 0) return isAsking(index, id, step) ? "running" : "waiting";
  return (runs[count - 1]?.event ?? -1) >= step.first ? "running" : "done";
}

/** The step shows an unpack of this node, which has not run yet but is about to. */
function isAsking(index: TraceIndex, id: string, step: Step): boolean {
  const event = index.run.events[step.event];
  return event?.kind === "unpack" && index.saved.get(event.saved)?.node === id;
}

/** The failed check or the raise that has just happened; null again once the snippet has caught it and goes on. */
function failureAt(index: TraceIndex, now: number): ShownFailure | null {
  const { events, diagnoses } = index.run;
  for (let position = Math.min(now, events.length - 1); position >= 0; position--) {
    const event = events[position];
    if (event?.kind === "raise") {
      const diagnosis = diagnoses.find(item => explains(item, event));
      const { node, saved } = { node: event.node ?? diagnosis?.node, saved: event.saved ?? diagnosis?.saved };
      return { event: position, node: node ?? null, saved: saved ?? null, diagnosis: diagnosis ?? null };
    }
    if (event?.kind === "unpack" && !event.ok) {
      const diagnosis = diagnoses.find(item => item.saved === event.saved) ?? null;
      return { event: position, node: index.saved.get(event.saved)?.node ?? null, saved: event.saved, diagnosis };
    }
    if (event === undefined || !aftermath.has(event.kind)) return null;
  }
  return null;
}

const aftermath: ReadonlySet<TraceEvent["kind"]> = new Set(["output", "bind", "free", "backward_end", "node"]);
