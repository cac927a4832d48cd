/** Says that the stage shows only what explains a diagnosis, and how much that leaves out; with a button for everything, and back. */
import { el, replace } from "../dom/dom";
import type { Actions } from "../page/actions";
import { type PageStore, shownPositions } from "../page/state";

export function createStoryBar(host: HTMLElement, store: PageStore, actions: Actions): void {
  const text = el("span", { class: "story-text" });
  const button = el("button", { type: "button", class: "story-button", on: { click: () => actions.setShow(other()) } });
  const other = () => (store.get().show === "story" ? "all" : "story");
  host.append(text, button);
  store.watch(
    ({ words, film, story, show }) => [words, film, story, show] as const,
    ([words, film, story, show], page) => {
      host.hidden = story === null || film === null;
      if (story === null || film === null) return;
      const steps = { shown: (shownPositions(page) ?? film.index.steps).length, all: film.index.steps.length };
      replace(
        text,
        words.word(show === "story" ? "page-story" : "page-story-all", { things: story.things, steps: steps.shown, all: steps.all }),
      );
      replace(button, words.word(show === "story" ? "page-show-all" : "page-show-story"));
    },
  );
}
