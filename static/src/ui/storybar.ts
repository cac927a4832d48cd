/** Says what of the film the stage shows, and how much that leaves out; with a button each for story, overview and everything. */
import { el, replace } from "../dom/dom";
import { describeTensor } from "../narration/context";
import { textOf } from "../narration/locale";
import type { PageActions } from "../page/actions";
import { SHOW_KEYS } from "../page/keyboard";
import { type Page, type PageStore, shownPositions } from "../page/state";
import { MAX_OPENED_THINGS, MAX_READABLE_OPS, MAX_THINGS, SHOWS, type Show, shownFor, thingsIn } from "../trace/show";

const NAMES: Readonly<Record<Show, string>> = { story: "page-show-story", overview: "page-show-overview", all: "page-show-all" };
const TITLES: Readonly<Record<Show, string>> = {
  story: "page-show-story-long",
  overview: "page-show-overview-long",
  all: "page-show-all-long",
};
const SENTENCES: Readonly<Record<Show, string>> = { story: "page-story", overview: "page-overview", all: "page-story-all" };

export interface StoryBar {
  /** Say that the film is too large to open all of it at once. */
  readonly refuseAll: () => void;
}

export function createStoryBar(host: HTMLElement, store: PageStore, actions: PageActions): StoryBar {
  const text = el("span", { class: "story-text", role: "status" });
  const choose = (show: Show) => el("button", { type: "button", class: "story-button", on: { click: () => actions.setShow(show) } });
  const buttons = SHOWS.map(show => ({ show, button: choose(show) }));
  const choice = el("div", { class: "story-choice", role: "group" }, ...buttons.map(({ button }) => button));
  const leave = el("button", { type: "button", class: "button small story-leave", on: { click: actions.leaveStory } });
  host.append(text, leave, choice);
  store.watch(
    ({ words, film, story, show, about }) => [words, film, story, show, about] as const,
    ([words, film, story], page) => {
      host.hidden = film === null || thingsIn(film.index) <= MAX_THINGS;
      if (film === null || host.hidden) return;
      const shown = shownFor(page.show, film.index, story !== null);
      replace(text, sentence(page, shown));
      leave.hidden = page.about === null || shown !== "story";
      leave.title = `${words.word("page-leave-story-long")} (Esc)`;
      replace(leave, words.word("page-leave-story"));
      choice.setAttribute("aria-label", words.word("page-show"));
      for (const { show, button } of buttons) {
        button.hidden = show === "story" && story === null;
        button.title = `${words.word(TITLES[show])} (${SHOW_KEYS[show]})`;
        button.setAttribute("aria-pressed", `${show === shown}`);
        replace(button, words.word(NAMES[show]));
      }
    },
  );
  return {
    refuseAll: () => {
      const { film, words } = store.get();
      if (film !== null) replace(text, words.word("page-fold-too-many", { things: thingsIn(film.index), most: MAX_OPENED_THINGS }));
    },
  };
}

function sentence(page: Page, shown: Show): string {
  const { film, words, story } = page;
  if (film === null) return "";
  const all = film.index.steps.length;
  const told = { things: thingsIn(film.index), steps: (shownPositions(page) ?? film.index.steps).length, all };
  const subject = shown === "story" ? story?.subject : undefined;
  const isLarge = shown === "all" && film.index.visible.pills.size > MAX_READABLE_OPS;
  if (isLarge) return words.word("page-all-large", told);
  if (subject === undefined || subject.kind === "diagnosis") return words.word(SENTENCES[shown], told);
  const name = textOf(describeTensor(film.index, words, subject.tensor, film.run.events.length));
  return words.word(subject.kind === "tensor" ? "page-story-tensor" : "page-story-gradient", { ...told, name });
}
