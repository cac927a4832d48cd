/** The short link, made on request only, and the link that contains the code. */

import { el, replace } from "../../dom/dom";
import { codeAddress, writeView } from "../../page/address";
import { createLink, deleteLink } from "../../page/api";
import { writeNotes } from "../../page/notes";
import { forgetToken, keepToken, tokenOf } from "../../page/preferences";
import type { Page, PageStore, StoredLink } from "../../page/state";
import { createCellTick } from "./cell-tick";
import { createField } from "./field";
import { problemText } from "./problem";

export interface LinksSection {
  readonly element: HTMLElement;
  readonly refresh: () => Promise<void>;
}

/** `preview` loads and unloads the preview of the link: it must not ask for a link that is being deleted. */
export function createLinks(store: PageStore, preview: (shown: boolean) => void): LinksSection {
  const parts = linkParts(store);
  const { short, create, remove, atStep } = parts;
  const long = createField(store, "share-code-link");
  const longNote = el("p", { class: "quiet" });
  const heading = el("h3", {});
  const show = () => showLink(parts, store.get());
  create.addEventListener(
    "click",
    () => void attempt(store, parts, create, () => makeLink(store)).then(() => create.hidden && short.focus()),
  );
  remove.addEventListener("click", () => {
    const link = currentLink(store.get());
    const token = link && tokenOf(link.id);
    if (!link || !token) return;
    preview(false);
    void attempt(store, parts, remove, () => removeLink(store, link, token)).then(() => preview(true));
  });
  atStep.addEventListener("change", show);
  parts.cell.onChange(show);
  store.watch(
    page => [
      page.words,
      page.link,
      page.code,
      page.film,
      parts.note.closest("dialog")?.open ? page.position : null,
      page.show,
      page.about,
      page.notes,
    ],
    show,
  );
  store.watch(
    ({ words }) => [words],
    ([words]) => {
      replace(heading, words.word("share-links"));
      replace(longNote, words.word("share-code-note"));
    },
  );
  const row = el("div", { class: "row" }, parts.step, parts.cell.element, remove);
  return {
    element: el("section", {}, heading, parts.note, create, short.element, row, parts.status, long.element, longNote),
    refresh: async () => {
      show();
      long.set(await codeAddress(store.get().code, queryOf(store.get(), null, null)));
    },
  };
}

type LinkParts = ReturnType<typeof linkParts>;

/** The elements of the short link. */
function linkParts(store: PageStore) {
  const atStep = el("input", { type: "checkbox", checked: true });
  const stepLabel = el("span", {});
  return {
    short: createField(store, "share-link"),
    create: el("button", { type: "button", class: "button primary" }),
    remove: el("button", { type: "button", class: "button small danger" }),
    atStep,
    stepLabel,
    cell: createCellTick(store),
    step: el("label", { class: "check" }, atStep, stepLabel),
    note: el("p", { class: "quiet" }),
    status: el("p", { role: "status" }),
  };
}

/** The link that an unedited example has of its own, without anything being stored. */
function exampleLink({ examples, code, link }: Page): string | null {
  const example = link?.code === code ? undefined : examples.find(candidate => candidate.code === code);
  return example === undefined ? null : `${location.origin}/e/${example.id}`;
}

/** The stored link of the code that is in the editor. */
function currentLink({ link, code }: Page): StoredLink | null {
  return link?.code === code ? link : null;
}

function showLink({ short, create, remove, atStep, step, stepLabel, cell, note }: LinkParts, page: Page): void {
  const { position, film, words } = page;
  const link = currentLink(page);
  const example = exampleLink(page);
  const address = link ? `${link.origin}/s/${link.id}` : example;
  const token = link && tokenOf(link.id);
  short.element.hidden = address === null;
  create.hidden = link !== null;
  remove.hidden = !token;
  step.hidden = address === null || film === null;
  replace(note, words.word(example ? "share-example" : link === null ? "share-public" : token ? "share-yours" : "share-not-yours"));
  replace(create, words.word("share-create"));
  replace(remove, words.word("share-delete"));
  replace(stepLabel, words.word("share-at-step", { step: position + 1 }));
  const only = cell.cell();
  if (address) short.set(`${address}${queryOf(page, atStep.checked && only === null ? position : null, only)}`);
}

/** The step, and what of the film is shown; empty for a page without one. */
function queryOf(page: Page, position: number | null, cell: number | null): string {
  const { film, show, about } = page;
  const query = new URLSearchParams();
  if (film && position !== null) query.set("step", `${position + 1}`);
  if (film) writeView(query, { show, about, cell });
  writeNotes(query, page);
  return query.size > 0 ? `?${query}` : "";
}

/** Wait for a request and show its outcome: `act` gives the key of the sentence. */
async function attempt(store: PageStore, parts: LinkParts, button: HTMLButtonElement, act: () => Promise<string>): Promise<void> {
  const word = (key: string) => store.get().words.word(key);
  button.disabled = true;
  replace(parts.status, word("share-working"));
  try {
    replace(parts.status, word(await act()));
  } catch (error) {
    replace(parts.status, problemText(store.get().words, error));
  }
  button.disabled = false;
  showLink(parts, store.get());
}

/** Store the code under a link of its own; the key of the sentence that says so. */
export async function makeLink(store: PageStore): Promise<string> {
  const { code } = store.get();
  const made = await createLink(code);
  if (made.delete_token) keepToken(made.id, made.delete_token);
  store.set({ link: { id: made.id, code, name: made.name, named: made.named, origin: new URL(made.url).origin } });
  return made.created ? "share-created" : "share-existed";
}

async function removeLink(store: PageStore, link: StoredLink, token: string): Promise<string> {
  const gone = await deleteLink(link.id, token);
  forgetToken(link.id);
  if (gone) store.set({ link: null });
  return gone ? "share-deleted" : "share-withdrawn";
}
