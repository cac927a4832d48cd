/** A saved tensor, and a storage, in the inspector. */
import { currentVersion } from "../../history";
import { type Child, el } from "../dom";
import { code, eventLink, facts, heading, nodeLink, type Scene, section, tensorLink, valueView } from "./parts";
import { versionTag } from "./tensor";

export function savedView(scene: Scene, id: string): readonly Child[] {
  const { index } = scene.film;
  const saved = index.saved.get(id);
  if (!saved) return [];
  const { words } = scene;
  const current = currentVersion(index, saved, scene.now);
  const stale = current !== saved.saved_version;
  const staleEvent = index.staleEvent(id);
  const edit = stale && staleEvent !== null ? index.run.events[staleEvent] : undefined;
  const value = index.tensors.get(saved.tensor)?.value ?? null;
  return [
    el("p", { class: "kind" }, words.word("page-saved-tensor")),
    heading(`${index.nodes.get(saved.node ?? "")?.name ?? "?"}.${saved.attribute}`),
    el("p", { class: stale ? "verdict bad" : "verdict" }, words.word(stale ? "page-saved-stale" : "page-saved-fresh")),
    facts([
      [words.word("page-tensor"), tensorLink(scene, saved.tensor)],
      [words.word("page-saved-by"), saved.node === null ? code("?") : nodeLink(scene, saved.node)],
      [words.word("page-saved-at"), [versionTag(scene, saved), saved.line === null ? null : eventLink(scene, saved.event, saved.line)]],
      [words.word("page-counter-now"), [code(`v${current ?? "?"}`), edit ? eventLink(scene, edit.index, edit.line, "edit") : null]],
    ]),
    value && !stale && section(words.word("page-value"), valueView(scene, value)),
  ];
}

export function storageView(scene: Scene, id: string): readonly Child[] {
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
