/** The pictures of a film that is larger than a story, and the choice between them: loaded only where a film is. */
import { el } from "../../dom/dom";
import { wordsOfCompiled } from "../../narration/compiled";
import { joined, type Words } from "../../narration/locale";
import { paceOf } from "../../page/pace";
import type { Page, PageStore } from "../../page/state";
import { storyOf, tools } from "../../stage/story-tools";
import type { StoryTools } from "../../stage/view";
import type { Run } from "../../trace/contract";
import { buildIndex } from "../../trace/index";
import { SHOWS, type Show, shownFor } from "../../trace/show";
import type { EmbedOptions } from "./options";

const CATALOGUES = {
  en: () => import("locales/en?pictures"),
  zh: () => import("locales/zh?pictures"),
};
/** The keys of the playground. */
const KEYS: Readonly<Record<string, Show>> = { s: "story", o: "overview", e: "all" };

export interface Pictures {
  /** Those of the film, and of its pictures. */
  readonly words: Words;
  readonly tools: StoryTools;
  readonly storyOf: typeof storyOf;
  readonly paceOf: typeof paceOf;
  /** Put the choice into the bar of the embed. */
  readonly offer: (bar: Element | null, store: PageStore) => void;
}

/** Loads what the opening picture needs. */
export async function preparePictures(run: Run, { show, about }: EmbedOptions, words: Words): Promise<Pictures> {
  let overview: StoryTools["overview"] = null;
  const load = async (asked: Show): Promise<void> => {
    if (asked === "overview") overview ??= (await import("../../stage/overview-tools")).overviewOf;
  };
  const more = wordsOfCompiled(words.lang, (await CATALOGUES[words.lang]()).default);
  const index = buildIndex(run);
  await load(shownFor(show, index, storyOf(index, about) !== null));
  const loaded: StoryTools = {
    ...tools,
    get overview() {
      return overview;
    },
  };
  return { words: joined(words, more), tools: loaded, storyOf, paceOf, offer: (bar, store) => offer(bar, store, load) };
}

function offer(bar: Element | null, store: PageStore, load: (show: Show) => Promise<void>): void {
  const { words } = store.get();
  const shows = SHOWS.filter(show => show !== "story" || store.get().story !== null);
  const choose = async (show: Show) => {
    await load(show);
    store.set({ show });
  };
  const list = el("select", { class: "embed-show", "aria-label": words.word("page-show"), title: words.word("page-show") });
  list.append(...shows.map(show => el("option", { value: show }, words.word(`page-show-${show}`))));
  list.addEventListener("change", () => void choose(list.value as Show));
  bar?.querySelector(".transport")?.after(list);
  document.addEventListener("keydown", event => {
    const show = KEYS[event.key];
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !(event.target instanceof HTMLSelectElement);
    if (show !== undefined && shows.includes(show) && isPlain) void choose(show);
  });
  store.watch(
    ({ film, show, story }) => [film, show, story] as const,
    (_, page) => {
      list.value = shownOn(page);
    },
  );
}

function shownOn({ film, show, story }: Page): Show {
  return film === null ? show : shownFor(show, film.index, story !== null);
}
