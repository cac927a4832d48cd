/**
 * What explains each kind of diagnosis: cards, ops and nodes, the most important first.
 *
 * They follow from what the diagnosis and the trace state; what the trace lacks is left out, and what is not drawn is not kept.
 */
import type { Diagnosis, OpEvent } from "../trace/contract";
import { raiseEvent } from "../trace/diagnoses";
import { idsOf } from "../trace/references";
import type { Ids, LookUp } from "./look-up";

const MAX_GIVEN = 3;

export type Recipe = (look: LookUp, diagnosis: Diagnosis) => Ids;

/** A tensor was saved and then edited: the tensor, the node, the edit, the op that saved it, the root, what was made of what, the leaves. */
function* editAfterSave(look: LookUp, diagnosis: Diagnosis): Generator<string | null | undefined> {
  const saved = look.index.saved.get(diagnosis.saved ?? "");
  const node = diagnosis.node ?? saved?.node;
  yield* [look.tensor(saved?.tensor), look.tensor(diagnosis.tensor), node];
  yield* look.edit(diagnosis.edit_event ?? diagnosis.event);
  yield saved === undefined ? null : `e${saved.event}`;
  yield* look.roots(passOf(look, diagnosis));
  for (const id of [saved?.tensor, diagnosis.tensor]) yield* look.origin(id);
  yield* look.leaves(node);
}

/** PyTorch refused an edit: the tensor, what it is a view of and was made from, other results of the same op, and who reads it. */
function* refusedEdit(look: LookUp, diagnosis: Diagnosis): Generator<string | null | undefined> {
  const { tensor } = diagnosis;
  yield look.tensor(tensor);
  yield* look.edit(diagnosis.edit_event ?? diagnosis.event);
  yield look.tensor(look.index.tensors.get(tensor ?? "")?.base);
  yield* look.origin(tensor);
  const maker = look.index.visible.makers.get(tensor ?? "");
  for (const id of (maker?.outputs ?? []).slice(0, 2)) yield look.tensor(id);
  for (const id of given(look, diagnosis)) yield look.tensor(id);
  for (const reader of look.readers(tensor).slice(0, 1)) yield* look.op(reader.index);
  yield look.gradFn(tensor, raisedAt(look, diagnosis));
}

/** PyTorch refused a call: the tensor, how it was made, what else the call was given, and the leaves that it depends on. */
function* refusedCall(look: LookUp, diagnosis: Diagnosis): Generator<string | null | undefined> {
  const { tensor } = diagnosis;
  const grad_fn = look.gradFn(tensor, raisedAt(look, diagnosis));
  yield* [look.tensor(tensor), grad_fn];
  yield* look.origin(tensor);
  for (const id of given(look, diagnosis)) yield* [look.tensor(id), ...look.origin(id)];
  yield* look.leaves(grad_fn);
}

/** A graph was freed: the node, the op that made it, what it had saved, and the roots of the pass that freed it and of the one that failed. */
function* freedGraph(look: LookUp, diagnosis: Diagnosis): Generator<string | null | undefined> {
  const { index } = look;
  const node = index.nodes.get(diagnosis.node ?? "");
  const [ran] = index.timelines.ran.get(diagnosis.node ?? "") ?? [];
  yield node?.id;
  yield* look.roots(ran === undefined ? null : look.pass(ran.event));
  yield* look.roots(passOf(look, diagnosis));
  yield* look.op(node?.op);
  for (const { tensor } of (index.savesByNode.get(node?.id ?? "") ?? []).slice(0, 2)) yield* [look.tensor(tensor), ...look.origin(tensor)];
  yield* look.leaves(node?.id);
}

/** A path was cut: the op that cut, what went in and came out, the root, and the leaves that are no longer reached. */
function* cutPath(look: LookUp, diagnosis: Diagnosis): Generator<string | null | undefined> {
  const { index } = look;
  const cut = cutOp(look, diagnosis);
  const pass = passOf(look, diagnosis);
  for (const [shown, { event }] of index.cuts) if (event === cut?.index) yield `e${shown}`;
  yield* cut === null ? [] : look.op(cut.index);
  yield look.tensor(diagnosis.tensor);
  for (const id of (cut?.outputs ?? []).slice(0, 2)) yield look.tensor(id);
  yield* look.roots(pass);
  yield* look.origin(diagnosis.tensor);
  const before = (cut?.inputs ?? []).map(id => look.gradFn(id, cut?.index ?? 0)).find(node => node !== null);
  yield* [before, ...look.leaves(before)];
  for (const leaf of look.leaves(before)) yield look.tensor(index.nodes.get(leaf ?? "")?.variable);
  for (const id of pass?.call === "grad" ? pass.inputs : []) yield look.tensor(id);
}

/** Memory was edited behind another name: both tensors, the op that made one share with the other, and who reads what changed. */
function* sharedMemory(look: LookUp, diagnosis: Diagnosis): Generator<string | null | undefined> {
  const edit = diagnosis.edit_event ?? diagnosis.event;
  const written = look.index.opAt(edit ?? -1)?.writes.map(write => write.tensor) ?? [];
  yield look.tensor(diagnosis.tensor);
  yield* look.edit(edit);
  for (const id of written.slice(0, 2)) yield* [look.tensor(id), ...look.origin(id)];
  yield* look.origin(diagnosis.tensor);
  for (const reader of look.readers(diagnosis.tensor).slice(0, 2))
    yield* [...look.op(reader.index), reader.nodes.at(-1), ...reader.outputs];
  yield* look.roots(look.index.run.events.length > 0 ? look.pass(look.index.run.events.length) : null);
}

/** A result was asked for `.grad`: it, its grad_fn, the pass that did not fill it, and the leaves that it did. */
function* gradOfResult(look: LookUp, diagnosis: Diagnosis): Generator<string | null | undefined> {
  const event = raisedAt(look, diagnosis);
  const node = look.gradFn(diagnosis.tensor, event);
  yield* [look.tensor(diagnosis.tensor), node];
  yield* look.origin(diagnosis.tensor);
  yield* look.roots(look.pass(event));
  yield* look.leaves(node);
}

/** A node's backward returned what it should not: the node, its op, the root, and the leaves behind it. */
function* failingNode(look: LookUp, diagnosis: Diagnosis): Generator<string | null | undefined> {
  const node = look.index.nodes.get(diagnosis.node ?? "");
  yield node?.id;
  yield* look.op(node?.op);
  for (const id of look.index.opAt(node?.op ?? -1)?.outputs ?? []) yield look.tensor(id);
  yield* look.roots(passOf(look, diagnosis));
  yield* look.leaves(node?.id);
}

/** Films of kinds that came later are told as well as what their diagnosis names allows. */
export const RECIPES: Readonly<Partial<Record<string, Recipe>>> = {
  version_mismatch: editAfterSave,
  silent_overwrite: editAfterSave,
  leaf_in_place: refusedEdit,
  multi_view_in_place: refusedEdit,
  view_in_place: refusedEdit,
  inference_edit: refusedEdit,
  inference_tensor_saved: refusedCall,
  out_argument: refusedCall,
  non_scalar_root: refusedCall,
  non_leaf_optimized: refusedCall,
  non_leaf_flag: refusedCall,
  non_leaf_copied: refusedCall,
  integer_requires_grad: refusedCall,
  numpy_requires_grad: refusedCall,
  device_unavailable: refusedCall,
  graph_freed: freedGraph,
  no_grad_path: cutPath,
  cut_gradient: cutPath,
  leaf_root: cutPath,
  shared_storage_edit: sharedMemory,
  shared_weights: sharedMemory,
  non_leaf_grad: gradOfResult,
  custom_gradients: failingNode,
};

export function recipeFor({ kind }: Diagnosis): Recipe {
  return RECIPES[kind] ?? editAfterSave;
}

/** The op at which the path ends; where the diagnosis is about another event, the first on its line that reads something with a grad_fn. */
function cutOp({ index, gradFn }: LookUp, { event, cut_line, cut_file }: Diagnosis): OpEvent | null {
  if (cut_line === null) return null;
  const own = index.opAt(event ?? -1);
  const there = index.run.events.filter(each => each.kind === "op").filter(op => op.line === cut_line && op.file === cut_file);
  return own ?? there.find(op => op.inputs.some(id => gradFn(id, op.index) !== null)) ?? null;
}

/** The event that raised, else the one to look at. */
function raisedAt({ index }: LookUp, diagnosis: Diagnosis): number {
  return raiseEvent(index.run, diagnosis) ?? diagnosis.event ?? index.run.events.length;
}

/** The pass that raised; where none did, the last one. */
function passOf(look: LookUp, diagnosis: Diagnosis) {
  return look.pass(raiseEvent(look.index.run, diagnosis) ?? look.index.run.events.length);
}

/** What the call was given that raised. */
function given({ index }: LookUp, diagnosis: Diagnosis): readonly string[] {
  const raised = index.run.events[raiseEvent(index.run, diagnosis) ?? -1];
  return raised?.kind === "raise" ? idsOf(raised, "tensors").slice(0, MAX_GIVEN) : [];
}
