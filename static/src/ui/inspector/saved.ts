/** A saved tensor, and a storage, in the inspector. */

import { type Child, el } from "../../dom/dom";
import { currentVersion, tensorAt } from "../../trace/history";
import { code, eventLink, facts, heading, type InspectorContext, nodeLink, section, tensorLink, valueView } from "./parts";
import { versionTag } from "./tensor";

export function savedView(scene: InspectorContext, id: string): readonly Child[] {
  const { index } = scene.film;
  const saved = index.saved.get(id);
  if (!saved) return [];
  const { words } = scene;
  const current = currentVersion(index, saved, scene.now);
  const stale = current !== saved.saved_version;
  const staleEvent = index.staleEvent(id);
  const edit = stale && staleEvent !== null ? index.run.events[staleEvent] : undefined;
  const then = tensorAt(index, saved.tensor, saved.event)?.value ?? null;
  const value = tensorAt(index, saved.tensor, scene.now)?.value ?? null;
  const changed = then !== null && value !== null && then.preview.join() !== value.preview.join();
  return [
    el("p", { class: "kind" }, words.word("page-saved-tensor")),
    heading(`${index.nodes.get(saved.node ?? "")?.name ?? "?"}.${saved.attribute}`),
    el("p", { class: stale ? "verdict bad" : "verdict" }, words.word(stale ? "page-saved-stale" : "page-saved-fresh")),
    facts([
      [words.word("page-of-tensor"), tensorLink(scene, saved.tensor)],
      [words.word("page-by-node"), saved.node === null ? code("?") : nodeLink(scene, saved.node)],
      [words.word("page-saved-at"), [versionTag(scene, saved), saved.line === null ? null : eventLink(scene, saved.event, saved.line)]],
      [words.word("page-counter-now"), [code(`v${current ?? "?"}`), edit ? eventLink(scene, edit.index, edit.line, "edit") : null]],
    ]),
    then && section(words.word(changed ? "page-value-then" : "page-value"), valueView(scene, then)),
    changed && section(words.word("page-value-now"), valueView(scene, value)),
  ];
}

export function storageView(scene: InspectorContext, id: string): readonly Child[] {
  const { index } = scene.film;
  const tensors = (index.tensorsByStorage.get(id) ?? []).filter(tensor => tensor.event <= scene.now && tensor.names.length > 0);
  const { words } = scene;
  const rows = tensors.map(tensor => {
    const version = index.versionAt(tensor.counter, scene.now);
    return el("li", {}, tensorLink(scene, tensor.id), el("span", { class: "pill save" }, `${tensor.counter ?? "–"} · v${version ?? "–"}`));
  });
  return [
    el("p", { class: "kind" }, words.word("page-storage")),
    heading(id),
    el("p", { class: "quiet" }, words.word("page-storage-explained")),
    section(words.word("page-shared-by"), el("ul", { class: "rows" }, ...rows)),
  ];
}
