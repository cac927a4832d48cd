/**
 * Notes while they are written: the page shows them as they will be shown, and this browser keeps them until they are published.
 *
 *     a key is pressed ─▶ page.notes, new text as it is typed ─▶ the server reads the Markdown ─▶ page.notes
 */
import { isBlank, NO_NOTES, NO_TEXT } from "../notes/draft";
import type { NoteBlock, Notes, NoteText, ShownNotes } from "../trace/contract";
import type { Film } from "../trace/film";
import { previewNote } from "./api";
import { draftOf, keepDraft } from "./preferences";
import type { PageStore } from "./state";

const PAUSE_MS = 250;

export interface DraftStore {
  /** What is written about the film that is shown. */
  readonly get: () => Notes;
  readonly set: (written: Notes) => void;
  /** Begin with what this browser keeps, where the film has no notes. */
  readonly restore: () => void;
}

/** Takes notes over to the film of an edited program, and tells which part of its lines is still there. */
export type Carry = (written: Notes, before: string, film: Film) => { readonly notes: Notes; readonly kept: number };

/** A program that has fewer of the lines is another one, not an edited one. */
const MIN_KEPT_PART = 0.5;

export interface DraftOptions {
  /** Is told why the server cannot read a text; null when it can. */
  readonly onProblem: (error: unknown) => void;
  readonly carry: Carry;
  readonly onCarried: (film: Film, written: Notes) => void;
}

export function createDraft(store: PageStore, { onProblem, carry, onCarried }: DraftOptions): DraftStore {
  const read = new Map<string, readonly NoteBlock[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const get = (): Notes => {
    const { notes, film } = store.get();
    return notes !== null && notes.code === film?.run.code ? notes.written : NO_NOTES;
  };
  const put = (written: Notes): void => {
    const run = store.get().film?.run;
    if (!run) return;
    store.set({ notes: isBlank(written) ? null : { id: null, code: run.code, written, shown: shownOf(written, read) } });
  };
  const render = async (): Promise<void> => {
    try {
      for (const text of textsOf(get())) if (!read.has(text)) read.set(text, await previewNote(text));
      onProblem(null);
    } catch (error) {
      onProblem(error);
    }
    const { notes } = store.get();
    if (notes?.id === null) put(notes.written);
  };
  const set = (written: Notes): void => {
    put(written);
    keepDraft(store.get().film?.run.id ?? "", isBlank(written) ? "" : JSON.stringify(written));
    clearTimeout(timer);
    timer = setTimeout(() => void render(), PAUSE_MS);
  };
  const restore = (): void => {
    const { notes, film } = store.get();
    if (film === null || notes?.code === film.run.code) return;
    const kept = parsed(draftOf(film.run.id));
    if (kept !== null) set(kept);
    else if (notes !== null && !isBlank(notes.written)) {
      const carried = carry(notes.written, notes.code, film);
      if (carried.kept < MIN_KEPT_PART) return;
      set(carried.notes);
      onCarried(film, carried.notes);
    }
  };
  store.watch(({ film }) => [film], restore);
  return { get, set, restore };
}

function textsOf({ notes }: Notes): readonly string[] {
  return notes.flatMap(({ text, speaker }) => [text.en, text.zh, speaker.en, speaker.zh]).filter(text => text.trim() !== "");
}

/** Text that the server has not read yet is shown as it is typed. */
function shownOf(written: Notes, read: ReadonlyMap<string, readonly NoteBlock[]>): ShownNotes {
  const blocks = (text: string): readonly NoteBlock[] => {
    if (text.trim() === "") return [];
    return read.get(text) ?? [{ kind: "paragraph", pieces: [{ text, marks: [], href: null }] }];
  };
  const both = ({ en, zh }: NoteText) => ({ en: blocks(en), zh: blocks(zh) });
  const notes = written.notes.map(({ at, text, speaker, points }) => ({ at, text: both(text), speaker: both(speaker), points }));
  return { ...written, notes };
}

/** Null for what is no draft of ours. */
function parsed(text: string | null): Notes | null {
  try {
    const found = JSON.parse(text ?? "") as Partial<Notes> | null;
    if (!Array.isArray(found?.notes) || !Array.isArray(found.chapters)) return null;
    // Drafts were kept before there was anything for a speaker.
    return { ...NO_NOTES, ...found, notes: found.notes.map(note => ({ ...note, speaker: note.speaker ?? NO_TEXT })) };
  } catch {
    return null;
  }
}
