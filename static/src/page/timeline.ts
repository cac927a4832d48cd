/** The parts of the timeline: chapters by round of the loop, and folds of rounds; which of them are open, and going from one to the next. */
import { countWhile } from "../trace/collections";
import type { Film } from "../trace/film";
import { partsOf, type TimelinePart } from "../trace/sections";
import { type OpenedTimeline, type Page, type PageStore, shownPositions } from "./state";

export interface TimelineActions {
  /** To the beginning of the part before or after. */
  readonly goToChapter: (direction: 1 | -1) => void;
  /** Open a fold of rounds, by its key. */
  readonly unfoldRounds: (key: string) => void;
  readonly foldRounds: () => void;
  /** Open the chapter that begins at a position into its steps, or close it. */
  readonly toggleChapter: (from: number) => void;
}

/** What is open on the timeline of a film. */
export function openedOn({ timeline }: Pick<Page, "timeline">, film: Film): OpenedTimeline {
  return timeline?.film === film ? timeline : { film, unfolded: new Set(), chapter: null };
}

/** The parts of the timeline as it is shown. */
export function shownParts(page: Page, film: Film): readonly TimelinePart[] {
  const shown = shownPositions(page);
  const isShown = (from: number, to: number) =>
    shown === null || (shown[countWhile(shown, each => each < from)] ?? Number.POSITIVE_INFINITY) <= to;
  return partsOf(film, isShown, openedOn(page, film).unfolded);
}

export function createTimelineActions(store: PageStore, goTo: (position: number) => void): TimelineActions {
  const open = (change: (opened: OpenedTimeline) => Partial<OpenedTimeline>): void => {
    const { film } = store.get();
    if (film === null) return;
    const opened = openedOn(store.get(), film);
    store.set({ timeline: { ...opened, ...change(opened) } });
  };
  return {
    goToChapter: direction => {
      const { film, told, position } = store.get();
      if (film === null) return;
      const shown = shownPositions(store.get());
      const first = (from: number) => shown?.[countWhile(shown, each => each < from)] ?? from;
      // The chapters that the author has named come before those that every film has.
      const starts = told?.chapters[0]
        ? told.chapters.map(({ from }) => from)
        : shownParts(store.get(), film).map(({ from }) => first(from));
      const next = direction > 0 ? starts.find(each => each > position) : starts.findLast(each => each < position);
      if (next !== undefined) goTo(next);
    },
    unfoldRounds: key => open(({ unfolded }) => ({ unfolded: new Set([...unfolded, key]) })),
    foldRounds: () => open(() => ({ unfolded: new Set() })),
    toggleChapter: from => open(({ chapter }) => ({ chapter: chapter === from ? null : from })),
  };
}
