/** Describes an op: what it makes, whose memory that is, and what it records for backward. */
import { groupBy } from "../trace/collections";
import type { OpEvent, Saved } from "../trace/contract";
import { viewedBy } from "../trace/flow";
import { callName, isSavingKnown, nodeOf, tensorAt } from "../trace/history";
import { listPhrases, type NarrationContext, nameOf, nodeName, savedItem, tensors, unique } from "./context";
import { describeNothingKept, describeReasons } from "./kept";
import type { Phrase } from "./locale";

export function describeOp(context: NarrationContext, event: OpEvent): readonly Phrase[] {
  return [describeResult(context, event), ...describeSharing(context, event), ...describeRecord(context, event)];
}

function describeResult(context: NarrationContext, event: OpEvent): Phrase {
  const { words, index, now } = context;
  const named = event.outputs.filter(id => callName(index, id, now) !== null);
  const inputs = tensors(context, event.inputs);
  if (named.length === 0 && event.inputs.length > 0) return words.parts("step-op-on", { op: event.name, inputs });
  if (event.outputs.length === 0) return words.parts("step-op", { op: event.name });
  const name = tensors(context, event.outputs);
  if (event.inputs.length === 0) return words.parts("step-op-makes", { op: event.name, name });
  return words.parts("step-op-from", { op: event.name, name, inputs });
}

/** Whether an output shares memory with an input, and whether it shares the counter. */
function describeSharing(context: NarrationContext, event: OpEvent): readonly Phrase[] {
  const { index, words, now } = context;
  const output = event.outputs[0] === undefined ? null : index.tensors.get(event.outputs[0]);
  const input = index.tensors.get(viewedBy(event, output?.id ?? "") ?? "");
  if (!output || !input || output.event !== event.index) return [];
  const base = nameOf(context, input.id);
  const sameCounter = output.counter !== null && output.counter === tensorAt(index, input.id, now)?.counter;
  return [words.parts(sameCounter ? "step-shares-both" : "step-shares-memory", { base })];
}

/** What the op recorded for backward: nodes and saved tensors, or nothing, where a gradient could have flowed. */
function describeRecord(context: NarrationContext, event: OpEvent): readonly Phrase[] {
  const { words, index, now } = context;
  const saved = event.saves.map(id => index.saved.get(id)).filter(entry => entry !== undefined);
  if (saved.length > 0) return [...describeSaves(context, saved), ...describeReasons(words, saved, index.nodes)];
  const outputs = event.outputs.map(id => tensorAt(index, id, now)).filter(tensor => tensor !== null);
  const tracked = event.inputs.some(id => tensorAt(index, id, now)?.requiresGrad);
  const flagged = event.outputs.length === 0 && event.states.length > 0;
  if (tracked && !flagged && event.outputs.every(id => isCut(context, id))) return [words.parts("step-cut")];
  if (event.inputs.length === 0 && outputs.some(tensor => tensor.requiresGrad && tensor.isLeaf)) return [words.parts("step-leaf")];
  // An AccumulateGrad is part of the graph from the first use of its leaf; the op has not recorded it.
  const [made] = event.nodes.flatMap(id => nodeOf(index, id) ?? []).filter(({ variable }) => variable === null);
  if (made === undefined) return [];
  const nothing = describeNothingKept(words, made);
  if (nothing !== null) return [nothing];
  return [words.parts(isSavingKnown(index, made) ? "step-saves-nothing" : "step-saves-unknown", { node: made.name })];
}

const MAX_SAVERS = 3;

/** Each node with what it saved, in the order in which the op recorded them. */
function describeSaves(context: NarrationContext, saved: readonly Saved[]): readonly Phrase[] {
  const { words, index } = context;
  const byNode = [...groupBy(saved, ({ node }) => node ?? "").entries()];
  const told = byNode.length > MAX_SAVERS ? byNode.slice(0, MAX_SAVERS - 1) : byNode;
  const phrases = told.map(([node, entries]) => {
    const items = unique(entries.map(entry => ({ key: entry.tensor, phrase: savedItem(context, entry.tensor, entry.saved_version) })));
    return words.parts("step-saves", { node: nodeName(index, node), items: listPhrases(context, items) });
  });
  return told.length < byNode.length ? [...phrases, words.parts("step-saves-more", { count: byNode.length - told.length })] : phrases;
}

/** Not recorded by this op, nor later by a custom Function around it. */
function isCut({ index }: NarrationContext, id: string): boolean {
  const states = index.timelines.states.get(id) ?? [];
  return !index.tensors.get(id)?.requires_grad && !states.some(({ fact }) => fact.requires_grad);
}
