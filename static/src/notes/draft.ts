/** Changes notes that are being written; every function returns new notes. A step has at most one note and one chapter of its own. */
import type { Lang } from "../narration/locale";
import type { Note, NoteAnchor, Notes, NoteText, Pointer } from "../trace/contract";
import { sameAnchor } from "./anchors";
import { samePointer } from "./pointers";

export const NO_NOTES: Notes = { notes: [], chapters: [], opens: null, stops: null };
export const NO_TEXT: NoteText = { en: "", zh: "" };

export function noteOf({ notes }: Notes, at: NoteAnchor): Note | null {
  return notes.find(note => sameAnchor(note.at, at)) ?? null;
}

export function chapterNameOf({ chapters }: Notes, at: NoteAnchor): NoteText {
  return chapters.find(chapter => sameAnchor(chapter.at, at))?.name ?? NO_TEXT;
}

/** What a note says to readers, and what to whoever presents the film. */
export type NoteField = "text" | "speaker";

export function withText(draft: Notes, at: NoteAnchor, lang: Lang, text: string, field: NoteField = "text"): Notes {
  return withNote(draft, at, note => ({ ...note, [field]: { ...note[field], [lang]: text } }));
}

/** Point at a thing, or no longer. */
export function withPointer(draft: Notes, at: NoteAnchor, pointer: Pointer): Notes {
  return withNote(draft, at, note => {
    const others = note.points.filter(each => !samePointer(each, pointer));
    return { ...note, points: others.length < note.points.length ? others : [...others, pointer] };
  });
}

/** A chapter without a name is none. */
export function withChapter(draft: Notes, at: NoteAnchor, lang: Lang, text: string): Notes {
  const name = { ...chapterNameOf(draft, at), [lang]: text };
  const known = draft.chapters.some(chapter => sameAnchor(chapter.at, at));
  const all = known
    ? draft.chapters.map(chapter => (sameAnchor(chapter.at, at) ? { at, name } : chapter))
    : [...draft.chapters, { at, name }];
  return { ...draft, chapters: all.filter(chapter => !isEmpty(chapter.name)) };
}

/** Let the film open or stop at a moment; where it does already, no longer. */
export function withEnd(draft: Notes, end: "opens" | "stops", at: NoteAnchor): Notes {
  const now = draft[end];
  return { ...draft, [end]: now && sameAnchor(now, at) ? null : at };
}

/** Take away all that is said about a moment. */
export function without({ notes, chapters, opens, stops }: Notes, at: NoteAnchor): Notes {
  const others = <Entry extends { readonly at: NoteAnchor }>(all: readonly Entry[]) => all.filter(each => !sameAnchor(each.at, at));
  const end = (each: NoteAnchor | null) => (each && sameAnchor(each, at) ? null : each);
  return { notes: others(notes), chapters: others(chapters), opens: end(opens), stops: end(stops) };
}

/** What is said about one moment is said about another one from now on. */
export function moved(draft: Notes, from: NoteAnchor, to: NoteAnchor): Notes {
  const at = (each: NoteAnchor) => (sameAnchor(each, from) ? to : each);
  const rest = without(draft, to);
  return {
    notes: rest.notes.map(note => ({ ...note, at: at(note.at) })),
    chapters: rest.chapters.map(chapter => ({ ...chapter, at: at(chapter.at) })),
    opens: rest.opens && at(rest.opens),
    stops: rest.stops && at(rest.stops),
  };
}

export function isBlank(draft: Notes): boolean {
  return draft.notes.length === 0 && draft.chapters.length === 0 && draft.opens === null && draft.stops === null;
}

/** Every moment that something is said about, in the order in which it was written. */
export function momentsOf({ notes, chapters, opens, stops }: Notes): readonly NoteAnchor[] {
  const all = [...notes.map(({ at }) => at), ...chapters.map(({ at }) => at), ...(opens ? [opens] : []), ...(stops ? [stops] : [])];
  return all.filter((at, position) => all.findIndex(other => sameAnchor(other, at)) === position);
}

/** A note that neither says nor points at anything is none. */
function withNote(draft: Notes, at: NoteAnchor, change: (note: Note) => Note): Notes {
  const known = noteOf(draft, at);
  const next = change(known ?? { at, text: NO_TEXT, speaker: NO_TEXT, points: [] });
  const all = known ? draft.notes.map(note => (note === known ? next : note)) : [...draft.notes, next];
  return { ...draft, notes: all.filter(note => !isEmpty(note.text) || !isEmpty(note.speaker) || note.points.length > 0) };
}

function isEmpty({ en, zh }: NoteText): boolean {
  return en.trim() === "" && zh.trim() === "";
}

/** Notes and chapters in the order of the film, as whoever lists them without the film shows them; what has no place in it comes last. */
export function inOrder(draft: Notes, positionOf: (at: NoteAnchor) => number | null): Notes {
  const place = ({ at }: { readonly at: NoteAnchor }) => positionOf(at) ?? Number.POSITIVE_INFINITY;
  const sorted = <Entry extends { readonly at: NoteAnchor }>(all: readonly Entry[]): Entry[] => {
    const placed = all.map(entry => ({ entry, position: place(entry) }));
    return placed
      .sort((one, other) => (one.position < other.position ? -1 : one.position > other.position ? 1 : 0))
      .map(({ entry }) => entry);
  };
  return { ...draft, notes: sorted(draft.notes), chapters: sorted(draft.chapters) };
}
