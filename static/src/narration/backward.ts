/** Describes the backward pass: its start, nodes, saved tensors, gradients, and how it fails. */
import type { Diagnosis, EventOf, Value } from "../trace/contract";
import { explains } from "../trace/diagnoses";
import { currentVersion, nodeOf } from "../trace/history";
import { changedBy } from "../trace/hooks";
import { lineOf } from "../trace/sources";
import { numbersOf } from "../trace/values";
import { firstLine, listPhrases, type NarrationContext, nameOf, nodeName, tensors, unique } from "./context";
import { type Phrase, textOf, type Words } from "./locale";

export function describeBackwardStart(context: NarrationContext, event: EventOf<"backward_start">): readonly Phrase[] {
  const { words } = context;
  const start = words.parts("step-backward-start", { call: `${event.call}()`, root: tensors(context, event.roots) });
  if (event.create_graph) return [start, words.parts("step-create-graph")];
  return event.retain_graph ? [start, words.parts("step-retain-graph")] : [start];
}

export function describeNode(context: NarrationContext, event: EventOf<"node">): Phrase {
  const { index, words } = context;
  const node = nodeOf(index, event.node);
  const goals = (node?.next_functions ?? [])
    .map(edge => edge.node)
    .filter(id => id !== null)
    .map(id => ({ key: id, phrase: goal(context, id) }));
  const params = { node: nodeName(index, event.node) };
  const hook = changedBy(index.hooks.get(event.node), event.index);
  const [before, after] = [hook?.given, hook?.returned].map(value => value && numbersOf(value));
  if (hook && before && after && before !== after)
    return words.parts("step-node-hook", { ...params, before, after, ...lineOf(index, hook) });
  if (node?.variable) return words.parts("step-node-leaf", { ...params, other: nameOf(context, node.variable) });
  if (event.grad_inputs.length === 0 && goals.length > 0) return words.parts("step-node-failed", params);
  if (goals.length === 0) return words.parts("step-node-end", params);
  return words.parts("step-node", { ...params, goals: listPhrases(context, unique(goals)) });
}

function goal(context: NarrationContext, id: string): Phrase {
  const node = nodeOf(context.index, id);
  return node?.variable ? nameOf(context, node.variable) : [{ text: node?.name ?? id, style: "name" }];
}

export function describeUnpack(context: NarrationContext, event: EventOf<"unpack">): Phrase {
  const { index, words } = context;
  const saved = index.saved.get(event.saved);
  return words.parts(event.ok ? "step-unpack" : "step-unpack-stale", {
    node: nodeName(index, saved?.node ?? null),
    name: nameOf(context, saved?.tensor ?? ""),
    version: event.saved_version,
    current: event.current_version,
  });
}

/** PyTorch's own message names no tensor and may be long: where the cause is known, that is given instead. */
export function describeRaise(context: NarrationContext, event: EventOf<"raise">): Phrase {
  const { index, words, now } = context;
  const type = event.exception_type;
  const saved = index.saved.get(event.saved ?? "");
  if (saved) {
    const node = nodeName(index, event.node ?? saved.node);
    const params = { type, node, name: nameOf(context, saved.tensor), version: saved.saved_version };
    return words.parts("step-raise-version", { ...params, current: currentVersion(index, saved, now) });
  }
  const cause = index.run.diagnoses.find(diagnosis => explains(diagnosis, event));
  return words.parts("step-raise", { type, text: (cause && titleOf(words, cause)) ?? firstLine(event.message) });
}

export function describeWarning({ index, words }: NarrationContext, event: EventOf<"warning">): Phrase {
  const cause = index.diagnosesByEvent.get(event.index)?.[0];
  return words.parts("step-warning", { category: event.category, text: (cause && titleOf(words, cause)) ?? firstLine(event.text) });
}

/** Null in an embed, whose catalogue has no diagnoses. */
function titleOf(words: Words, { kind, params }: Diagnosis): string | null {
  const key = `diagnosis-${kind}-title`;
  return words.has(key) ? words.word(key, params) : null;
}

export function describeAccumulate(context: NarrationContext, event: EventOf<"accumulate">): Phrase {
  const { words } = context;
  const { added } = event;
  const name: Phrase = [{ text: `${textOf(nameOf(context, event.tensor))}.grad`, style: "name" }];
  const numbers = event.grad && small(event.grad) ? numbersOf(event.grad) : null;
  if (numbers === null) return words.parts(added ? "step-grad-more" : "step-grad-first", { name });
  return words.parts(added ? "step-grad-more-value" : "step-grad-first-value", { name, code: numbers });
}

function small(value: Value): boolean {
  return value.preview.length <= 4 && value.shape.join() === value.preview_shape.join();
}
