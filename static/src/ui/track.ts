/** Draws the scrubber's rail: chapters as coloured stretches with their names, and a mark per step. */

import { svg } from "../dom/dom";
import { proseWidth } from "../graph/measure";
import type { Words } from "../narration/locale";
import { failingCells } from "../trace/cells";
import type { Chapter } from "../trace/chapters";
import { kindName, namesWithCell } from "./chapter-names";
import { isDense, isShown, SHAPES, type Track, ticksOf, xOf } from "./ticks";

export const MARGIN = 14;
export const HEIGHT = 44;
export const MIDDLE = 17;
/** Width of a label in the wider language, with a margin. */
const LABEL_ROOM = { forward: 50, backward: 62, update: 48, edit: 34 } as const;
const LEAST_ROOM = 30;
const LABEL_SIZE = 11;
const SIGN_MARGIN = 4;

interface Label {
  readonly x: number;
  readonly kind: Chapter["kind"] | "edit";
  /** From the longest to the shortest. */
  readonly texts: readonly string[];
  /** It is the first of its cell, and names it; null where it names none. */
  readonly cell: number | null;
}

/** A label with the text that it has room for, and the room that this takes. */
interface PlacedLabel extends Label {
  readonly text: string;
  readonly room: number;
}

export function rail(width: number): SVGElement {
  return svg("path", { class: "rail", d: `M${MARGIN} ${MIDDLE}h${width}` });
}

export function trackOf(track: Track, width: number, words: Pick<Words, "word">): SVGElement[] {
  const { film, positions } = track;
  const at = (position: number) => MARGIN + xOf(track, position, width);
  const half = positions.length <= 1 ? 0 : width / (positions.length - 1) / 2;
  const bands = film.chapters.map(({ kind, from, to }) => {
    const [start, end] = [Math.max(MARGIN, at(from) - half), Math.min(MARGIN + width, at(to) + half)];
    return svg("path", { class: `chapter ${kind}`, d: `M${start} ${MIDDLE}H${end}` });
  });
  const failing = new Set(failingCells(film.run).map(({ index }) => index));
  const labels = roomy(labelsOf(track, at, words), MARGIN + width).map(({ x, kind, text, cell }) => {
    const ending = cell !== null && failing.has(cell) ? " failed" : "";
    return svg("text", { class: `chapter-name ${kind}${ending}`, x: x - (kind === "edit" ? 9 : 5), y: HEIGHT - 3 }, text);
  });
  const size = isDense(track, width) ? " scale(0.8)" : "";
  const ticks = ticksOf(track, width).map(({ kind, x }) =>
    svg("path", { class: `tick ${kind}`, d: SHAPES[kind], transform: `translate(${MARGIN + x} ${MIDDLE})${size}` }),
  );
  return [rail(width), ...bands, ...labels, ...ticks, ...gapOf(film, at)];
}

/** A break in the rail where the film leaves out its middle: between the first part and what is kept after it. */
export function gapOf({ run, index }: Track["film"], at: (position: number) => number): SVGElement[] {
  if (!run.gap) return [];
  const position = index.stepOfEvent(run.gap.event);
  return [svg("path", { class: "gap", d: `M${(at(position - 1) + at(position)) / 2 - 3} ${MIDDLE - 8}l3 16m3 -16l3 16` })];
}

function labelsOf(track: Track, at: (position: number) => number, words: Pick<Words, "word">): readonly Label[] {
  const { film } = track;
  const chapters = film.chapters.map(({ kind, from, cell }, place): Label => {
    const opened = cell === film.chapters[place - 1]?.cell ? undefined : cell;
    const names = [kindName(kind, words)];
    return { x: at(from), kind, texts: opened === undefined ? names : namesWithCell(opened, names), cell: opened ?? null };
  });
  const isUpdate = (position: number) =>
    film.chapters.some(({ kind, from, to }) => kind === "update" && from <= position && position <= to);
  const others = film.edits.filter(({ position }) => isShown(track, position) && !isUpdate(position));
  const edits = others.map(
    ({ position }): Label => ({ x: at(position), kind: "edit", texts: [words.word("page-edit-chapter")], cell: null }),
  );
  return [...chapters, ...edits];
}

/**
 * The labels that fit, none over another or beyond the end: those that begin a cell before other chapters, and those before edits. A cell
 * has its number wherever there is room for that, and a name beside it where there is room for both.
 */
function roomy(labels: readonly Label[], end: number): readonly PlacedLabel[] {
  const fits = (label: PlacedLabel, others: readonly PlacedLabel[]) =>
    label.x + (label.cell === null ? LEAST_ROOM : label.room) < end + MARGIN && others.every(other => areApart(label, other));
  const withThoseThatFit = (placed: readonly PlacedLabel[], isNext: (label: Label) => boolean) => {
    const all = [...placed];
    const next = labels.filter(isNext).map(label => withText(label, label.texts.at(-1) ?? ""));
    for (const label of next) if (fits(label, all)) all.push(label);
    return all;
  };
  const cells = withThoseThatFit([], ({ cell }) => cell !== null);
  const short = withThoseThatFit(cells, ({ cell, kind }) => cell === null && kind !== "edit");
  const long = short.map((label, place) => {
    const others = short.toSpliced(place, 1);
    return label.texts.map(text => withText(label, text)).find(longer => fits(longer, others)) ?? label;
  });
  return withThoseThatFit(long, ({ kind }) => kind === "edit");
}

/** The number of a cell stands before the name, or alone. */
function withText(label: Label, text: string): PlacedLabel {
  const { kind, texts, cell } = label;
  if (cell === null) return { ...label, text, room: LABEL_ROOM[kind] };
  const sign = texts.at(-1) ?? "";
  return { ...label, text, room: proseWidth(`${sign} `, LABEL_SIZE) + (text === sign ? SIGN_MARGIN : LABEL_ROOM[kind]) };
}

function areApart(a: PlacedLabel, b: PlacedLabel): boolean {
  return a.x < b.x ? b.x - a.x >= a.room : a.x - b.x >= b.room;
}
