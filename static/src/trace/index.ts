/**
 * Turns a Run into a TraceIndex: every look-up that the page needs, built once in time linear in the run, and the steps of the film.
 *
 *     Run ──▶ readTimelines (what was true when) ─┐
 *         └─▶ findVisible (what is drawn) ─▶ stepsOf ─┴─▶ TraceIndex ──▶ stateAt(index, step)
 */
import { type AliasesOf, aliasesOf } from "./aliases";
import { countWhile, groupBy } from "./collections";
import type { Diagnosis, Gradient, OpEvent, Run, Saved, Tensor, TraceNode } from "./contract";
import { type Cuts, cutsOf } from "./cuts";
import type { Edit } from "./edits";
import { retainedBy } from "./grads";
import { type Hooks, hooksOf } from "./hooks";
import { movesOf, type NameMove } from "./moves";
import { type Scales, scalesOf } from "./scale";
import { type SourceText, sourcesOf } from "./sources";
import { type Step, stepsOf } from "./steps";
import { factAt, type GradFn, readTimelines, type Timelines } from "./timelines";
import { findVisible, type VisibleThings } from "./visible";

export type { Chip, Edit } from "./edits";
export type { NameMove } from "./moves";
export type { Step, StepKind } from "./steps";
export type { GradFn, NameHeld, Timeline, TimelineEntry, Timelines } from "./timelines";
export type { VisibleThings } from "./visible";

export interface TraceIndex {
  readonly run: Run;
  /** The files that its lines are in; number 0 is the snippet or the main script. */
  readonly sources: readonly SourceText[];
  readonly tensors: ReadonlyMap<string, Tensor>;
  readonly nodes: ReadonlyMap<string, TraceNode>;
  readonly saved: ReadonlyMap<string, Saved>;
  readonly savesByTensor: ReadonlyMap<string, readonly Saved[]>;
  readonly savesByNode: ReadonlyMap<string, readonly Saved[]>;
  readonly tensorsByStorage: ReadonlyMap<string, readonly Tensor[]>;
  readonly tensorsByCounter: ReadonlyMap<string, readonly Tensor[]>;
  readonly diagnosesByEvent: ReadonlyMap<number, readonly Diagnosis[]>;
  readonly gradients: ReadonlyMap<string, Gradient>;
  readonly edits: readonly Edit[];
  /** Nodes that raised. */
  readonly failing: ReadonlySet<string>;
  readonly timelines: Timelines;
  readonly visible: VisibleThings;
  readonly cuts: Cuts;
  /** Other tensors that an event changed. */
  readonly aliasesOf: AliasesOf;
  /** How large the numbers of a tensor become over the film. */
  readonly scales: Scales;
  readonly hooks: Hooks;
  readonly moves: readonly NameMove[];
  /** By node: the tensor that retained the gradient which arrives there. */
  readonly retained: ReadonlyMap<string, string>;
  readonly steps: readonly Step[];
  /** The position of the step that shows an event. */
  readonly stepOfEvent: (event: number) => number;
  /** The event that made a saved tensor stale, if one did. */
  readonly staleEvent: (saved: string) => number | null;
  /** `grad_fn` as it was once the event was over. */
  readonly gradFnAt: (tensor: string, event: number) => GradFn | null;
  readonly versionAt: (counter: string | null, event: number) => number | null;
  /** Names that the tensor held once the event was over, oldest first, those that functions gave it last. */
  readonly namesAt: (tensor: string, event: number) => readonly string[];
  readonly opAt: (event: number) => OpEvent | null;
}

export function buildIndex(run: Run): TraceIndex {
  const timelines = readTimelines(run);
  const sources = sourcesOf(run);
  const visible = findVisible(run);
  const steps = stepsOf(run, visible);
  return {
    run,
    sources,
    tensors: new Map(run.tensors.map(tensor => [tensor.id, tensor])),
    nodes: new Map(run.nodes.map(node => [node.id, node])),
    saved: new Map(run.saved.map(saved => [saved.id, saved])),
    savesByTensor: groupBy(run.saved, saved => saved.tensor),
    savesByNode: groupBy(run.saved, saved => saved.node),
    tensorsByStorage: groupBy(run.tensors, tensor => tensor.storage),
    tensorsByCounter: groupBy(run.tensors, tensor => tensor.counter),
    diagnosesByEvent: groupBy(run.diagnoses, diagnosis => diagnosis.event),
    gradients: new Map(run.gradients.map(gradient => [gradient.tensor, gradient])),
    edits: visible.edits,
    failing: new Set(run.events.flatMap(event => (event.kind === "raise" && event.node !== null ? [event.node] : []))),
    timelines,
    visible,
    cuts: cutsOf(run, visible),
    aliasesOf,
    scales: scalesOf(run, timelines),
    hooks: hooksOf(run),
    moves: movesOf(run, timelines, visible),
    retained: retainedBy(run, timelines),
    steps,
    stepOfEvent: event => stepOf(steps, event),
    staleEvent: saved => timelines.staleAt.get(saved) ?? null,
    gradFnAt: (tensor, event) => factAt(timelines.gradFns.get(tensor), event) ?? null,
    versionAt: (counter, event) => (counter === null ? null : (factAt(timelines.versions.get(counter), event) ?? null)),
    namesAt: (tensor, event) => namesAt(timelines, tensor, event),
    opAt: event => {
      const found = run.events[event];
      return found?.kind === "op" ? found : null;
    },
  };
}

/** The first step whose picture includes the event. */
function stepOf(steps: readonly Step[], event: number): number {
  return Math.max(
    0,
    Math.min(
      steps.length - 1,
      countWhile(steps, step => step.last < event),
    ),
  );
}

function namesAt(timelines: Timelines, tensor: string, event: number): readonly string[] {
  const [outside, local] = [new Set<string>(), new Set<string>()];
  for (const { event: when, fact } of timelines.names.get(tensor) ?? []) {
    if (when > event) break;
    const names = fact.local ? local : outside;
    if (fact.held) names.add(fact.name);
    else names.delete(fact.name);
  }
  return [...new Set([...outside, ...local])];
}
