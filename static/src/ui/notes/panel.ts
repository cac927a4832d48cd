/**
 * Shows the author's note of the current step under the sentence, with its chapter and what it points at; loaded where a film has notes.
 *
 * It is as high as the longest note at any step: a film that is played must not be framed anew at each note.
 */

import styles from "../../../styles/notes.css?inline";
import { el, replace } from "../../dom/dom";
import type { ToLine } from "../../editor/contract";
import { describeTensor } from "../../narration/context";
import { type Lang, textOf, type Words } from "../../narration/locale";
import { type Pointed, thingOf } from "../../notes/pointers";
import { chapterAt, inLanguage, notesAt, pointedLines, type ToldNotes } from "../../notes/told";
import type { PageStore } from "../../page/state";
import type { ShownNote } from "../../trace/contract";
import { type Film, lastEventAt } from "../../trace/film";
import type { Target } from "../../trace/target";
import { rich } from "./rich";
import { createRing } from "./ring";

export interface PanelOptions extends Leads {
  readonly goTo: (position: number) => void;
  /** Those of notes, where the page's own lack them. */
  readonly words?: Words;
  /** Fit the film into what the notes leave of its place. */
  readonly reframe?: () => void;
  /** Mark the lines of a file that the notes of the step point at, where the code does not do so itself. */
  readonly markLines?: (linesOf: (file: number) => readonly number[]) => void;
}

/** Where a thing that a note points at can be looked at. */
interface Leads {
  /** Null where nothing can be selected. */
  readonly select: ((target: Target) => void) | null;
  /** Null where no code is shown. */
  readonly toLine: ToLine | null;
}

export function createNotePanel(narration: HTMLElement, stage: HTMLElement, store: PageStore, options: PanelOptions): void {
  const own = options.words;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  const chapters = createChapters(options.goTo);
  const text = el("div", { class: "note-text", "aria-live": "polite", "aria-atomic": "true" });
  const points = el("div", { class: "note-points" });
  const noted = el("div", { class: "note-now" }, text, points);
  const lost = el("p", { class: "note-lost", role: "status" });
  const room = el("div", { class: "note-room", "aria-hidden": "true", inert: true });
  const panel = el(
    "section",
    { class: "author-note", hidden: true, tabindex: "0" },
    chapters.element,
    el("div", { class: "note-both" }, room, noted),
    lost,
  );
  narration.after(panel);
  new ResizeObserver(() => options.reframe?.()).observe(panel);
  const ring = createRing(stage);

  store.watch(
    ({ told, words, film }) => [told, words, film] as const,
    ([told, now, film]) => {
      const words = own ?? now;
      panel.hidden = told === null;
      panel.setAttribute("aria-label", words.word("notes-label"));
      chapters.show(told, words);
      replace(room, ...(told && film ? roomOf(told, film, words, now) : []));
      replace(lost, told && told.lost.length > 0 ? words.word("notes-lost", { count: told.lost.length }) : "");
    },
  );
  store.watch(
    ({ told, position, words, film }) => [told, position, words, film] as const,
    ([told, position, now, film]) => {
      const notes = told ? notesAt(told, position) : [];
      const things = film ? notes.flatMap(note => thingsOf(film, note)) : [];
      chapters.at(told, position);
      replace(text, ...notes.flatMap(note => textsOf(note, now.lang)));
      replace(points, ...(film ? pointsOf(film, position, things, own ?? now, now, options) : []));
      noted.classList.toggle("is-empty", text.childElementCount + points.childElementCount === 0);
      if (told) options.markLines?.(file => pointedLines(told, position, file));
      panel.scrollTop = 0;
      if (film) ring(film.index, things);
    },
  );
}

function textsOf({ text }: ShownNote, lang: Lang): readonly HTMLElement[] {
  const chosen = inLanguage(text, lang);
  return chosen.text.length > 0 ? [el("div", { lang: chosen.lang === "zh" ? "zh-CN" : "en" }, ...rich(chosen.text))] : [];
}

/** All notes one upon the other, unseen: they make the room. */
function roomOf({ notes }: ToldNotes, film: Film, own: Words, words: Words): readonly HTMLElement[] {
  return [...notes].map(([position, all]) => {
    const things = all.flatMap(note => thingsOf(film, note));
    return el(
      "div",
      {},
      ...all.flatMap(note => textsOf(note, words.lang)),
      el("div", { class: "note-points" }, ...pointsOf(film, position, things, own, words, { select: null, toLine: null })),
    );
  });
}

function thingsOf(film: Film, { points }: ShownNote): readonly Pointed[] {
  return points.flatMap(pointer => thingOf(film.index, pointer) ?? []);
}

/** The name of each thing, as a button where that leads to it. */
function pointsOf(film: Film, position: number, things: readonly Pointed[], own: Words, words: Words, leads: Leads) {
  if (things.length === 0) return [];
  const names = things.map(thing => {
    const [label, act] = [labelOf(film, position, thing, words), leadTo(thing, leads)];
    if (act === null) return el("span", { class: "note-point" }, label);
    return el("button", { type: "button", class: "note-point", on: { click: act } }, label);
  });
  return [el("span", {}, own.word("notes-look")), ...names];
}

function leadTo({ pointer: { line, file }, target }: Pointed, { select, toLine }: Leads): (() => void) | null {
  if (target !== null) return select && (() => select(target));
  return toLine && line !== null ? () => toLine(line, file) : null;
}

export function labelOf(film: Film, position: number, { pointer, target }: Pointed, words: Words): string {
  const { what, name, line } = pointer;
  if (what === "line") return words.word("page-line", { line: line ?? 0 });
  if (what === "tensor" && target) return textOf(describeTensor(film.index, words, target.id, lastEventAt(film, position)));
  return name;
}

/** The chapter that the film is in, and a way to each of the others. */
function createChapters(goTo: (position: number) => void) {
  const select = el("select", { class: "note-chapter" });
  select.addEventListener("change", () => {
    if (select.value !== "") goTo(Number(select.value));
  });
  return {
    element: select,
    show: (told: ToldNotes | null, words: Words) => {
      const chapters = told?.chapters ?? [];
      select.hidden = chapters.length === 0;
      select.setAttribute("aria-label", words.word("notes-chapter"));
      const outside = el("option", { value: "", disabled: true }, words.word("notes-chapter"));
      const options = chapters.map(({ from, name }, at) => {
        const { text, lang } = inLanguage(name, words.lang);
        return el("option", { value: `${from}`, lang: lang === "zh" ? "zh-CN" : "en", dir: "auto" }, `${at + 1} · ${text}`);
      });
      replace(select, outside, ...options);
    },
    at: (told: ToldNotes | null, position: number) => {
      select.value = `${(told && chapterAt(told, position)?.from) ?? ""}`;
    },
  };
}
