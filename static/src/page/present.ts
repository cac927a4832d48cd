/** Presenting: the film alone on the screen, and a clicker that goes from moment to moment. Read from the address, and kept there. */

import type { ToldNotes } from "../notes/told";
import type { Film } from "../trace/film";
import { toldSections } from "../trace/sections";
import { type Page, type PageStore, shownPositions } from "./state";

/** `?present=1` asks for it. */
export function askedPresent(url: URLSearchParams): boolean {
  return url.get("present") === "1";
}

/**
 * Where a clicker stops: the first step, beginnings of chapters, what goes wrong, and the last step; of a story those that belong to it.
 * An author's chapters come in the place of those that every film has, notes are stops too, and the film begins and ends where they say.
 */
export function momentsOf(film: Film, shown: readonly number[] | null, told: ToldNotes | null = null): readonly number[] {
  const telling = film.index.steps.filter(({ stale, kind }) => stale || kind === "raise").map(({ position }) => position);
  const chapters = told?.chapters[0] ? told.chapters : toldSections(film);
  const [first, stops] = [told?.opens ?? 0, told?.stops ?? film.last];
  const last = stops > first ? stops : film.last;
  const within = [...chapters.map(({ from }) => from), ...(told?.notes.keys() ?? []), ...telling];
  const asked = [first, ...within.filter(position => first < position && position < last), last];
  const near = (position: number) => shown?.find(each => each >= position) ?? shown?.at(-1) ?? position;
  return [...new Set(asked.map(near))].sort((a, b) => a - b);
}

/** The moment before or after the step that is shown; null where there is none. */
export function nextMoment(page: Page, direction: 1 | -1): number | null {
  const { film, position, told } = page;
  if (film === null) return null;
  const moments = momentsOf(film, shownPositions(page), told);
  return (direction > 0 ? moments.find(each => each > position) : moments.findLast(each => each < position)) ?? null;
}

/** Keep the choice in the address; inside a frame the address is never rewritten. */
export function keepPresent(presenting: boolean): void {
  const url = new URL(location.href);
  if (window.top !== window || askedPresent(url.searchParams) === presenting) return;
  if (presenting) url.searchParams.set("present", "1");
  else url.searchParams.delete("present");
  history.replaceState(history.state, "", url);
}

export function togglePresent(store: PageStore): void {
  store.set({ presenting: !store.get().presenting, pane: "film" });
}
