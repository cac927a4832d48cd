/** Writes an author's note under a still: its chapter, then its text, as high as that takes. On a card it takes the place of the sentence. */
import type { Lang } from "../narration/locale";
import { type Pointed, thingOf } from "../notes/pointers";
import { chapterAt, inLanguage, notesAt, plainText, type ToldNotes } from "../notes/told";
import type { Theme } from "../page/state";
import type { Film } from "../trace/film";
import { CJK, CJK_FAMILIES, type Still } from "./draw";
import { SHEET } from "./sheet";
import { colourOf } from "./styles";
import { FAMILY, make, wrap } from "./text";

const MIN_WIDTH = 420;
const EDGE = 14;
const BAR = 4;
const PADDING = 12;
const SIZE = 15;
const LINE = 22;
const MAX_LINES = 40;

export interface Caption {
  /** Of the author's chapter that the step is in; empty outside of one. */
  readonly chapter: string;
  /** Of the step's notes; empty where it has none. */
  readonly text: string;
  /** What they point at. */
  readonly pointed: readonly Pointed[];
}

/** What an author says about one step. */
export function captionAt({ index }: Film, told: ToldNotes | null, position: number, lang: Lang): Caption {
  const notes = told ? notesAt(told, position) : [];
  const chapter = told && chapterAt(told, position);
  return {
    chapter: chapter ? inLanguage(chapter.name, lang).text : "",
    text: notes
      .map(note => plainText(inLanguage(note.text, lang).text))
      .filter(text => text !== "")
      .join("\n"),
    pointed: notes.flatMap(note => note.points.flatMap(point => thingOf(index, point) ?? [])),
  };
}

/** Where a picture of a film without a step is taken: where its notes open it; a card, which speaks for all of it, else at the first note. */
export function openingPosition(film: Film, told: ToldNotes | null, isCard: boolean): number {
  const first = told && isCard && told.notes.size > 0 ? Math.min(...told.notes.keys()) : null;
  return told?.opens ?? first ?? film.keyPosition;
}

/** Make a still higher by its caption, where it has one. */
export function addCaption(document: Document, { svg, width, height, sentence }: Still, caption: Caption, theme: Theme): void {
  const wide = Math.max(width, MIN_WIDTH);
  const rows = rowsOf(caption, wide - 2 * (EDGE + PADDING) - BAR);
  if (rows.length === 0) return;
  const [x = 0, y = 0] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const room = { x: x - (wide - width) / 2 + EDGE, y: y + height, width: wide - 2 * EDGE, height: rows.length * LINE + 2 * PADDING };
  const size = { width: wide, height: height + room.height + EDGE };
  const box = { x: room.x - EDGE, y, ...size };
  const colour = (name: string) => colourOf(SHEET, name, theme);
  for (const [name, value] of Object.entries({ ...size, viewBox: `${box.x} ${y} ${size.width} ${size.height}` }))
    svg.setAttribute(name, `${value}`);
  svg.querySelector("title")?.after(make(document, "rect", { ...box, fill: colour("--paper") }));
  svg.setAttribute("aria-label", [sentence, caption.chapter, caption.text].filter(text => text !== "").join("\n"));
  svg.append(
    make(document, "rect", { ...room, fill: colour("--sil-bg") }),
    make(document, "rect", { ...room, width: BAR, fill: colour("--sil") }),
  );
  rows.forEach(({ text, strong }, at) => {
    const family = CJK.test(text) ? `${CJK_FAMILIES}, ${FAMILY}` : FAMILY;
    const place = { x: room.x + BAR + PADDING, y: room.y + PADDING + at * LINE + SIZE };
    const look = { "font-family": family, "font-size": SIZE, "font-weight": strong ? 700 : 400, fill: colour(strong ? "--sil" : "--ink") };
    const row = make(document, "text", { ...place, ...look });
    row.textContent = text;
    svg.append(row);
  });
}

function rowsOf({ chapter, text }: Caption, width: number): readonly { readonly text: string; readonly strong: boolean }[] {
  const named = chapter === "" ? [] : wrap(chapter, width, SIZE, 2);
  const lines = text.split("\n").flatMap(line => wrap(line, width, SIZE, MAX_LINES));
  const kept = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES - 1), "…"] : lines;
  return [...named.map(row => ({ text: row, strong: true })), ...kept.filter(row => row !== "").map(row => ({ text: row, strong: false }))];
}
