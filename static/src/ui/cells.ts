/** A row with a button for each cell of a program: how it ended, and the way to it; and a button that goes from error to error. */
import { type Child, el, replace } from "../dom/dom";
import { type IconName, icon } from "../dom/icons";
import { createRoving } from "../dom/roving";
import type { Words } from "../narration/locale";
import type { PageActions } from "../page/actions";
import { shownCell } from "../page/cells";
import { cellsNotRun } from "../page/part";
import { isEdited, type PageStore } from "../page/state";
import type { CellSpan } from "../snippet/cell-spans";
import { type CodeCell, cellSign, codeCells, failingCells, isDoubtful, isFailing } from "../trace/cells";
import type { Film } from "../trace/film";

const ICONS: Readonly<Record<CodeCell["status"], IconName | null>> = {
  completed: "check",
  raised: "cross",
  stopped: "stop",
  skipped: null,
};

export function createCells(host: HTMLElement, store: PageStore, actions: PageActions): void {
  const text = el("span", { class: "cells-text" });
  const row = el("div", { class: "cells-row", role: "toolbar" });
  const next = el("button", { type: "button", class: "button small cells-next", on: { click: () => actions.goToFailingCell(1) } });
  host.append(text, row, next);
  const roving = createRoving(row);
  row.addEventListener("click", event => {
    const chip = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-cell]") : null;
    if (chip === null || chip.ariaDisabled === "true") return;
    const cell = Number(chip.dataset.cell);
    if (chip.classList.contains("not-run")) void actions.runTo(cell);
    else actions.goToCell(cell);
  });
  store.watch(
    page => [page.film, page.words, cellsNotRun(page).map(namedSign).join(), isEdited(page)] as const,
    ([film, words, , isOld], page) => {
      const cells = film === null ? [] : codeCells(film.run);
      const further = cellsNotRun(page);
      host.hidden = cells.length + further.length === 0;
      if (film === null || host.hidden) return;
      const failed = failingCells(film.run).length;
      replace(text, summary(words, cells.length, failed, further.length));
      host.setAttribute("aria-label", words.word("page-cells"));
      row.setAttribute("aria-label", words.word("page-cells"));
      roving.keep(() =>
        replace(row, ...cells.map(cell => chipOf(film, cell, words, isOld)), ...further.map(cell => chipNotRun(cell, words))),
      );
      replace(next, words.word("page-cells-next"), el("kbd", {}, "]"));
      next.hidden = failed < 2 || isOld;
    },
  );
  store.watch(
    page => [page.film, shownCell(page)] as const,
    ([, shown]) => markShown(row, shown),
  );
}

function summary(words: Words, run: number, failed: number, further: number): string {
  if (further > 0) return words.word("page-cells-part", { run, all: run + further, failed });
  return words.word(failed === 0 ? "page-cells-well" : "page-cells-failed", { all: run, failed });
}

/** A cell of the film; where the editor holds another program it leads nowhere, and says why. */
function chipOf(film: Film, cell: CodeCell, words: Words, isOld: boolean): HTMLElement {
  const isWarned = !isFailing(cell) && isDoubtful(film.run, cell);
  const sign = isWarned ? "info" : ICONS[cell.status];
  const name = nameOf(cell, words);
  return el(
    "button",
    {
      type: "button",
      class: `cell-chip ${isWarned ? "warned" : cell.status}`,
      title: isOld ? `${name}. ${words.word("page-fix-old")}` : name,
      "aria-label": name,
      "aria-disabled": isOld ? "true" : null,
      "data-cell": `${cell.index}`,
    },
    cellSign(cell.index),
    sign && icon(sign),
  );
}

/** A cell behind the one that the run ended at. */
function chipNotRun(cell: CellSpan, words: Words): HTMLElement {
  const told = words.word("page-cell-not-run", { number: cell.index ?? 0 });
  const name = cell.title === "" ? told : `${told} · ${cell.title}`;
  return el(
    "button",
    { type: "button", class: "cell-chip not-run", title: name, "aria-label": name, "data-cell": `${cell.index}` },
    cellSign(cell.index ?? 0),
  );
}

function namedSign({ index, title }: CellSpan): string {
  return `${index} ${title}`;
}

/** `Cell [3]: RuntimeError · In place`, with its title where it has one. */
function nameOf({ index, status, failure, title }: CodeCell, words: Words): string {
  const how = words.word(`page-cell-${status}`, { number: index, type: failure?.exception_type ?? "" });
  return title === null || title === "" ? how : `${how} · ${title}`;
}

/** The one that is looked at stays in view in a long row. */
function markShown(row: HTMLElement, shown: number | null): void {
  for (const chip of row.children as HTMLCollectionOf<HTMLElement>) {
    const isShown = chip.dataset.cell === `${shown}`;
    chip.setAttribute("aria-current", `${isShown}`);
    if (isShown) row.scrollLeft = chip.offsetLeft - row.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2;
  }
}

/** `[3]` before the title of what happened in a cell; nothing in a program without cells. */
export function cellNumber(cell: number | null | undefined): Child {
  return cell == null ? null : el("span", { class: "cell-number" }, cellSign(cell));
}
