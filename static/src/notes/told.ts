/**
 * Places an author's notes in a film: the notes of a step, chapters as stretches of steps, where the film opens and stops, and which
 * notes have lost the moment that they are about.
 *
 *     film × ShownNotes ─▶ ToldNotes ─▶ notesAt(position), chapterAt(position)
 */
import type { Lang } from "../narration/locale";
import type { NoteAnchor, NoteBlock, NoteText, Pointer, ShownNote, ShownNotes } from "../trace/contract";
import type { Film } from "../trace/film";
import { eventsOf } from "./anchors";
import { thingOf } from "./pointers";

export interface ToldChapter {
  /** First and last position, both included. */
  readonly from: number;
  readonly to: number;
  readonly name: NoteText;
}

export interface ToldNotes {
  /** By position, in the order in which they were written. */
  readonly notes: ReadonlyMap<number, readonly ShownNote[]>;
  /** In the order of the film. */
  readonly chapters: readonly ToldChapter[];
  readonly opens: number | null;
  readonly stops: number | null;
  /** What this film has no moment for. */
  readonly lost: readonly LostNote[];
}

export interface LostNote {
  readonly what: "note" | "chapter" | "opens" | "stops" | "point";
  readonly at: NoteAnchor | Pointer;
}

export function tellNotes(film: Film, shown: ShownNotes): ToldNotes {
  const placed = placesIn(film);
  const notes = new Map<number, readonly ShownNote[]>();
  for (const note of shown.notes) {
    const position = placed(note.at);
    if (position !== null) notes.set(position, [...(notes.get(position) ?? []), note]);
  }
  const all = [
    ...shown.notes.map(({ at }) => ({ what: "note" as const, at })),
    ...shown.chapters.map(({ at }) => ({ what: "chapter" as const, at })),
    ...(shown.opens ? [{ what: "opens" as const, at: shown.opens }] : []),
    ...(shown.stops ? [{ what: "stops" as const, at: shown.stops }] : []),
  ];
  return {
    notes,
    chapters: chaptersOf(film, shown, placed),
    opens: shown.opens && placed(shown.opens),
    stops: shown.stops && placed(shown.stops),
    lost: [...all.filter(({ at }) => placed(at) === null), ...lostPoints(film, shown)],
  };
}

/** The position of the step that shows a moment; null where this film does not have it. */
export type FindPosition = (at: NoteAnchor) => number | null;

export function placesIn({ run, index }: Film): FindPosition {
  const find = eventsOf(run);
  return at => {
    const event = find(at);
    return event === null || index.steps.length === 0 ? null : index.stepOfEvent(event);
  };
}

export function notesAt({ notes }: ToldNotes, position: number): readonly ShownNote[] {
  return notes.get(position) ?? [];
}

/** Lines of a file that the notes of a step point at. */
export function pointedLines(told: ToldNotes, position: number, file: number): readonly number[] {
  const points = notesAt(told, position).flatMap(note => note.points);
  return points.flatMap(point => (point.what === "line" && point.file === file && point.line !== null ? [point.line] : []));
}

export function chapterAt({ chapters }: ToldNotes, position: number): ToldChapter | null {
  return chapters.find(({ from, to }) => from <= position && position <= to) ?? null;
}

/** A text in a language, or in the other one where it was not written in this one. */
export function inLanguage<Text extends string | readonly unknown[]>(
  text: Readonly<Record<Lang, Text>>,
  lang: Lang,
): { readonly lang: Lang; readonly text: Text } {
  const other: Lang = lang === "en" ? "zh" : "en";
  const chosen = text[lang].length > 0 || text[other].length === 0 ? lang : other;
  return { lang: chosen, text: text[chosen] };
}

/** What is left of blocks where nothing but text can be shown: one line for each. */
export function plainText(blocks: readonly NoteBlock[]): string {
  return blocks
    .map(({ kind, pieces }) => (kind === "bullet" || kind === "number" ? "• " : "") + pieces.map(each => each.text).join(""))
    .join("\n");
}

function lostPoints({ index }: Film, { notes }: ShownNotes): readonly LostNote[] {
  const points = notes.flatMap(note => note.points);
  return points.filter(point => thingOf(index, point) === null).map(at => ({ what: "point", at }));
}

/** Each goes on until the next one begins; of two that begin at the same step the last one holds. */
function chaptersOf({ last }: Film, { chapters }: ShownNotes, placed: FindPosition): readonly ToldChapter[] {
  const starts = new Map<number, NoteText>();
  for (const { at, name } of chapters) {
    const from = placed(at);
    if (from !== null) starts.set(from, name);
  }
  const sorted = [...starts].sort(([one], [other]) => one - other);
  return sorted.map(([from, name], at) => ({ from, to: (sorted[at + 1]?.[0] ?? last + 1) - 1, name }));
}
