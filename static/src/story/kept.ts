/**
 * Chooses the cards, ops and nodes that explain a diagnosis, the most important first.
 *
 * They follow from what the diagnosis and the trace state: the tensor and what it is a view of, the op that made it, the op and the node that
 * saved it, the edit, the node that fails, the root on which backward was called, and the leaves that get no gradient.
 */
import type { Diagnosis, EventOf } from "../trace/contract";
import { raiseEvent } from "../trace/diagnoses";
import type { TraceIndex } from "../trace/index";
import { placesOf } from "../trace/places";

/** What is left out needs room as well: a story shows at most 16 things. */
export const MAX_KEPT = 11;
const MAX_OPERANDS = 2;
const MAX_LEAVES = 2;

/** Ids as the graph has them: `t3` a tensor's card, `e12` the op of event 12, `n4` a node. */
export function keptFor(index: TraceIndex, diagnosis: Diagnosis): ReadonlySet<string> {
  const { cards, pills } = index.visible;
  const isDrawn = (id: string) => cards.has(id) || index.nodes.has(id) || (id.startsWith("e") && pills.has(Number(id.slice(1))));
  const place = placesOf(index);
  const kept = new Set<string>();
  const keep = (id: string | null | undefined) => {
    if (id != null && kept.size < MAX_KEPT && isDrawn(id)) kept.add(id);
  };
  const keepTensor = (id: string | null | undefined) => keep(id == null ? null : place(id)?.vertex);
  const saved = index.saved.get(diagnosis.saved ?? "");
  const failing = diagnosis.node ?? saved?.node ?? null;
  for (const id of [saved?.tensor, diagnosis.tensor]) keepTensor(id);
  keep(failing);
  const edit = diagnosis.edit_event ?? diagnosis.event;
  for (const host of index.visible.hostsOf.get(edit ?? -1) ?? []) keep(host);
  if (edit !== null) keep(`e${edit}`);
  for (const chip of index.visible.chips) if (chip.kind === "refused" && chip.events.some(event => event === edit)) keep(chip.host);
  if (saved !== undefined) keep(`e${saved.event}`);
  for (const event of cutsOf(index, diagnosis)) keepOp(index, event, keep, keepTensor);
  const root = rootOf(index, diagnosis);
  for (const id of root?.roots ?? []) {
    keepTensor(id);
    keep(index.gradFnAt(id, root?.index ?? 0)?.node);
  }
  for (const id of [saved?.tensor, diagnosis.tensor]) keepOrigin(index, id, keep, keepTensor);
  for (const leaf of leavesBehind(index, failing).slice(0, MAX_LEAVES)) {
    keep(leaf);
    keepTensor(index.nodes.get(leaf)?.variable);
  }
  return kept;
}

/** The op that made a tensor with what went into it, and the tensor that it is a view of. */
function keepOrigin(
  index: TraceIndex,
  tensor: string | null | undefined,
  keep: (id: string) => void,
  keepTensor: (id: string | null | undefined) => void,
): void {
  if (tensor == null) return;
  keepTensor(index.tensors.get(tensor)?.base);
  const maker = index.visible.makers.get(index.visible.shownAs(tensor) ?? tensor);
  if (maker !== undefined) keepOp(index, maker.index, keep, keepTensor);
}

function keepOp(index: TraceIndex, event: number, keep: (id: string) => void, keepTensor: (id: string) => void): void {
  keep(`e${event}`);
  for (const id of (index.opAt(event)?.inputs ?? []).slice(0, MAX_OPERANDS)) keepTensor(id);
}

/** The ops at which the path to the leaves ends, where the diagnosis is about that. */
function cutsOf(index: TraceIndex, { cut_line, cut_file }: Diagnosis): readonly number[] {
  if (cut_line === null) return [];
  return [...index.cuts.keys()].filter(event => {
    const cut = index.run.events[event];
    return cut?.line === cut_line && cut.file === cut_file;
  });
}

/** The call of backward that fails; where none did yet, the last one. */
function rootOf(index: TraceIndex, diagnosis: Diagnosis): EventOf<"backward_start"> | undefined {
  const raised = raiseEvent(index.run, diagnosis) ?? index.run.events.length;
  const starts = index.run.events.filter((event): event is EventOf<"backward_start"> => event.kind === "backward_start");
  return starts.findLast(event => event.index < raised);
}

/** The AccumulateGrad nodes that a gradient reaches only through a node which fails, in the order in which it would come to them. */
export function leavesBehind(index: TraceIndex, node: string | null): readonly string[] {
  const seen = new Set(node === null ? [] : [node]);
  for (const id of seen) for (const { node: next } of index.nodes.get(id)?.next_functions ?? []) if (next !== null) seen.add(next);
  return [...seen].filter(id => index.nodes.get(id)?.kind === "accumulate_grad");
}
