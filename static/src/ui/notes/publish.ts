/** Stores notes with the link of their code, which is made where there is none; gives their address; deletes them again. */
import { el, replace } from "../../dom/dom";
import type { Words } from "../../narration/locale";
import { inOrder } from "../../notes/draft";
import { placesIn } from "../../notes/told";
import { ApiProblem, createNotes, deleteNotes } from "../../page/api";
import { forgetToken, keepDraft, keepToken, tokenOf } from "../../page/preferences";
import type { Page, PageStore } from "../../page/state";
import { createField } from "../share/field";
import { makeLink } from "../share/links";
import { problemText } from "../share/problem";

export interface PublishRow {
  readonly element: HTMLElement;
  readonly say: (error: unknown) => void;
  readonly tell: (key: string, params: Record<string, number>) => void;
}

export function createPublish(store: PageStore): PublishRow {
  const status = el("p", { role: "status" });
  let isRefused = false;
  const publish = el("button", { type: "button", class: "button primary" });
  const withdraw = el("button", { type: "button", class: "button small danger" });
  const link = createField(store, "notes-edit-link");
  const attempt = async (button: HTMLButtonElement, act: () => Promise<string>): Promise<void> => {
    button.disabled = true;
    replace(status, store.get().words.word("share-working"));
    try {
      replace(status, store.get().words.word(await act()));
    } catch (error) {
      replace(status, refusalText(store.get().words, error));
    }
    show(store.get());
  };
  const show = (page: Page): void => {
    const { words, notes, film } = page;
    const address = addressOf(page);
    replace(publish, words.word("notes-edit-publish"));
    replace(withdraw, words.word("notes-edit-withdraw"));
    publish.disabled = film === null || notes === null || notes.code !== film.run.code || notes.id !== null;
    withdraw.disabled = false;
    withdraw.hidden = address === null || !tokenOf(tokenKey(page));
    link.element.hidden = address === null;
    if (address !== null) link.set(address);
  };
  publish.addEventListener("click", () => void attempt(publish, () => publishNotes(store)));
  withdraw.addEventListener("click", () => void attempt(withdraw, () => withdrawNotes(store)));
  store.watch(
    page => [page.words, page.notes, page.link, page.film, page.code],
    (_, page) => show(page),
  );
  return {
    element: el("div", { class: "notes-publish" }, el("div", { class: "row" }, publish, withdraw, status), link.element),
    say: error => {
      if (error !== null || isRefused) replace(status, error === null ? "" : refusalText(store.get().words, error));
      isRefused = error !== null;
    },
    tell: (key, params) => replace(status, store.get().words.word(key, params)),
  };
}

/** What the server says about notes says more than its name. */
function refusalText(words: Words, error: unknown): string {
  const isRefusal = error instanceof ApiProblem && error.reason.startsWith("notes_");
  return isRefusal ? words.word("notes-edit-refused", { message: error.message }) : problemText(words, error);
}

function addressOf({ notes, link }: Page): string | null {
  return notes?.id && link?.code === notes.code ? `${link.origin}/s/${link.id}?notes=${notes.id}` : null;
}

function tokenKey({ notes, link }: Page): string {
  return `${link?.id}/${notes?.id}`;
}

async function publishNotes(store: PageStore): Promise<string> {
  const { film, link, notes } = store.get();
  if (!film || !notes) return "notes-edit-none";
  if (link?.code !== notes.code) await makeLink(store);
  const stored = store.get().link;
  if (stored?.code !== notes.code) return "notes-edit-none";
  const made = await createNotes(stored.id, inOrder(notes.written, placesIn(film)));
  if (made.delete_token) keepToken(`${stored.id}/${made.id}`, made.delete_token);
  keepDraft(film.run.id, "");
  store.set({ notes: { id: made.id, code: notes.code, written: made.notes, shown: made.shown } });
  return made.created ? "notes-edit-published" : "notes-edit-existed";
}

/** What was written stays in the editor. */
async function withdrawNotes(store: PageStore): Promise<string> {
  const page = store.get();
  const { notes, link } = page;
  if (!notes?.id || !link) return "notes-edit-none";
  const key = tokenKey(page);
  const gone = await deleteNotes(link.id, notes.id, tokenOf(key) ?? "");
  forgetToken(key);
  if (gone) store.set({ notes: { ...notes, id: null } });
  return gone ? "notes-edit-withdrawn" : "share-withdrawn";
}
