/** Chooses what of a film is shown: story, overview or everything, and what the story is about. Embeds show what their address says. */
import type { Show } from "../trace/show";
import type { StoryOf } from "./playback";
import type { Page, PageStore } from "./state";

export type Views = ReturnType<typeof createViews>;

export function createViews(store: PageStore, storyOf: StoryOf, goTo: (position: number) => void) {
  const look = ({ show, about }: Pick<Page, "show" | "about">): void => {
    const { film, about: known, story } = store.get();
    const next = film === null || about === known ? story : storyOf(film.index, about);
    store.set({ show, about, story: next, before: null });
  };
  /** Return to what was shown before. */
  const leaveStory = (): void => {
    const { before } = store.get();
    look(before ?? { show: "story", about: null });
    if (before === null) return;
    store.set({ selection: before.selection });
    goTo(before.position);
  };
  return {
    look,
    setShow: (show: Show) => store.set({ show }),
    leaveStory,
    /** Show the story of something else, at a step that belongs to it. */
    openStory: (about: string) => {
      const { show, about: known, position, selection } = store.get();
      const before = store.get().before ?? { show, about: known, position, selection };
      look({ show: "story", about });
      store.set({ before, pane: "film" });
      const { story } = store.get();
      if (story !== null) goTo(story.opensAt ?? nearest(story.positions, position));
    },
    /** Select nothing; where nothing is selected, return from the story that was opened. */
    leave: () => {
      const { selection, about, show } = store.get();
      if (selection === null && about !== null && show === "story") leaveStory();
      else store.set({ selection: null });
    },
  };
}

function nearest(positions: readonly number[], position: number): number {
  return positions.reduce((best, each) => (Math.abs(each - position) < Math.abs(best - position) ? each : best), positions[0] ?? position);
}
