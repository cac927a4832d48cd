/** Makes the editor's code ready to run: a published page becomes cells, and what was pasted is cleaned up, in view of the reader. */
import { cleanUp, isEmpty } from "../snippet/clean-up";
import type { PageText } from "../snippet/published/read-page";
import { ApiProblem } from "./api";
import type { PageStore } from "./state";

/** The code to run; null where there is none, which the page then says. Code that the reader has taken back is run as it is. */
export async function prepare(store: PageStore): Promise<string | null> {
  const { code, cleaned } = store.get();
  if (isEmpty(code)) {
    store.set({ request: { kind: "failed", problem: new ApiProblem("no_code", "") }, pane: "film" });
    return null;
  }
  if (cleaned?.before === code || cleaned?.after === code) return code;
  const page = await readText(code);
  // What was typed meanwhile is run as it is.
  if (store.get().code !== code) return store.get().code;
  keepRead(store, code, page);
  return page.code;
}

/** Show a text that was opened or dropped, as the program that it is or becomes. */
export async function openText(store: PageStore, text: string): Promise<void> {
  const page = await readText(text);
  store.set({ code: page.code, example: null, pane: "code" });
  keepRead(store, text, page);
}

/** Divide a text of which it is unclear what is code, as well as that goes; the reader sees what was taken for code, and may undo it. */
export async function divideAnyway(store: PageStore): Promise<void> {
  const { code } = store.get();
  const { guessedPage } = await import("../snippet/published/read-page");
  if (store.get().code === code) keepRead(store, code, guessedPage(code));
}

/** The grammar is loaded when something is first read; without it the text is cleaned up as far as that goes. */
async function readText(text: string): Promise<PageText> {
  try {
    const { readPage } = await import("../snippet/published/read-page");
    return readPage(text);
  } catch {
    return { ...cleanUp(text), cells: null, unread: null };
  }
}

/** Keep what a text was before, and what was done to it, for as long as the editor has what it became. */
export function keepRead(store: PageStore, before: string, { code, changes, cells, unread }: PageText): void {
  if (changes.length > 0 || unread !== null) store.set({ code, cleaned: { before, after: code, changes, cells, unread } });
}
