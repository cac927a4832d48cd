/**
 * Keeps the address in step with what is shown, and gives each film, and each step that was jumped to, an entry in the browser's history.
 *
 * The address follows the editor without asking the server: `/s/<id>` and `/e/<id>` while the code is the link's or the example's own, else
 * the code itself. The step is in it while the film shown is of that code. Inside a frame it is never rewritten.
 *
 * Over an open dialog, Back and Forward close it and nothing else: what is behind it stays.
 */
import { type AskedView, addressAt, askedTidy, askedView, packCode, writeView } from "./address";
import { shownCell } from "./cells";
import { linkedNotes } from "./notes";
import type { Opener } from "./opening";
import { createOverFilm, type OverFilm } from "./over-film";
import { askedFilm, askedThrough, shownThrough, writeThrough } from "./part";
import { isEdited, type Page, type PageStore } from "./state";

/** An entry of the browser's history. */
export interface Entry {
  readonly url: URL;
  /** Its film was shown in this tab: going back to it, or a reload, runs code that is stored nowhere again. */
  readonly ran: boolean;
}

/** What the address is to say. */
export interface Shown {
  readonly path: string;
  readonly hash: string;
  /** Null while no film of the code is shown. */
  readonly position: number | null;
  readonly tidy: boolean;
  readonly show: AskedView["show"];
  readonly about: AskedView["about"];
  readonly cell: AskedView["cell"];
  readonly notes: string | null;
  /** The number of the cell that the film is of the code up to; null for one of all of it. */
  readonly through: number | null;
}

const PAUSE_MS = 400;

/** The entry for what is shown, and whether it is a new one; null where the address says it already. */
export function entryFor(
  now: Entry,
  { path, hash, position, tidy, notes, through, ...view }: Shown,
): (Entry & { readonly isNew: boolean }) | null {
  const url = new URL(now.url);
  Object.assign(url, { pathname: path, hash });
  const stays = url.pathname === now.url.pathname && url.hash === now.url.hash;
  // How examples were asked for before they had an address of their own.
  const renamed = url.searchParams.has("example");
  url.searchParams.delete("example");
  if (position !== null) url.searchParams.set("step", `${position + 1}`);
  else if (!stays) url.searchParams.delete("step");
  if (notes !== null) url.searchParams.set("notes", notes);
  else if (!stays) url.searchParams.delete("notes");
  if (tidy !== askedTidy(url.searchParams)) {
    if (tidy) url.searchParams.set("tidy", "1");
    else url.searchParams.delete("tidy");
  }
  // Before a film of other code is there, nobody has chosen what of it is shown.
  if (position !== null || !stays) {
    writeView(url.searchParams, view);
    writeThrough(url.searchParams, through);
  }
  const ran = position !== null || (stays && now.ran);
  if (url.href === now.url.href && ran === now.ran) return null;
  const moved = stays ? isJump(now.url, url) : hash === "" || !isDraft(now);
  return { url, ran, isNew: moved && !renamed };
}

/** Steps that follow each other share an entry, where the same part of the film is shown. */
function isJump(from: URL, to: URL): boolean {
  const [before, after] = [askedView(from.searchParams), askedView(to.searchParams)];
  if (before.position === null || after.position === null) return false;
  if (askedThrough(from.searchParams) !== askedThrough(to.searchParams)) return true;
  return before.show !== after.show || before.about !== after.about || Math.abs(after.position - before.position) > 1;
}

/** Code that is being written: all its states share an entry, those behind the cell that the film ends at too. */
function isDraft({ url, ran }: Entry): boolean {
  return url.hash !== "" && (!ran || askedThrough(url.searchParams) !== null);
}

export function currentEntry(): Entry {
  return { url: new URL(location.href), ran: (history.state as { ran?: boolean } | null)?.ran === true };
}

/** Start to follow what is shown, and to show what Back and Forward come to. */
export function followHistory(store: PageStore, open: Opener): void {
  if (window.top !== window) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written = Promise.resolve();
  /** What the address does not say yet. */
  let pending: Page | null = null;
  let opening = 0;
  const overFilm = createOverFilm();
  const write = (isOutdated: (page: Page) => boolean) => {
    const page = pending;
    pending = null;
    written = written.then(() => (page === null ? undefined : writeEntry(page, () => isOutdated(page), overFilm.stateOf)));
  };
  const later = (page: Page) => {
    clearTimeout(timer);
    // A film is an entry of its own, though something else of it is shown before the pause is over.
    if (opening === 0 && pending !== null && showsOther(pending, page)) write(() => false);
    pending = page;
    // The steps of a film that comes are none that the reader went to.
    if (page.arriving) return;
    timer = setTimeout(() => write(before => hasMoved(before, store.get())), PAUSE_MS);
  };
  store.watch(
    page => [
      page.code,
      page.link,
      page.examples,
      page.film,
      page.position,
      page.playing,
      page.arriving,
      page.tidy,
      page.show,
      page.about,
      page.notes,
    ],
    (_, page) => later(page),
  );
  window.addEventListener("popstate", () => {
    if (overFilm.keeps()) {
      // Not before the browser is back is anything written.
      if (pending !== null) later(pending);
      return;
    }
    clearTimeout(timer);
    pending = null;
    opening++;
    const { url, ran } = currentEntry();
    store.set({ tidy: askedTidy(url.searchParams) });
    void open(addressAt(url), askedFilm(url.searchParams), ran).finally(() => opening--);
  });
}

/** The reader has chosen to see something else of the same film. */
function showsOther(before: Page, after: Page): boolean {
  // A film that still runs up to its key position was not looked at; a fix, and a run to a cell, show their place in it at once.
  if (before.arriving || after.arriving) return false;
  return before.film !== null && before.film === after.film && (before.show !== after.show || before.about !== after.about);
}

/** What has changed since is written a moment later. */
function hasMoved(before: Page, { code, link, film, position, show, about }: Page): boolean {
  if (code !== before.code || link !== before.link || film !== before.film || position !== before.position) return true;
  return show !== before.show || about !== before.about;
}

async function writeEntry(page: Page, isOutdated: () => boolean, stateOf: OverFilm["stateOf"]): Promise<void> {
  if (page.playing) return;
  const shown = await shownOf(page);
  if (isOutdated()) return;
  const entry = entryFor(currentEntry(), shown);
  if (entry === null) return;
  const state = stateOf(entry.ran, entry.isNew);
  if (entry.isNew) history.pushState(state, "", entry.url);
  else history.replaceState(state, "", entry.url);
}

async function shownOf(page: Page): Promise<Shown> {
  const { code, film, position, tidy, show, about } = page;
  const own = ownPath(page);
  const [path, hash] = own === null ? ["/", `#code=${await packCode(code)}`] : [own, ""];
  const nameless = film === null || isEdited(page) || (path === "/" && isUnasked(page));
  const [step, cell] = nameless ? [null, null] : [position, shownCell(page)];
  const through = nameless ? null : shownThrough(page);
  return { path, hash, position: step, tidy, show, about, cell, through, notes: linkedNotes(page) };
}

/** The film that the page opened with, where it opened: no step of it was asked for. */
function isUnasked({ film, unasked, position }: Page): boolean {
  return film !== null && film.run === unasked && position === film.keyPosition;
}

/** The path that names the code; null for code that travels in the address. */
function ownPath(page: Page): string | null {
  const { code, link, examples, film } = page;
  const isBare = location.pathname === "/" && location.hash === "";
  // The page opens with an example that nobody asked for.
  if (film !== null && film.run === page.unasked && film.run.code === code) return isBare && isUnasked(page) ? "/" : `/e/${page.example}`;
  if (link?.code === code) return `/s/${link.id}`;
  const example = examples.find(candidate => candidate.code === code);
  if (example !== undefined && (film !== null || !isBare)) return `/e/${example.id}`;
  return example !== undefined || code === "" ? "/" : null;
}

/** Where the address asks for a language or a theme, it asks for the one that was chosen since. */
export function keepAsked(name: "lang" | "theme", value: string): void {
  const url = new URL(location.href);
  if (window.top !== window || !url.searchParams.has(name)) return;
  url.searchParams.set(name, value);
  history.replaceState(history.state, "", url);
}
