/** Keeps the place of an author's notes in the film that is shown, and obeys what they say of where it opens and stops. */
import { tellNotes } from "../notes/told";
import { type Page, type PageStore, shownPositions } from "./state";

type GoTo = (position: number) => void;

/** Place notes in each film that comes, and let playing end where they say. */
export function followTold(store: PageStore, goTo: GoTo): void {
  store.watch(
    ({ film, notes }) => [film, notes] as const,
    ([film, notes]) => store.set({ told: film !== null && notes?.code === film.run.code ? tellNotes(film, notes.shown) : null }),
  );
  let before = store.get().position;
  store.watch(
    page => [page.position, page.playing] as const,
    ([position, playing], page) => {
      const stops = page.told?.stops ?? null;
      const [from, to] = [before, position];
      before = position;
      if (playing && stops !== null && from < stops && to >= stops) goTo(lastShown(page, stops));
    },
  );
}

/** Open the film where its notes say. */
export function openAsTold(store: PageStore, goTo: GoTo): void {
  const opens = store.get().told?.opens ?? null;
  if (opens !== null) goTo(opens);
}

function lastShown(page: Page, stops: number): number {
  const shown = shownPositions(page);
  return shown === null || shown.includes(stops) ? stops : page.position;
}
