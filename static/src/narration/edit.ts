/** Describes an in-place edit: what it wrote, which counter moved, which other tensors it changed, and what it made stale. */
import type { OpEvent } from "../trace/contract";
import { isFoundLate } from "../trace/history";
import { editText } from "../trace/sources";
import { type NarrationContext, nodeName, shorten, tensors } from "./context";
import type { Phrase } from "./locale";

export function describeEdit(context: NarrationContext, event: OpEvent): readonly Phrase[] {
  const { words, index } = context;
  const [write] = event.writes;
  if (!write) return [];
  if (isFoundLate(event))
    return [
      words.parts("step-edit-unknown", {
        name: tensors(context, [write.tensor]),
        before: write.version_before,
        after: write.version_after,
      }),
    ];
  const hosts = [...new Set(event.writes.map(entry => index.visible.shownAs(entry.tensor) ?? entry.tensor))];
  const params = { ...editor(context, event), name: tensors(context, hosts) };
  if (hosts.length > 1) return [words.parts("step-edit-many", { ...params, count: hosts.length }), ...describeStale(context, event)];
  if (event.writes.every(entry => entry.metadata_only)) {
    const [before, after] = [write.version_before, write.version_after];
    return [words.parts("step-edit-metadata", { ...params, before, after }), ...describeStale(context, event)];
  }
  const counted = hosts[0] === write.tensor || index.tensors.get(hosts[0] ?? "")?.counter === write.counter;
  const moved = counted && write.version_before !== write.version_after;
  const sentence = moved
    ? words.parts("step-edit", { ...params, before: write.version_before, after: write.version_after })
    : describeUncounted(context, event, hosts);
  return [sentence, ...(moved ? describeAffected(context, event, hosts) : []), ...describeStale(context, event)];
}

/** The line itself where it is the edit, else the op inside it. */
function editor({ index, words }: NarrationContext, event: OpEvent): { readonly code: Phrase } {
  const line = shorten(editText(index.sources, event)) || event.name;
  const code: Phrase = [{ text: line, style: "code" }];
  const hidden = event.writes[0]?.op ?? (event.module === null ? null : event.name);
  if (hidden === null || line.includes(event.name)) return { code };
  const op = (hidden.split("::").at(-1) ?? hidden).replace(/\..*/, "");
  return { code: words.parts("step-inside", { op, code }) };
}

/** A write that moved no counter of the tensors in that memory. */
function describeUncounted(context: NarrationContext, event: OpEvent, hosts: readonly string[]): Phrase {
  const ids = [...hosts, ...affectedBy(context, event, hosts)];
  return context.words.parts("step-edit-silent", { ...editor(context, event), name: tensors(context, ids), count: ids.length });
}

/** A write that changed other tensors in the same memory without moving their counter. */
function describeAffected(context: NarrationContext, event: OpEvent, hosts: readonly string[]): readonly Phrase[] {
  const ids = affectedBy(context, event, hosts);
  return ids.length > 0 ? [context.words.parts("step-edit-behind", { other: tensors(context, ids), count: ids.length })] : [];
}

function affectedBy({ index }: NarrationContext, event: OpEvent, hosts: readonly string[]): readonly string[] {
  const [write] = event.writes;
  const mates = index.aliasesOf(event).map(({ tensor }) => index.tensors.get(tensor));
  const felt = mates.filter(mate => mate !== undefined && mate.counter !== write?.counter && mate.names.length > 0);
  return felt.flatMap(mate => mate?.id ?? []).filter(id => !hosts.includes(id));
}

function describeStale(context: NarrationContext, event: OpEvent): readonly Phrase[] {
  const { index, words } = context;
  const stale = event.stale.map(id => index.saved.get(id)).filter(entry => entry !== undefined);
  const told = index.run.diagnoses.find(
    ({ kind, severity, event: at }) => kind === "version_mismatch" && severity === "error" && at === event.index,
  );
  const first = stale.find(({ id }) => id === told?.saved) ?? stale[0];
  if (!first) return [];
  const nodes = new Set(stale.map(saved => saved.node));
  const params = { node: nodeName(index, first.node), version: first.saved_version, count: nodes.size };
  if (nodes.size > 1) return [words.parts(told ? "step-stale-many-fails" : "step-stale-many", params)];
  return [words.parts(told ? "step-stale-fails" : "step-stale", params)];
}
