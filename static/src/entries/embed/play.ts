/** Shows a film with stage, sentence, transport and code: what an embed and a film in a file have in common. */

import type { ToLine } from "../../editor/contract";
import type { Words } from "../../narration/locale";
import type { Actions } from "../../page/actions";
import { createChoices, createPlayer } from "../../page/playback";
import { blankPage, type Page, type PageStore } from "../../page/state";
import { createStore } from "../../page/store";
import { tools as framedTools } from "../../stage/framed-film";
import type { StageView } from "../../stage/view";
import type { Run } from "../../trace/contract";
import { buildIndex } from "../../trace/index";
import { MAX_THINGS, thingsIn } from "../../trace/show";
import { createNarration } from "../../ui/narration";
import { createStage } from "../../ui/stage/stage";
import { createTransport } from "../../ui/transport";
import { announceHeight } from "./height";
import { installKeys } from "./keys";
import type { EmbedOptions } from "./options";

const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export async function play(host: HTMLElement, asked: EmbedOptions, run: Run, words: Words): Promise<void> {
  const opensAtCell = asked.position === null && asked.cell !== null;
  const { cell, options } = (opensAtCell && (await import("./asked-cell")).askedCell(asked, run)) || { cell: undefined, options: asked };
  const { show, about } = options;
  const pictures = isLarge(run) ? await (await import("./pictures")).preparePictures(run, options, words) : null;
  const store: PageStore = createStore<Page>({
    ...blankPage(pictures?.words ?? words),
    theme: options.theme,
    code: run.code,
    pane: "film",
    show,
    about,
  });
  // Nothing is ever run here.
  const actions: Actions = {
    // Without a step it opens at its key step: nothing plays unless it is asked to.
    ...createPlayer(store, () => true, pictures?.storyOf, pictures?.paceOf),
    ...createChoices(store),
    run: async () => {},
    cancel: () => {},
  };
  const part = (id: string) => host.querySelector(`#${id}`) as HTMLElement;
  // Most embeds show the graph alone and need no code pane.
  const code = options.view === "graph" ? null : (await import("./code")).createCode(part("code"), store, actions, cell);
  part("narration").replaceChildren();
  const toLine: ToLine = (line, file) => code?.toLine(line, file);
  createNarration(part("narration"), store, actions, toLine);
  if (options.controls) createTransport(part("transport"), store, actions);
  const extent = options.view === "code" ? () => null : createFilm(part("stage"), store, options.framed, pictures?.tools);
  followOpenLink(host.querySelector("#open"), store);
  installKeys(store, actions);
  if (options.predict) {
    store.set({ predict: true });
    await (await import("./predict")).askIn(part("question"), store, actions);
  }
  const openAsTold = options.notes && (await (await import("./notes")).showNotes(host, options.notes, store, actions, code && toLine));
  actions.show(run, options.position ?? (options.autoplay ? 0 : null));
  if (openAsTold && options.position === null) openAsTold();
  if (options.controls && options.view !== "code") pictures?.offer(host.querySelector(".embed-bar"), store);
  if (options.framed) announceHeight(host, options.id, extent);
  if (options.autoplay && !reducedMotion()) playWhenSeen(host, actions.togglePlay);
}

/** Larger than a story: there is more than one picture of it. */
function isLarge(run: Run): boolean {
  return run.nodes.length > MAX_THINGS || thingsIn(buildIndex(run)) > MAX_THINGS;
}

function createFilm(
  host: HTMLElement,
  store: PageStore,
  framed: boolean,
  tools: StageView["tools"] = framed ? framedTools : null,
): () => { width: number; height: number } | null {
  const stage = createStage(host, {
    onSelect: () => {},
    word: (key, params) => store.get().words.word(key, params),
    tools,
    onShow: show => store.set({ show }),
    framed,
  });
  store.watch(
    page => [page.film, page.position, page.show, page.story] as const,
    ([film, position, show, story]) => {
      if (film) stage.show(film.index, position, { show, story });
    },
  );
  let [width, height] = [0, 0];
  new ResizeObserver(() => {
    if (host.clientWidth === width && host.clientHeight === height) return;
    [width, height] = [host.clientWidth, host.clientHeight];
    stage.reframe();
  }).observe(host);
  return stage.extent;
}

/** "Edit and run" opens the film at the frame that the reader is at. */
function followOpenLink(link: Element | null, store: PageStore): void {
  if (!(link instanceof HTMLAnchorElement)) return;
  store.watch(
    page => [page.position, page.film] as const,
    ([position, film]) => {
      const url = new URL(link.href);
      if (film) url.searchParams.set("step", `${position + 1}`);
      link.href = url.href;
    },
  );
}

function playWhenSeen(host: HTMLElement, start: () => void): void {
  const observer = new IntersectionObserver(
    entries => {
      if (!entries.some(entry => entry.isIntersecting)) return;
      observer.disconnect();
      start();
    },
    { threshold: 0.5 },
  );
  observer.observe(host);
}
