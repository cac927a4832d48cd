/** Tells an in-place edit: what it wrote, which counter moved, who else feels it, and what it has made stale. */
import type { OpEvent } from "../trace/contract";
import { sourceLine } from "../trace/film";
import { overlaps } from "../trace/history";
import { type NarrationContext, nodeName, shorten, tensors } from "./context";
import type { Phrase } from "./locale";

export function describeEdit(scene: NarrationContext, event: OpEvent): readonly Phrase[] {
  const { words, index } = scene;
  const [write] = event.writes;
  if (!write) return [];
  const hosts = [...new Set(event.writes.map(entry => index.visible.shownAs(entry.tensor) ?? entry.tensor))];
  const params = { ...editor(scene, event), name: tensors(scene, hosts) };
  if (hosts.length > 1) return [words.parts("step-edit-many", { ...params, count: hosts.length }), ...describeStale(scene, event)];
  const counted = hosts[0] === write.tensor || index.tensors.get(hosts[0] ?? "")?.counter === write.counter;
  const moved = counted && write.version_before !== write.version_after;
  const told = moved
    ? words.parts("step-edit", { ...params, before: write.version_before, after: write.version_after })
    : describeUncounted(scene, event, hosts);
  return [told, ...(moved ? describeAffected(scene, event, hosts) : []), ...describeStale(scene, event)];
}

/** The line itself where it is the edit, else the operation that hides inside it. */
function editor({ index, words }: NarrationContext, event: OpEvent): { readonly code: Phrase } {
  const line = shorten(sourceLine(index, event.line)) || event.name;
  const code: Phrase = [{ text: line, style: "code" }];
  const hidden = event.writes[0]?.op ?? (event.module === null ? null : event.name);
  if (hidden === null || line.includes(event.name)) return { code };
  const op = (hidden.split("::").at(-1) ?? hidden).replace(/\..*/, "");
  return { code: words.parts("step-inside", { op, code }) };
}

/** A write that no counter of the tensors in that memory tells of. */
function describeUncounted(scene: NarrationContext, event: OpEvent, hosts: readonly string[]): Phrase {
  const ids = [...hosts, ...affectedBy(scene, event, hosts)];
  return scene.words.parts("step-edit-silent", { ...editor(scene, event), name: tensors(scene, ids), count: ids.length });
}

/** A write that other tensors in the same memory feel while their own counter stands still. */
function describeAffected(scene: NarrationContext, event: OpEvent, hosts: readonly string[]): readonly Phrase[] {
  const ids = affectedBy(scene, event, hosts);
  return ids.length > 0 ? [scene.words.parts("step-edit-behind", { other: tensors(scene, ids), count: ids.length })] : [];
}

function affectedBy({ index }: NarrationContext, event: OpEvent, hosts: readonly string[]): readonly string[] {
  const [write] = event.writes;
  const storage = index.tensors.get(write?.tensor ?? "")?.storage ?? null;
  const mates = storage === null ? [] : (index.tensorsByStorage.get(storage) ?? []);
  const felt = mates.filter(
    mate => write && mate.counter !== write.counter && overlaps(mate, write) && mate.event < event.index && mate.names.length > 0,
  );
  return felt.map(mate => mate.id).filter(id => !hosts.includes(id));
}

function describeStale(scene: NarrationContext, event: OpEvent): readonly Phrase[] {
  const { index, words } = scene;
  const stale = event.stale.map(id => index.saved.get(id)).filter(entry => entry !== undefined);
  const [first] = stale;
  if (!first) return [];
  const fails = index.run.diagnoses.some(
    diagnosis => diagnosis.kind === "version_mismatch" && diagnosis.severity === "error" && diagnosis.event === event.index,
  );
  const params = { node: nodeName(index, first.node), version: first.saved_version, count: stale.length };
  if (stale.length > 1) return [words.parts(fails ? "step-stale-many-fails" : "step-stale-many", params)];
  return [words.parts(fails ? "step-stale-fails" : "step-stale", params)];
}
