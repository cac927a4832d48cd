/** Makes the editor's code ready to run: a published page becomes cells, and what was pasted is cleaned up, in view of the reader. */
import { isEmpty } from "../snippet/clean-up";
import { MAX_TEXT_CHARS } from "../snippet/limits";
import { endWithError } from "../snippet/published/errors";
import type { PageText } from "../snippet/published/read-page";
import { isNoProgram } from "../snippet/published/unread";
import { reader } from "../snippet/reading/reader";
import { ApiProblem } from "./api";
import type { LeftOut, PageStore } from "./state";

/** The code to run; null where there is none, which the page then says. What the reader has taken back is run as it is, if it is code. */
export async function prepare(store: PageStore): Promise<string | null> {
  const { code, cleaned } = store.get();
  store.set({ leftOut: null });
  if (isEmpty(code)) {
    store.set({ request: { kind: "failed", problem: new ApiProblem("no_code", "") }, pane: "film" });
    return null;
  }
  if (cleaned?.after === code && isNoProgram(cleaned.unread)) return refuse(store);
  // The server says of a longer one that it is too long.
  if (cleaned?.before === code || cleaned?.after === code || code.length > MAX_TEXT_CHARS) return code;
  const page = await reader.read(code);
  // What was typed meanwhile is run as it is.
  if (store.get().code !== code) return store.get().code;
  if (page.unread?.kind === "long") return code;
  keepRead(store, code, page);
  return isNoProgram(page.unread) ? refuse(store) : page.code;
}

/** Say that the text is no program; what is read of it keeps its place. */
function refuse(store: PageStore): null {
  store.set({ request: { kind: "refused" }, pane: "code" });
  return null;
}

/** A notebook of so many bytes is mostly pictures, which are not read. */
const MAX_FILE_MB = 64;
const MB = 1024 * 1024;

/** Show a file that was opened or dropped, as the program that it is or becomes; what is too long is told, and not shown. */
export async function openFile(store: PageStore, file: Blob): Promise<void> {
  if (file.size > MAX_FILE_MB * MB) {
    leaveOut(store, "file", Math.ceil(file.size / MB), MAX_FILE_MB);
    return;
  }
  const text = await file.text();
  const page = await reader.read(text);
  const { unread } = page;
  const end = unread?.kind === "long" ? endWithError(text) : null;
  if (end !== null) {
    store.set({ code: end, example: null, pane: "code" });
    keepRead(store, end, { code: end, changes: [], cells: null, unread: { kind: "end", language: "", length: text.length } });
  } else if (unread !== null && (unread.kind === "long" || text.length > MAX_TEXT_CHARS)) {
    const why = unread.kind === "slow" || unread.kind === "binary" ? unread.kind : "long";
    leaveOut(store, why, unread.length || text.length);
  } else {
    store.set({ code: page.code, example: null, pane: "code", leftOut: null });
    keepRead(store, text.length > MAX_TEXT_CHARS ? null : text, page);
  }
}

/** Say that a text is not in the editor, since it is too long. */
export function leaveOut(store: PageStore, why: LeftOut["why"], size: number, limit = MAX_TEXT_CHARS): void {
  store.set({ leftOut: { why, size, limit, code: store.get().code }, pane: "code" });
}

/** Divide a text of which it is unclear what is code, as well as that goes; the reader sees what was taken for code, and may undo it. */
export async function divideAnyway(store: PageStore): Promise<void> {
  const { code } = store.get();
  const page = await reader.guess(code);
  if (store.get().code === code) keepRead(store, code, page);
}

/** Keep what a text was before, and what was done to it, for as long as the editor has what it became. */
export function keepRead(store: PageStore, before: string | null, { code, changes, cells, unread }: PageText): void {
  if (changes.length > 0 || unread !== null) store.set({ code, cleaned: { before, after: code, changes, cells, unread }, leftOut: null });
}
