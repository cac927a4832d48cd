/** One mark per chapter below the rail, and one per fold of rounds: buttons whose names fit where they can and are told in full on hover and focus. */
import { el, replace } from "../../dom/dom";
import { icon } from "../../dom/icons";
import { createRoving } from "../../dom/roving";
import type { PageActions } from "../../page/actions";
import { type Page, type PageStore, shownPositions } from "../../page/state";
import { openedOn } from "../../page/timeline";
import { failingCells } from "../../trace/cells";
import type { Film } from "../../trace/film";
import { foldKey, isFold, type RoundFold, type TimelinePart } from "../../trace/sections";
import { longName, shortNames } from "../chapter-names";
import { MARGIN } from "../track";
import type { PartedAxis, PlacedPart } from "./axis";

export interface ChapterMarks {
  readonly draw: (page: Page, film: Film, axis: PartedAxis) => void;
}

export function createChapterMarks(host: HTMLElement, store: PageStore, actions: PageActions): ChapterMarks {
  const row = el("div", { class: "chapter-marks", role: "toolbar" });
  const leftOut = el("span", { class: "steps-left-out", id: "steps-left-out", hidden: true });
  const fold = el("button", { type: "button", class: "fold-rounds", hidden: true, on: { click: actions.foldRounds } }, icon("fold"));
  const tip = el("div", { class: "tip chapter-tip", hidden: true });
  host.append(row, leftOut, fold, tip);
  const roving = createRoving(row);
  let shown: readonly PlacedPart[] = [];
  listen(row, tip, host, index => shown[index] ?? null, store, actions);
  const markCurrent = ({ position }: Page) => {
    for (const [at, { part }] of shown.entries()) {
      const isCurrent = part.from <= position && position <= part.to;
      const mark = row.children[at];
      if (mark !== undefined && mark.hasAttribute("aria-current") !== isCurrent) {
        if (isCurrent) mark.setAttribute("aria-current", "step");
        else mark.removeAttribute("aria-current");
      }
    }
  };
  store.watch(
    ({ position, film }) => [position, film],
    (_, page) => markCurrent(page),
  );
  return {
    draw: (page, film, axis) => {
      shown = merged(axis.parts);
      tip.hidden = true;
      row.setAttribute("aria-label", page.words.word("page-chapter-marks"));
      roving.keep(() => replace(row, ...shown.map((placed, at) => markOf(page, film, placed, shown[at - 1] ?? null))));
      sayLeftOut(leftOut, page, film);
      host.querySelector("[role=slider]")?.setAttribute("aria-describedby", leftOut.id);
      fold.hidden = openedOn(page, film).unfolded.size === 0;
      fold.title = page.words.word("page-chapter-fold");
      fold.setAttribute("aria-label", fold.title);
      markCurrent(page);
    },
  };
}

/** A narrower mark is hard to press. */
const MIN_MARK_PX = 24;

/** Where there is no room for a mark per chapter, one per cell, or per round of the loop. */
function merged(parts: readonly PlacedPart[]): readonly PlacedPart[] {
  const width = parts.reduce((sum, placed) => sum + placed.width, 0) / Math.max(1, parts.length);
  if (width >= MIN_MARK_PX) return parts;
  const rounds: PlacedPart[] = [];
  for (const placed of parts) {
    const [last, { part }] = [rounds.at(-1), placed];
    if (last === undefined || isFold(part) || isFold(last.part) || !isSame(last.part, part)) rounds.push(placed);
    else {
      const kind = part.cell === undefined ? ("round" as const) : ("cell" as const);
      const both = { ...last.part, kind, to: part.to };
      rounds[rounds.length - 1] = { part: both, x: last.x, width: placed.x + placed.width - last.x, isDense: false };
    }
  }
  return rounds;
}

function isSame(a: Exclude<TimelinePart, RoundFold>, b: Exclude<TimelinePart, RoundFold>): boolean {
  return a.cell === b.cell && (a.cell !== undefined || (a.round !== null && a.round === b.round));
}

function markOf(page: Page, film: Film, placed: PlacedPart, before: PlacedPart | null): HTMLElement {
  const { part, x, width, isDense } = placed;
  const [text] = shortNames(part, before?.part ?? null, page.words).filter(name => fits(name, width));
  const fails = !isFold(part) && failingCells(film.run).some(({ index }) => index === part.cell);
  const expanded = !isFold(part) && openedOn(page, film).chapter === part.from;
  const mark = el(
    "button",
    { type: "button", class: `chapter-mark ${part.kind}${fails ? " failed" : ""}`, "aria-label": longName(part, page.words) },
    text ?? "",
  );
  if (isDense || expanded) mark.setAttribute("aria-expanded", `${expanded}`);
  Object.assign(mark.style, { left: `${MARGIN + x}px`, width: `${width}px` });
  return mark;
}

/** Of letters of the chosen size, Chinese ones are square. */
const LETTER_PX = 6.3;
const SQUARE_PX = 11.5;
const PADDING_PX = 9;

function fits(text: string, width: number): boolean {
  const length = [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? SQUARE_PX : LETTER_PX), 0);
  return length + PADDING_PX <= width;
}

function sayLeftOut(host: HTMLElement, page: Page, film: Film): void {
  const shown = shownPositions(page);
  const count = shown === null ? 0 : film.index.steps.length - shown.length;
  host.hidden = count === 0;
  replace(host, count === 0 ? "" : page.words.word("page-chapter-left-out", { count }));
}

/** A press goes to the beginning of a chapter, and opens one whose steps have no room; or opens a fold. */
function listen(
  row: HTMLElement,
  tip: HTMLElement,
  host: HTMLElement,
  partAt: (index: number) => PlacedPart | null,
  store: PageStore,
  actions: PageActions,
): void {
  const indexOf = (event: Event) => [...row.children].indexOf((event.target as Element).closest(".chapter-mark") as Element);
  row.addEventListener("click", event => {
    const [placed, { film }] = [partAt(indexOf(event)), store.get()];
    if (placed === null || film === null) return;
    const { part, isDense } = placed;
    if (isFold(part)) actions.unfoldRounds(foldKey(part));
    else {
      const isOpen = openedOn(store.get(), film).chapter === part.from;
      if (!isOpen) actions.goTo(shownPositions(store.get())?.find(each => each >= part.from) ?? part.from);
      if (isOpen || isDense) actions.toggleChapter(part.from);
    }
  });
  const tell = (event: Event) => {
    if (event.type === "focusin" && !(event.target as Element).matches(":focus-visible")) return;
    const placed = partAt(indexOf(event));
    tip.hidden = placed === null;
    if (placed === null) return;
    replace(tip, longName(placed.part, store.get().words));
    const [half, room] = [tip.offsetWidth / 2, host.clientWidth];
    tip.style.left = `${Math.max(half, Math.min(room - half, MARGIN + placed.x + placed.width / 2))}px`;
  };
  const hide = () => {
    tip.hidden = true;
  };
  row.addEventListener("pointerover", tell);
  row.addEventListener("focusin", tell);
  row.addEventListener("pointerleave", hide);
  row.addEventListener("focusout", hide);
}
