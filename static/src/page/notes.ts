/** Reads the notes that the address asks for, and writes them into addresses. */
import { addressAt } from "./address";
import { getNotes } from "./api";
import type { Page, PageNotes, PageStore } from "./state";

const ID = /^[0-9a-z]{16}$/;

/** The id of the notes that an address asks for; null where it asks for none. */
export function askedNotes(url: URLSearchParams): string | null {
  const id = url.get("notes")?.toLowerCase() ?? "";
  return ID.test(id) ? id : null;
}

/** Write the stored notes of the link whose code is in the editor into a query. */
export function writeNotes(url: URLSearchParams, page: Page): void {
  const id = linkedNotes(page);
  if (id !== null) url.set("notes", id);
}

/** Null where there are none. */
export function linkedNotes({ notes, link, code }: Page): string | null {
  return link?.code === code && notes?.code === code ? notes.id : null;
}

/** What shows notes, loaded where there are some. `open` moves the film to where they say it opens. */
export interface NotesView {
  readonly open: () => void;
}

export function followNotes(store: PageStore, load: () => Promise<NotesView>): void {
  let view: Promise<NotesView> | null = null;
  const held = new Map<string, PageNotes>();
  const read = async (): Promise<void> => {
    const url = new URL(location.href);
    const [address, id] = [addressAt(url), askedNotes(url.searchParams)];
    const known = store.get().notes?.id ?? null;
    if (id === null && known !== null) store.set({ notes: null });
    if (address.kind !== "link" || id === null || known === id) return;
    const key = `${address.id}/${id}`;
    const found = held.get(key) ?? (await notesOf(store, address.id, id));
    // What is stored under an id never changes: going back to it asks nobody again.
    if (found !== null) held.set(key, found);
    store.set({ notes: found, notesMissing: found === null });
    if (found !== null && !url.searchParams.has("step")) (await view)?.open();
  };
  store.watch(
    ({ notes }) => [notes !== null],
    ([some]) => {
      if (some) view ??= load();
    },
  );
  window.addEventListener("popstate", () => void read());
  void read();
}

/** Null where there are no such notes. */
async function notesOf(store: PageStore, link: string, id: string): Promise<PageNotes | null> {
  try {
    const [{ notes, shown }, code] = await Promise.all([getNotes(link, id), codeOf(store, link)]);
    return { id, code, written: notes, shown };
  } catch {
    return null;
  }
}

/** The code of the link, once the page has it. */
function codeOf(store: PageStore, id: string): Promise<string> {
  return new Promise(resolve => {
    const stop = store.watch(
      ({ link }) => [link],
      ([link]) => {
        if (link?.id !== id) return;
        resolve(link.code);
        queueMicrotask(() => stop());
      },
    );
  });
}
