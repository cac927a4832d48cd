/**
 * Where notes to the film are written, step by step: it follows the film, and the film shows what is written at once. Loaded when somebody
 * wants to write.
 */

import styles from "../../../styles/notes-editor.css?inline";
import { el, replace } from "../../dom/dom";
import { icon } from "../../dom/icons";
import type { PickLines } from "../../editor/contract";
import { anchorOf } from "../../notes/anchors";
import { carryNotes } from "../../notes/carry";
import { momentsOf } from "../../notes/draft";
import { thingOf } from "../../notes/pointers";
import { placesIn } from "../../notes/told";
import type { PageActions } from "../../page/actions";
import { createDraft } from "../../page/draft";
import type { PageStore } from "../../page/state";
import type { NoteAnchor, Notes } from "../../trace/contract";
import { type Film, stepAt } from "../../trace/film";
import { lineText } from "../../trace/sources";
import { createNoteChoices } from "./choices";
import { createFields } from "./fields";
import { createNoteList } from "./list";
import { createPick } from "./pick";
import { createPublish } from "./publish";

export interface NotesEditor {
  readonly open: () => void;
}

export function createNotesEditor(host: HTMLElement, store: PageStore, actions: PageActions, pickLines: PickLines): NotesEditor {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  const publish = createPublish(store);
  const draft = createDraft(store, {
    onProblem: error => publish.say(error),
    carry: carryNotes,
    onCarried: (film, written) => publish.tell("notes-edit-carried", { lost: lostIn(film, written) }),
  });
  const [fields, choices, list] = [createFields(draft), createNoteChoices(draft), createNoteList(draft, actions.goTo)];
  let now: NoteAnchor | null = null;
  const pick = createPick(store, draft, actions, pickLines, () => now);
  const [title, where, hint] = [el("h2", {}), el("p", { class: "notes-where" }), el("p", { class: "quiet" })];
  const close = el("button", { type: "button", class: "button square" }, icon("close"));
  const all = el("details", { class: "notes-all" }, el("summary", {}), list.element);
  host.append(el("header", {}, title, where, close), fields.element, choices.element, pick.element, hint, all, publish.element);

  const shut = () => {
    pick.end();
    host.hidden = true;
    document.querySelector<HTMLElement>("#transport [role=slider]")?.focus();
  };
  close.addEventListener("click", shut);
  host.addEventListener("keydown", event => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.stopPropagation();
    if (!pick.end()) shut();
  });
  store.watch(
    page => [page.film, page.position, page.words, page.notes, page.selection] as const,
    ([film, position, words], page) => {
      const at = film && momentAt(film, position, draft.get());
      now = at;
      pick.show(words);
      host.setAttribute("aria-label", words.word("notes-edit-title"));
      replace(title, words.word("notes-edit-title"));
      replace(hint, words.word("notes-edit-hint"));
      close.setAttribute("aria-label", words.word("page-close"));
      replace(where, ...(film ? whereAt(film, position, words.word("notes-edit-step", { step: position + 1 })) : []));
      replace(all.firstElementChild as Element, `${words.word("notes-edit-list")} (${momentsOf(draft.get()).length})`);
      fields.show(at, words);
      if (film && at) choices.show(film, at, page);
      if (film) list.show(film, at, words);
    },
  );
  return {
    open: () => {
      draft.restore();
      host.hidden = false;
      fields.focus();
    },
  };
}

/** What is written about this step already, else the step's own name; null where it has none. */
function momentAt(film: Film, position: number, written: Notes): NoteAnchor | null {
  const place = placesIn(film);
  const step = stepAt(film, position);
  return momentsOf(written).find(at => place(at) === position) ?? (step && anchorOf(film.run, step.event));
}

function whereAt(film: Film, position: number, step: string): readonly (Node | string)[] {
  const at = stepAt(film, position);
  const code = at ? lineText(film.index.sources, at) : "";
  return [step, ...(code ? [" · ", el("code", {}, code)] : [])];
}

/** How many of the moments and things that are named this film does not have. */
function lostIn(film: Film, written: Notes): number {
  const place = placesIn(film);
  const points = written.notes.flatMap(note => note.points);
  return momentsOf(written).filter(at => place(at) === null).length + points.filter(point => thingOf(film.index, point) === null).length;
}
