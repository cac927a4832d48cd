/** A tensor in the inspector: flags, versions over time, values, gradient, saved tensors, tensors in the same memory. */

import { type Child, el, svg } from "../../dom/dom";
import type { Saved } from "../../trace/contract";
import { currentVersion, isStale, savedState, savesOf, sharing, type TensorAt, tensorAt, versionMarks } from "../../trace/history";
import { formatShape, numbersOf } from "../../trace/values";
import { lifeSection } from "./life";
import { code, eventLink, facts, heading, type InspectorContext, nodeLink, section, tensorLink, tensorName, valueView } from "./parts";
import { storyButtons } from "./stories";

const SHOWN_MARKS = 5;
const GRAD_FNS_BEFORE = 2;

export function tensorView(context: InspectorContext, id: string): readonly Child[] {
  const at = tensorAt(context.film.index, id, context.now);
  if (!at) return [];
  const { words } = context;
  const name = tensorName(context, id);
  const others = at.names.filter(other => other !== name);
  return [
    el("p", { class: "kind" }, words.word(at.isLeaf ? "page-leaf-tensor" : "page-tensor")),
    heading(name),
    others.length > 0 && el("p", { class: "quiet" }, words.word("page-also-named", { names: others.join(", ") })),
    lifeSection(context, id),
    storyButtons(context, id),
    flagsOf(context, at),
    section(words.word("page-version"), versionLine(context, at)),
    valueSection(context, at),
    at.gradCount > 0 &&
      at.grad &&
      section(words.word("page-grad"), valueView(context, at.grad, context.film.index.scales.ofGrad(id), "grad")),
    savedSection(context, id),
    sharingSection(context, at),
  ];
}

function flagsOf(context: InspectorContext, at: TensorAt): HTMLElement {
  const { words } = context;
  const yes = (truth: boolean) => words.word(truth ? "page-yes" : "page-no");
  const before = at.gradFnsBefore.slice(-GRAD_FNS_BEFORE).map(id => el("s", {}, code(context.film.index.nodes.get(id)?.name ?? id)));
  const gradFn = at.gradFn === null ? code("None", "quiet") : nodeLink(context, at.gradFn);
  return facts([
    [words.word("page-shape"), code(`${formatShape(at.shape)} ${at.tensor.dtype}`)],
    [words.word("page-requires-grad"), yes(at.requiresGrad)],
    at.retainsGrad && !at.isLeaf ? [words.word("page-retains-grad"), yes(true)] : null,
    [words.word("page-grad-fn"), [gradFn, ...before]],
    at.tensor.base ? [words.word("page-view-of"), tensorLink(context, at.tensor.base)] : null,
    at.tensor.line === null ? null : [words.word("page-made"), eventLink(context, at.tensor.event, at.tensor.line)],
  ]);
}

/** The counter over time as a line: a ring where it was made, a square where it was saved, a diamond where it was edited. */
function versionLine(context: InspectorContext, at: TensorAt): SVGSVGElement {
  const marks = versionMarks(context.film.index, at.tensor.id, context.now);
  const shown = marks.slice(-SHOWN_MARKS);
  const gap = 240 / Math.max(1, shown.length);
  const shapes = {
    made: "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z",
    saved: "M-5-5h10v10h-10z",
    edited: "M0-8L6 0L0 8L-6 0z",
    overwritten: "M0-8L6 0L0 8L-6 0z",
  };
  const drawn = shown.map(({ kind, version }, position) => {
    const label = svg("text", { y: 26, "text-anchor": "middle" }, version === null ? "" : `v${version}`);
    return svg("g", { class: `mark ${kind}`, transform: `translate(${12 + position * gap} 14)` }, svg("path", { d: shapes[kind] }), label);
  });
  const rail = svg("path", { class: "rail", d: "M6 14H262" });
  return svg("svg", { class: "version-line", width: 268, height: 46, viewBox: "0 0 268 46", "aria-hidden": "true" }, rail, ...drawn);
}

function valueSection(context: InspectorContext, at: TensorAt): HTMLElement | null {
  const { value, valueBefore, outdated } = at;
  const { words } = context;
  if (!value) return null;
  const was = valueBefore ? numbersOf(valueBefore) : "";
  const changed = was !== "" && was.length < 42 && was !== numbersOf(value);
  return section(
    words.word("page-value"),
    changed && el("p", { class: "was" }, el("s", {}, code(was))),
    valueView(context, value, context.film.index.scales.ofTensor(at.tensor.id)),
    outdated && el("p", { class: "remark" }, words.word("page-value-outdated")),
  );
}

function savedSection(context: InspectorContext, id: string): HTMLElement | null {
  const saves = savesOf(context.film.index, id, context.now);
  if (saves.length === 0) return null;
  return section(context.words.word("page-saved-by"), el("ul", { class: "rows" }, ...saves.map(saved => savedRow(context, saved))));
}

export function savedRow(context: InspectorContext, saved: Saved): HTMLElement {
  const node = saved.node === null ? code("?") : nodeLink(context, saved.node);
  return el("li", {}, versionTag(context, saved), el("span", {}, node, code(`.${saved.attribute}`)));
}

/** `v0` while the saved version is current, `v0 ≠ v1` once it is stale, struck out once it is freed. */
export function versionTag(context: InspectorContext, saved: Saved): HTMLElement {
  const { index } = context.film;
  const current = currentVersion(index, saved, context.now);
  const freed = (index.timelines.freedAt.get(saved.id) ?? Number.POSITIVE_INFINITY) <= context.now;
  const stale = isStale(index, saved, context.now);
  const text = stale ? `v${saved.saved_version} ≠ v${current}` : `v${saved.saved_version}`;
  const props = { type: "button", "data-saved": saved.id, class: `pill ${freed ? "freed" : stale ? "bad" : "save"}` };
  const open = () => context.actions.select({ kind: "saved", id: saved.id });
  const state = context.words.word(`page-saved-${freed ? "freed" : savedState(index, saved, context.now)}`);
  return el("button", { ...props, title: state, "aria-label": `${text}, ${state}`, on: { click: open } }, text);
}

function sharingSection(context: InspectorContext, at: TensorAt): HTMLElement | null {
  if (at.storage === null) return null;
  const others = sharing(context.film.index, at.storage, at.tensor.id, context.now);
  if (others.length === 0) return null;
  const rows = others.map(other => {
    const same = other.counter === at.counter;
    const tag = el("span", { class: `pill ${same ? "save" : "sil"}` }, context.words.word(same ? "page-same-counter" : "page-own-counter"));
    return el("li", {}, tensorLink(context, other.id), tag);
  });
  return section(context.words.word("page-shares-memory"), el("ul", { class: "rows" }, ...rows));
}
