/**
 * The program beside its film: numbered lines, marks and badges as in the editor, the current line in view. Read only.
 *
 * Of a film that opens at a cell only this cell is shown, until the film leaves it or a button asks for the whole program.
 */

import styles from "../../../styles/file-tabs.css?inline";
import oneCell from "../../../styles/one-cell.css?inline";
import { el, replace } from "../../dom/dom";
import type { ToLine } from "../../editor/contract";
import { type EditorMarks, marksAt } from "../../editor/marks";
import type { Actions } from "../../page/actions";
import type { PageStore } from "../../page/state";
import type { CodeCell } from "../../trace/cells";
import { stepAt } from "../../trace/film";
import { createFileTabs } from "../../ui/file-tabs";
import { createOneCell } from "./one-cell";

export interface CodePane {
  readonly toLine: ToLine;
}

interface Row {
  readonly row: HTMLElement;
  readonly badges: HTMLElement;
}

export function createCode(host: HTMLElement, store: PageStore, actions: Actions, cell?: CodeCell): CodePane {
  host.hidden = false;
  adopt(styles + oneCell);
  const list = el("ol", { class: "lines", tabindex: "0" });
  const panel = el("div", { class: "code-panel", id: "code-panel" }, list);
  const listings = new Map<number, readonly Row[]>();
  let shown = -1;
  let marked: readonly Row[] = [];
  const rows = () => listings.get(shown) ?? [];
  const only = createOneCell(host, list, cell, () => reveal(inView));

  const open = (file: number): void => {
    const { film, position, words } = store.get();
    const source = film?.index.sources[file];
    if (!film || !source) return;
    if (file !== shown) {
      listings.set(file, listings.get(file) ?? source.lines.map(rowOf));
      shown = file;
      const elements = rows().map(({ row }) => row);
      replace(list, ...elements);
      only.show(elements, file);
    }
    tabs.show(film, file, words);
    list.setAttribute("aria-label", words.word("page-editor"));
    for (const each of marked) clear(each);
    marked = paint(rows(), marksAt(film, position, words, file));
  };
  let inView = 0;
  const reveal = (line: number): void => {
    inView = line;
    scrollTo(list, rows()[line - 1]?.row);
  };
  const tabs = createFileTabs(panel, open);
  host.append(tabs.bar, panel);
  // A question takes some of the height.
  new ResizeObserver(() => reveal(inView)).observe(list);
  list.addEventListener("click", ({ target }) => {
    const line = rows().findIndex(({ row }) => target instanceof Node && row.contains(target)) + 1;
    const at = store.get().film?.index.steps.findIndex(step => step.line === line && step.file === shown) ?? -1;
    if (at >= 0) actions.goTo(at);
  });
  const toLine: ToLine = (line, file) => {
    open(file);
    if (rows()[line - 1]?.row.hidden) only.setWhole(true);
    reveal(line);
  };
  let opened: number | null = null;
  store.watch(
    page => [page.film, page.position, page.words] as const,
    ([film, position]) => {
      const step = film && stepAt(film, position);
      if (film) opened ??= position;
      // What explains an error may stand in an earlier cell: the one that is asked for is shown all the same.
      if (step?.line && (cell === undefined || position !== opened)) toLine(step.line, step.file);
      else open(Math.max(0, shown));
      if (step?.line && step.file === shown) reveal(step.line);
    },
  );
  return { toLine };
}

/** As little as brings a row into view with a line on either side. */
function scrollTo(list: HTMLElement, row: HTMLElement | undefined): void {
  if (!row || row.hidden) return;
  const { offsetTop: top, offsetHeight: height } = row;
  list.scrollTop = Math.max(top + 2 * height - list.clientHeight, Math.min(list.scrollTop, top - height));
}

function rowOf(text: string): Row {
  const badges = el("span", { class: "badges" });
  return { row: el("li", {}, el("code", {}, text), badges), badges };
}

/** Returns the rows that it has changed. */
function paint(rows: readonly Row[], { lines, current }: EditorMarks): readonly Row[] {
  for (const { line, sign, badges } of lines) {
    const entry = rows[line - 1];
    if (sign) entry?.row.classList.add(`is-${sign}`);
    if (entry) replace(entry.badges, ...badges.map(({ tone, text }) => el("span", { class: `badge badge-${tone}` }, text)));
  }
  const row = current && rows[current.line - 1]?.row;
  row?.classList.add("is-current", `tone-${current?.tone}`);
  row?.setAttribute("aria-current", "step");
  return [...lines, ...(current ? [current] : [])].flatMap(({ line }) => rows[line - 1] ?? []);
}

function clear({ row, badges }: Row): void {
  row.removeAttribute("class");
  row.removeAttribute("aria-current");
  replace(badges);
}

function adopt(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
