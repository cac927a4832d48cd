/** Answers what is true of a tensor after an event: its names, flags, version and values, and which events changed them. */
import type { OpEvent, Saved, Tensor, TraceNode, Value } from "./contract";
import type { TraceIndex } from "./index";
import { countUpTo, factAt } from "./timelines";

/** Something that moved a counter or memory, as seen from one tensor. */
export interface VersionMark {
  readonly event: number;
  readonly line: number | null;
  /** `overwritten`: the memory changed and the tensor's own counter did not. */
  readonly kind: "made" | "saved" | "edited" | "overwritten";
  readonly version: number | null;
}

export interface TensorAt {
  readonly tensor: Tensor;
  readonly names: readonly string[];
  readonly shape: readonly number[];
  readonly requiresGrad: boolean;
  readonly isLeaf: boolean;
  readonly retainsGrad: boolean;
  readonly storage: string | null;
  readonly counter: string | null;
  readonly version: number | null;
  readonly gradFn: string | null;
  readonly gradFnsBefore: readonly string[];
  readonly value: Value | null;
  readonly valueBefore: Value | null;
  /** A write through another name has changed the memory since `value` was taken. */
  readonly outdated: boolean;
  readonly grad: Value | null;
  readonly gradCount: number;
}

/** The tensor after event `now`, or null where the run has no such tensor. */
export function tensorAt(index: TraceIndex, id: string, now: number): TensorAt | null {
  const tensor = index.tensors.get(id);
  if (!tensor) return null;
  const state = factAt(index.timelines.states.get(id), now);
  const grads = index.timelines.grads.get(id);
  const counter = state ? state.counter : tensor.counter;
  return {
    tensor,
    names: index.namesAt(id, now),
    shape: state?.shape ?? tensor.shape,
    requiresGrad: state?.requires_grad ?? tensor.requires_grad,
    isLeaf: state?.is_leaf ?? tensor.is_leaf,
    retainsGrad: state?.retains_grad ?? false,
    storage: state ? state.storage : tensor.storage,
    counter,
    version: index.versionAt(counter, now),
    ...gradFnsAt(index, id, now),
    ...valuesAt(index, id, now),
    grad: factAt(grads, now) ?? null,
    gradCount: grads ? countUpTo(grads, now) : 0,
  };
}

/** Everything that happened to the tensor's version up to `now`: made, saved, edited, and written without moving the counter. */
export function versionMarks(index: TraceIndex, id: string, now: number): readonly VersionMark[] {
  const tensor = index.tensors.get(id);
  if (!tensor) return [];
  const made: VersionMark = { event: tensor.event, line: tensor.line, kind: "made", version: tensor.version };
  const saved = (index.savesByTensor.get(id) ?? []).map(
    (entry): VersionMark => ({ event: entry.event, line: entry.line, kind: "saved", version: entry.saved_version }),
  );
  const moved = new Map<number, number>();
  let version: number | null = null;
  for (const { event, fact } of index.timelines.versions.get(tensor.counter ?? "") ?? []) {
    if (version !== null && fact !== version) moved.set(event, fact);
    version = fact;
  }
  const changed = (index.timelines.values.get(id) ?? []).map(({ event }) => event);
  const written = [...new Set([...moved.keys(), ...changed])].filter(event => event > tensor.event);
  const marks = written.map((event): VersionMark => {
    const after = moved.get(event);
    const line = index.run.events[event]?.line ?? null;
    return { event, line, kind: after === undefined ? "overwritten" : "edited", version: after ?? null };
  });
  return [made, ...saved, ...marks].filter(mark => mark.event <= now).sort((a, b) => a.event - b.event);
}

/** Saved tensors that hold this one, up to `now`. */
export function savesOf(index: TraceIndex, id: string, now: number): readonly Saved[] {
  return (index.savesByTensor.get(id) ?? []).filter(saved => saved.event <= now);
}

/** Saved tensors that a node holds, up to `now`. */
export function savesBy(index: TraceIndex, node: string, now: number): readonly Saved[] {
  return (index.savesByNode.get(node) ?? []).filter(saved => saved.event <= now);
}

/**
 * Whether the trace tells all that a node keeps: not of a custom Function, whose `ctx` may hold tensors under any name, and not of what the
 * program's or a library's own saved-tensor hooks have taken away, such as `save_on_cpu`.
 */
export function isSavingKnown({ run }: TraceIndex, node: TraceNode): boolean {
  return node.kind !== "custom" && !run.not_shown.some(({ kind, what }) => kind === "saved_hooks" && what === node.name);
}

/** Of this edit it is known only that it came before the version check that failed: nothing recorded had made it. */
export function isFoundLate(event: OpEvent): boolean {
  return event.name === "unknown";
}

/** Whether the counter of a saved tensor may have moved by `now` without being seen: a later check finds that it has. */
export function isDoubtful(index: TraceIndex, saved: Saved, now: number): boolean {
  const found = index.opAt(index.staleEvent(saved.id) ?? -1);
  return found !== null && isFoundLate(found) && saved.event <= now && now < found.index;
}

/** Whether the node holds a clone at `now`, which was made before an edit overwrote the saved tensor. */
export function isCopied(index: TraceIndex, saved: Saved, now: number): boolean {
  return (index.timelines.copiedAt.get(saved.id) ?? Number.POSITIVE_INFINITY) <= now;
}

/** Whether a version check would fail at `now`; none is made of what edits clone before they overwrite it. */
export function isStale(index: TraceIndex, saved: Saved, now: number): boolean {
  const current = currentVersion(index, saved, now);
  return !saved.copied_by_edits && current !== null && current !== saved.saved_version;
}

export function savedState(index: TraceIndex, saved: Saved, now: number): "stale" | "copied" | "doubtful" | "fresh" {
  if (isStale(index, saved, now)) return "stale";
  if (isCopied(index, saved, now)) return "copied";
  return isDoubtful(index, saved, now) ? "doubtful" : "fresh";
}

/** The version that the saved tensor's counter has at `now`. */
export function currentVersion(index: TraceIndex, saved: Saved, now: number): number | null {
  return tensorAt(index, saved.tensor, now)?.version ?? null;
}

/** Other named tensors in the same memory, up to `now`. */
export function sharing(index: TraceIndex, storage: string, id: string, now: number): readonly Tensor[] {
  const others = index.tensorsByStorage.get(storage) ?? [];
  return others.filter(tensor => tensor.id !== id && tensor.event <= now && tensor.names.length > 0);
}

/** What sentences call a tensor at `now`, as the trace states it; null for one that never has a name. */
export function callName(index: TraceIndex, id: string, now: number): string | null {
  const tensor = index.tensors.get(id);
  const called = tensor?.called?.findLast(([event]) => event <= now) ?? tensor?.called?.[0];
  return called?.[1] ?? tensor?.names[0] ?? null;
}

export function nodeOf(index: TraceIndex, id: string | null): TraceNode | null {
  return (id === null ? undefined : index.nodes.get(id)) ?? null;
}

/** What it holds after event `now`, what it held before that, and whether it has changed since in a way that was not recorded. */
export function valuesAt(index: TraceIndex, id: string, now: number): Pick<TensorAt, "value" | "valueBefore" | "outdated"> {
  const line = index.timelines.values.get(id) ?? [];
  const values = line.slice(0, countUpTo(line, now)).map(({ fact }) => fact);
  const known = values.filter(value => value !== null);
  return { value: known.at(-1) ?? null, valueBefore: known.at(-2) ?? null, outdated: values.at(-1) === null };
}

function gradFnsAt(index: TraceIndex, id: string, now: number): Pick<TensorAt, "gradFn" | "gradFnsBefore"> {
  const line = index.timelines.gradFns.get(id) ?? [];
  const nodes = line.slice(0, countUpTo(line, now)).map(moment => moment.fact.node);
  const gradFn = nodes.at(-1) ?? null;
  const before = [...new Set(nodes)].filter(node => node !== null && node !== gradFn);
  return { gradFn, gradFnsBefore: before as string[] };
}
