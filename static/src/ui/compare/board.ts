/** Two runs side by side: how each ended, the lines that differ, the last picture of each, and the gradients they left. */

import { type Child, el } from "../../dom/dom";
import { icon } from "../../dom/icons";
import type { Words } from "../../narration/locale";
import { shownTheme } from "../../page/preferences";
import type { Fixed, Theme } from "../../page/state";
import { drawStill } from "../../still/draw";
import { serialize } from "../../still/serialize";
import type { Gradient, Run } from "../../trace/contract";
import { type Film, makeFilm } from "../../trace/film";
import { lineOf, sourcesOf } from "../../trace/sources";
import { code, heat, numbers } from "../inspector/parts";
import { changedLines, type Line } from "./changed";

export interface BoardOptions {
  readonly theme: Theme | null;
  readonly words: Words;
  /** Puts a run's code into the editor and its film on stage. */
  readonly watch: (run: Run) => void;
}

export function board({ before, after }: Fixed, options: BoardOptions): readonly Child[] {
  const { words } = options;
  const changed = changedLines(before.code, after.code);
  const sides = [
    side("page-compare-before", before, codeLines(changed.before, "del"), options),
    side("page-compare-after", after, codeLines(changed.after, "ins"), options),
  ];
  const gradients = gradientTable(before.gradients, after.gradients, words);
  return [el("div", { class: "compare-sides" }, ...sides), gradients];
}

/** How a run ended, in words, and whether it ended well. */
export function verdict(run: Run, words: Words): { readonly text: string; readonly good: boolean } {
  const { outcome, gradients } = run;
  const wrong = gradients.filter(({ differs }) => differs).length;
  if (outcome.status === "raised") {
    const { exception_type: type, line, file } = outcome.failure ?? {};
    const place = lineOf({ sources: sourcesOf(run) }, { line: line ?? null, file: file ?? 0 });
    return { text: words.word("page-compare-raised", { type: type ?? "", ...place }), good: false };
  }
  if (outcome.status === "stopped") return { text: words.word("page-compare-stopped"), good: false };
  if (wrong > 0) return { text: words.word("page-compare-wrong", { count: wrong }), good: false };
  return { text: words.word("page-compare-completed"), good: true };
}

function side(key: string, run: Run, lines: readonly Child[], { theme, words, watch }: BoardOptions): HTMLElement {
  const { text, good } = verdict(run, words);
  return el(
    "section",
    { class: "compare-side" },
    el("h3", {}, words.word(key)),
    el("p", { class: good ? "compare-verdict good" : "compare-verdict bad" }, icon(good ? "check" : "cross"), text),
    el("pre", { class: "compare-code", role: "group", tabindex: "0", "aria-label": words.word("page-compare-changed") }, ...lines),
    picture(makeFilm(run), shownTheme(theme), words),
    el("button", { type: "button", class: "button small", on: { click: () => watch(run) } }, words.word("page-compare-watch")),
  );
}

function codeLines(lines: readonly Line[], tag: "ins" | "del"): readonly Child[] {
  return lines.map(({ number, text, differs }) => {
    const line = el("span", { class: "compare-line" }, el("span", { class: "compare-number" }, `${number}`), text, "\n");
    return differs ? el(tag, { class: "compare-differs" }, line) : line;
  });
}

/** The picture that the film ends with: an image of its own, so that its ids and classes do not clash with the stage's. */
function picture(film: Film, theme: Theme, words: Words): Child {
  if (film.run.tensors.length === 0) return null;
  const { svg, width, height, sentence } = drawStill(document, film, { position: film.last, theme, words });
  const src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(serialize(svg))}`;
  return el("img", { class: "compare-picture", src, alt: sentence, width, height });
}

function gradientTable(before: readonly Gradient[], after: readonly Gradient[], words: Words): Child {
  const names = [...new Set([...before, ...after].flatMap(({ name }) => (name === null ? [] : [name])))];
  if (names.length === 0) return null;
  const cell = (gradient: Gradient | undefined) =>
    el(
      "td",
      { class: gradient?.differs ? "sil" : "" },
      ...(gradient?.value ? [heat(gradient.value), numbers(gradient.value)] : [code("None")]),
    );
  const rows = names.map(name => {
    const [was, is] = [before, after].map(gradients => gradients.find(gradient => gradient.name === name));
    return el("tr", {}, el("th", { scope: "row", class: "mono" }, `${name}.grad`), cell(was), cell(is));
  });
  const heads = ["page-compare-gradients", "page-compare-before", "page-compare-after"].map(key =>
    el("th", { scope: "col" }, words.word(key)),
  );
  return el("table", { class: "compare-gradients" }, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
}
