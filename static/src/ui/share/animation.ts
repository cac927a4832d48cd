/** The film as GIF, MP4 or WebM: the server makes it of a stored film, and a README or a slide shows it. */

import { el, replace } from "../../dom/dom";
import { getAnimation } from "../../page/api";
import { shownCell } from "../../page/cells";
import type { PageStore } from "../../page/state";
import { createCellTick } from "./cell-tick";
import { createField } from "./field";
import { problemText } from "./problem";
import { save } from "./save";
import { queryOf, storedLink } from "./stored";

const FORMS = ["gif", "mp4", "webm"] as const;

export function createAnimation(store: PageStore): HTMLElement {
  const heading = el("h3", {});
  const note = el("p", { class: "quiet" });
  const status = el("p", { role: "status" });
  const cell = createCellTick(store);
  const markdown = createField(store, "share-animation-markdown", 2);
  const buttons = FORMS.map(form => {
    const button = el("button", { type: "button", class: "button", "data-file": form }, form.toUpperCase());
    button.addEventListener("click", () => void make(store, form, cell.cell(), buttons, status));
    return button;
  });
  const show = () => {
    const page = store.get();
    const link = storedLink(page);
    replace(heading, page.words.word("share-animation"));
    replace(note, page.words.word(link ? "share-animation-note" : "share-animation-first"));
    for (const button of buttons) button.disabled = link === null;
    markdown.element.hidden = link === null;
    if (link) markdown.set(`[![Gradreel](${link.origin}/s/${link.id}.gif${queryOf(page, cell.cell())})](${link.origin}/s/${link.id})`);
  };
  cell.onChange(show);
  store.watch(
    page => [page.words, page.link, page.code, page.film, page.show, page.about, page.theme, page.notes, shownCell(page)] as const,
    show,
  );
  return el("section", {}, heading, note, el("div", { class: "row" }, ...buttons, cell.element), status, markdown.element);
}

async function make(
  store: PageStore,
  form: (typeof FORMS)[number],
  cell: number | null,
  buttons: readonly HTMLButtonElement[],
  status: HTMLElement,
): Promise<void> {
  const page = store.get();
  const link = storedLink(page);
  if (link === null) return;
  for (const button of buttons) button.disabled = true;
  replace(status, page.words.word("share-animation-working"));
  try {
    save(await getAnimation(`/s/${link.id}.${form}${queryOf(page, cell)}`), `gradreel-${link.id}.${form}`);
    replace(status, "");
  } catch (error) {
    replace(status, problemText(store.get().words, error));
  }
  for (const button of buttons) button.disabled = storedLink(store.get()) === null;
}
