/**
 * Takes notes over to a program that was edited: what they name is named by its line, and lines move.
 *
 *     a line that is the same, or was changed where it stood   ─▶ its new number; what is named there by another name now, if it is the only one
 *     a line that is gone                                      ─▶ no line: lost, which whoever shows the notes says
 */
import { diffLines } from "diff";
import type { Note, NoteAnchor, Notes, Pointer } from "../trace/contract";
import type { Film } from "../trace/film";
import { anchorOf, eventsOf, sameAnchor } from "./anchors";
import { momentsOf } from "./draft";
import { namesOnLine, thingOf } from "./pointers";

/** By number, from 1: the number of the same line in the other program; null for a line that is gone. */
export type LineMap = ReadonlyMap<number, number | null>;

export function linesMoved(before: string, after: string): LineMap {
  const moved = new Map<number, number | null>();
  let [from, to] = [1, 1];
  let removed: number[] = [];
  const flush = (added: number): void => {
    // Lines that were changed where they stood, as when a name is changed; else nobody can tell which became which.
    removed.forEach((line, at) => void moved.set(line, removed.length === added ? to + at : null));
    removed = [];
    to += added;
  };
  for (const { value, added, removed: isRemoved } of diffLines(ended(before), ended(after))) {
    const count = value.replace(/\n$/, "").split("\n").length;
    if (isRemoved) for (let at = 0; at < count; at++) removed.push(from++);
    else if (added) flush(count);
    else {
      flush(0);
      for (let at = 0; at < count; at++) moved.set(from++, to++);
    }
  }
  flush(0);
  return moved;
}

export interface Carried {
  readonly notes: Notes;
  /** Part of the lines that are still there, from 0 to 1: little of it is left of a program that was not edited, but replaced. */
  readonly kept: number;
}

/** `film` is that of the edited program. */
export function carryNotes(written: Notes, before: string, film: Film): Carried {
  const lines = linesMoved(before, film.run.code);
  const moments = momentsOf(written);
  const next: NoteAnchor[] = [];
  for (const at of moments) next.push(distinct(anchorIn(film, at, lines), next));
  const of = (at: NoteAnchor): NoteAnchor => next[moments.findIndex(each => sameAnchor(each, at))] ?? at;
  const note = (each: Note): Note => ({ ...each, at: of(each.at), points: each.points.map(point => pointerIn(film, point, lines)) });
  const { notes, chapters, opens, stops } = written;
  return {
    notes: {
      notes: notes.map(note),
      chapters: chapters.map(({ at, name }) => ({ at: of(at), name })),
      opens: opens && of(opens),
      stops: stops && of(stops),
    },
    kept: keptPart(before, film.run.code, lines),
  };
}

function anchorIn({ run }: Film, at: NoteAnchor, lines: LineMap): NoteAnchor {
  const moved = { ...at, line: lineIn(at, lines) };
  if (moved.line === null || eventsOf(run)(moved) !== null) return moved;
  const alike = run.events.filter(({ kind, line, file = 0 }) => kind === at.kind && line === moved.line && file === at.file);
  const only = alike.length === 1 ? alike[0] : undefined;
  return (only && anchorOf(run, only.index)) ?? moved;
}

function pointerIn({ index }: Film, point: Pointer, lines: LineMap): Pointer {
  const moved = { ...point, line: lineIn(point, lines) };
  if (moved.line === null || thingOf(index, moved) !== null) return moved;
  const names = namesOnLine(index, moved);
  return names.length === 1 ? { ...moved, name: names[0] ?? "", nth: 1 } : moved;
}

function keptPart(before: string, after: string, lines: LineMap): number {
  const next = after.split("\n");
  const written = before.split("\n").flatMap((text, at) => (text.trim() === "" ? [] : [{ text, line: at + 1 }]));
  const same = written.filter(({ text, line }) => next[(lines.get(line) ?? 0) - 1] === text);
  return same.length / Math.max(1, written.length);
}

/** Only the main file can be edited. */
function lineIn({ line, file }: Pick<NoteAnchor, "line" | "file">, lines: LineMap): number | null {
  return line === null || file > 0 ? line : (lines.get(line) ?? null);
}

/** Two moments that were lost alike are still two. */
function distinct(at: NoteAnchor, others: readonly NoteAnchor[]): NoteAnchor {
  let found = at;
  while (others.some(other => sameAnchor(other, found))) found = { ...found, nth: found.nth + 1 };
  return found;
}

function ended(code: string): string {
  return code.endsWith("\n") ? code : `${code}\n`;
}
