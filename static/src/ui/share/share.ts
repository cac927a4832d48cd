/** The share dialog: a short link, a link that stores nothing, the embed code with its preview, the way to notes, files, animations. */

import { el, replace } from "../../dom/dom";
import type { PageStore } from "../../page/state";
import { createDialog } from "../dialog";
import { createAnimation } from "./animation";
import { createEmbedCode } from "./embed";
import { createFiles } from "./files";
import { createLinks } from "./links";

export function createShare(host: HTMLDialogElement, store: PageStore, writeNotes: () => void): { readonly open: () => void } {
  const body = el("div", { class: "dialog-body share-body" });
  const dialog = createDialog(host, store, "share-title", body);
  const embed = createEmbedCode(store);
  const links = createLinks(store, shown => embed.preview(shown && host.open));
  const notes = createNotesSection(host, store, writeNotes);
  body.append(links.element, embed.element, notes, createFiles(store), createAnimation(store));
  // A preview that nobody sees is not loaded.
  host.addEventListener("close", () => embed.preview(false));
  return {
    open: () => {
      dialog.open();
      void links.refresh();
      embed.preview(true);
    },
  };
}

/** Notes are written beside the film, not in the dialog. */
function createNotesSection(host: HTMLDialogElement, store: PageStore, writeNotes: () => void): HTMLElement {
  const [heading, note] = [el("h3", {}), el("p", { class: "quiet" })];
  const open = () => {
    host.close();
    writeNotes();
  };
  const button = el("button", { type: "button", class: "button", on: { click: open } });
  store.watch(
    ({ words, film, notes }) => [words, film, notes] as const,
    ([words, film, notes]) => {
      replace(heading, words.word("notes-edit-title"));
      replace(note, words.word("notes-edit-share"));
      replace(button, words.word(notes === null ? "notes-edit-write" : "notes-edit-change"));
      button.disabled = film === null;
    },
  );
  return el("section", {}, heading, note, button);
}
