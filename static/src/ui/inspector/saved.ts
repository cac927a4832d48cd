/** A saved tensor, and a storage, in the inspector. */

import { type Child, el } from "../../dom/dom";
import { currentVersion, isStale, savedState, tensorAt } from "../../trace/history";
import { sizeText } from "../../trace/kept";
import { isSame } from "../../trace/values";
import { lifeSection } from "./life";
import { code, eventLink, facts, heading, type InspectorContext, nodeLink, section, tensorLink, valueView } from "./parts";
import { versionTag } from "./tensor";
import { whySection } from "./why";

export function savedView(context: InspectorContext, id: string): readonly Child[] {
  const { index } = context.film;
  const saved = index.saved.get(id);
  if (!saved) return [];
  const { words } = context;
  const current = currentVersion(index, saved, context.now);
  const stale = isStale(index, saved, context.now);
  const staleEvent = index.staleEvent(id);
  const edit = stale && staleEvent !== null ? index.run.events[staleEvent] : undefined;
  const then = tensorAt(index, saved.tensor, saved.event)?.value ?? null;
  const value = tensorAt(index, saved.tensor, context.now)?.value ?? null;
  const changed = then !== null && value !== null && !isSame(then, value);
  const scale = index.scales.ofTensor(saved.tensor);
  return [
    el("p", { class: "kind" }, words.word("page-saved-tensor")),
    heading(`${index.nodes.get(saved.node ?? "")?.name ?? "?"}.${saved.attribute}`),
    el("p", { class: stale ? "verdict bad" : "verdict" }, words.word(`page-saved-${savedState(index, saved, context.now)}`)),
    whySection(context, [saved]),
    lifeSection(context, saved.tensor),
    facts([
      [words.word("page-of-tensor"), tensorLink(context, saved.tensor)],
      [words.word("page-by-node"), saved.node === null ? code("?") : nodeLink(context, saved.node)],
      [words.word("page-saved-at"), [versionTag(context, saved), saved.line === null ? null : eventLink(context, saved.event, saved.line)]],
      typeof saved.bytes === "number"
        ? [words.word("page-keeps-bytes"), code(saved.bytes > 0 ? sizeText(saved.bytes) : words.word("page-keeps-no-bytes"))]
        : null,
      [words.word("page-counter-now"), [code(`v${current ?? "?"}`), edit ? eventLink(context, edit.index, edit.line, "edit") : null]],
    ]),
    then && section(words.word(changed ? "page-value-then" : "page-value"), valueView(context, then, scale)),
    changed && section(words.word("page-value-now"), valueView(context, value, scale)),
  ];
}

export function storageView(context: InspectorContext, id: string): readonly Child[] {
  const { index } = context.film;
  const tensors = (index.tensorsByStorage.get(id) ?? []).filter(tensor => tensor.event <= context.now && tensor.names.length > 0);
  const { words } = context;
  const rows = tensors.map(tensor => {
    const version = index.versionAt(tensor.counter, context.now);
    return el(
      "li",
      {},
      tensorLink(context, tensor.id),
      el("span", { class: "pill save" }, `${tensor.counter ?? "–"} · v${version ?? "–"}`),
    );
  });
  return [
    el("p", { class: "kind" }, words.word("page-storage")),
    heading(id),
    el("p", { class: "quiet" }, words.word("page-storage-explained")),
    section(words.word("page-shared-by"), el("ul", { class: "rows" }, ...rows)),
  ];
}
