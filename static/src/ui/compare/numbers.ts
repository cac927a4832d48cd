/** The numbers of a comparison: values that differ, names of those that do not, and the gradients of one backward pass. */

import { type Child, el } from "../../dom/dom";
import type { Words } from "../../narration/locale";
import type { ComparedValue, Comparison } from "../../trace/contract";
import { scaleOf } from "../../trace/scale";
import { formatScalar } from "../../trace/values";
import { code, heat, numbers } from "../inspector/parts";

export function numberTables({ values, gradients, backward }: Comparison, names: readonly string[], words: Words): readonly Child[] {
  const equal = values.filter(({ same }) => same === "equal").map(({ name }) => name);
  const title = words.word(backward === null ? "page-compare-values-end" : "page-compare-values", { number: backward ?? 0 });
  return [
    table(words.word("page-compare-gradients", { number: backward ?? 0 }), gradients, names, ".grad", words),
    values.length === 0 ? null : el("h3", { class: "compare-title" }, title),
    equal.length === 0 ? null : el("p", { class: "compare-equal" }, words.word("page-compare-all-equal", { names: equal.join(", ") })),
    table(
      words.word("page-compare-name"),
      values.filter(({ same }) => same !== "equal"),
      names,
      "",
      words,
    ),
  ];
}

function table(title: string, rows: readonly ComparedValue[], names: readonly string[], ending: string, words: Words): Child {
  if (rows.length === 0) return null;
  const heads = [title, ...names].map(text => el("th", { scope: "col" }, text));
  const body = rows.map(row => el("tr", {}, el("th", { scope: "row", class: "mono" }, `${row.name}${ending}`), ...cellsOf(row, words)));
  const parts = [el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...body)];
  return el("div", { class: "compare-scroll" }, el("table", { class: "compare-gradients" }, ...parts));
}

function cellsOf({ values, differences, same }: ComparedValue, words: Words): readonly HTMLElement[] {
  const scale = scaleOf(values.filter(value => value !== null));
  const first = values.findIndex(value => value !== null);
  return values.map((value, at) => {
    const by = differences[at] ?? null;
    const note =
      value === null || at === first
        ? null
        : same === "equal" || by === 0
          ? words.word("page-compare-equal")
          : by === null
            ? words.word("page-compare-differs")
            : words.word("page-compare-difference", { difference: formatScalar(by) });
    return el(
      "td",
      {},
      ...(value === null ? [code("None")] : [heat(value, scale), numbers(value)]),
      note && el("p", { class: "quiet" }, note),
    );
  });
}
