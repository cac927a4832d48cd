/** The help dialog: what the marks mean, and every key. */

import { el, replace, svg } from "../dom/dom";
import { drawLegend } from "../draw/legend";
import type { Words } from "../narration/locale";
import type { PageStore } from "../page/state";
import { createDialog } from "./dialog";
import { LINE_KEYS, RUN_KEYS } from "./runbutton";
import { SHAPES, type TickKind } from "./ticks";

const KEYS: readonly (readonly [string, string])[] = [
  [RUN_KEYS, "page-key-run"],
  ["Shift+⏎", "page-key-run-to"],
  ["Space", "page-key-play"],
  ["← →", "page-key-step"],
  ["Shift+← →", "page-key-edit"],
  ["PgUp PgDn", "page-key-chapter"],
  ["[ ]", "page-key-cells"],
  ["Home End", "page-key-ends"],
  [LINE_KEYS, "page-key-line"],
  ["Alt+⏎", "page-key-add-cell"],
  ["Ctrl+Shift+-", "page-key-split-cell"],
  ["F", "page-key-fold"],
  ["T", "page-key-tidy"],
  ["S O E", "page-key-show"],
  ["P", "page-key-predict"],
  ["V", "page-key-present"],
  ["V S", "page-key-speaker"],
  ["N", "page-key-notes"],
  ["0", "page-key-fit"],
  ["/", "page-key-search"],
  ["Esc", "page-key-escape"],
  ["?", "page-key-help"],
];

const MARKS: readonly (readonly [TickKind, string])[] = [
  ["op", "page-tick-op"],
  ["save", "page-tick-save"],
  ["edit", "page-tick-edit"],
  ["stale", "page-tick-stale"],
  ["backward", "page-tick-backward"],
  ["node", "page-tick-node"],
  ["grad", "page-tick-grad"],
  ["raise", "page-tick-raise"],
  ["warning", "page-tick-warning"],
  ["output", "page-tick-output"],
];

const IDEAS = ["page-idea-lanes", "page-idea-saved", "page-idea-dial", "page-idea-stale", "page-idea-storage"] as const;

/** On a phone the header has no room for the about button: the help leads there. */
export function createHelp(host: HTMLDialogElement, store: PageStore, openAbout: () => void): { readonly open: () => void } {
  const body = el("div", { class: "dialog-body" });
  const dialog = createDialog(host, store, "page-help-title", body);
  const toAbout = () => {
    host.close();
    openAbout();
  };
  let shown: Words | null = null;
  /** The legend is a drawing: it is made when it is asked for, not while the first film opens. */
  const fill = (words: Words): void => {
    if (words === shown) return;
    shown = words;
    replace(body, ideas(words), legend(words), el("div", { class: "columns" }, marks(words), keys(words)), aboutButton(words, toAbout));
  };
  store.watch(
    ({ words }) => [words],
    ([words]) => {
      if (host.open) fill(words);
    },
  );
  return {
    open: () => {
      fill(store.get().words);
      dialog.open();
    },
  };
}

function aboutButton(words: Words, toAbout: () => void): HTMLElement {
  return el("button", { type: "button", class: "button small to-about", on: { click: toAbout } }, words.word("page-about-title"));
}

function legend(words: Words): HTMLElement {
  const host = el("div", {});
  drawLegend(host, words.word);
  return host;
}

function ideas(words: Words): HTMLElement {
  return el("ul", { class: "ideas" }, ...IDEAS.map(key => el("li", {}, words.word(key))));
}

function marks(words: Words): HTMLElement {
  const rows = MARKS.map(([kind, key]) => {
    const mark = svg(
      "svg",
      { width: 26, height: 26, viewBox: "-13 -13 26 26", "aria-hidden": "true" },
      svg("path", { class: `tick ${kind}`, d: SHAPES[kind] }),
    );
    return el("li", {}, mark, words.word(key));
  });
  return el("section", {}, el("h3", {}, words.word("page-help-marks")), el("ul", { class: "marks" }, ...rows));
}

function keys(words: Words): HTMLElement {
  const rows = KEYS.flatMap(([key, meaning]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, words.word(meaning))]);
  return el("section", {}, el("h3", {}, words.word("page-help-keys")), el("dl", { class: "keys-list" }, ...rows));
}
