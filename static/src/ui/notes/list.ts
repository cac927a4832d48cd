/** Every step that something is written about, in the order of the film, and what has lost its step; one press leads there. */
import { el, replace } from "../../dom/dom";
import type { Words } from "../../narration/locale";
import { chapterNameOf, momentsOf, moved, noteOf, without } from "../../notes/draft";
import { inLanguage, placesIn } from "../../notes/told";
import type { DraftStore } from "../../page/draft";
import type { NoteAnchor, Notes } from "../../trace/contract";
import type { Film } from "../../trace/film";

const MAX_CHARACTERS = 60;

export interface NoteList {
  readonly element: HTMLElement;
  /** `at` is the moment of the current step, to which what is lost can be moved. */
  readonly show: (film: Film, at: NoteAnchor | null, words: Words) => void;
}

export function createNoteList(draft: DraftStore, goTo: (position: number) => void): NoteList {
  const element = el("ul", { class: "notes-list" });
  const button = (label: string, act: () => void, style = "") =>
    el("button", { type: "button", class: `button small ${style}`, on: { click: act } }, label);
  return {
    element,
    show: (film, now, words) => {
      element.setAttribute("aria-label", words.word("notes-edit-list"));
      const written = draft.get();
      const place = placesIn(film);
      const entries = momentsOf(written).map(at => ({ at, position: place(at) }));
      entries.sort((one, other) => (one.position ?? Number.POSITIVE_INFINITY) - (other.position ?? Number.POSITIVE_INFINITY));
      const items = entries.map(({ at, position }) => {
        const move =
          position === null && now !== null ? button(words.word("notes-edit-move"), () => draft.set(moved(draft.get(), at, now))) : null;
        const go =
          position === null
            ? el("span", { class: "notes-lost" }, lostText(at, words))
            : button(words.word("notes-edit-step", { step: position + 1 }), () => goTo(position));
        const remove = button(words.word("notes-edit-delete"), () => draft.set(without(draft.get(), at)), "danger");
        return el("li", {}, go, el("span", { class: "notes-said", dir: "auto" }, saidAt(written, at, words)), move, remove);
      });
      replace(element, ...(items.length > 0 ? items : [el("li", { class: "quiet" }, words.word("notes-edit-none"))]));
    },
  };
}

function lostText({ line, kind, name }: NoteAnchor, words: Words): string {
  const what = name || kind;
  return line === null ? words.word("notes-edit-entry-lost-nowhere", { what }) : words.word("notes-edit-entry-lost", { line, what });
}

/** The beginning of what is said about a moment. */
function saidAt(written: Notes, at: NoteAnchor, words: Words): string {
  const note = noteOf(written, at);
  const chapter = inLanguage(chapterNameOf(written, at), words.lang).text;
  const text = note ? inLanguage(note.text, words.lang).text.split("\n", 1)[0] || pointsText(note.points.length, words) : "";
  const parts = [
    chapter && words.word("notes-edit-entry-chapter", { name: chapter }),
    text,
    ...(["opens", "stops"] as const).map(end =>
      written[end] && JSON.stringify(written[end]) === JSON.stringify(at) ? words.word(`notes-edit-${end}`) : "",
    ),
  ];
  const said = parts.filter(part => part !== "").join(" · ");
  return said.length > MAX_CHARACTERS ? `${said.slice(0, MAX_CHARACTERS - 1)}…` : said;
}

function pointsText(count: number, words: Words): string {
  return words.word("notes-edit-entry-points", { count });
}
