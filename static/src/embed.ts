/**
 * Plays a stored film inside somebody else's article: stage, sentence, transport, and nothing that runs code.
 *
 * It lives in a frame with an opaque origin: no cookies, no storage, and the address is never rewritten.
 */
import "../styles/embed.css";
import { createActions } from "./actions";
import type { Run } from "./contract";
import { createCode } from "./embed/code";
import { announceHeight } from "./embed/height";
import { installKeys } from "./embed/keys";
import { readOptions } from "./embed/options";
import { loadFilmWords } from "./embed/words";
import { LANGUAGES } from "./locale";
import type { Page, PageStore } from "./page";
import { createStage } from "./stage";
import { createStore } from "./store";
import { createNarration } from "./views/narration";
import { createTransport } from "./views/transport";

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

async function start(host: HTMLElement): Promise<void> {
  const options = readOptions(host);
  if (options.theme) document.documentElement.dataset.theme = options.theme;
  if (options.film === null) {
    announceHeight(host, options.id, () => null);
    return;
  }
  const [run, words] = await Promise.all([loadRun(options.film), loadFilmWords(servedLang())]);
  const store: PageStore = createStore<Page>({
    words,
    theme: options.theme,
    code: run.code,
    examples: [],
    example: null,
    health: null,
    request: { kind: "idle" },
    film: null,
    position: 0,
    selection: null,
    playing: false,
    speed: 1,
    loop: false,
    pane: "film",
    sideTab: "details",
  });
  const actions = createActions(store, calm);
  const part = (id: string) => host.querySelector<HTMLElement>(`#${id}`) as HTMLElement;
  const code = options.view === "graph" ? null : createCode(part("code"), store, actions);
  part("narration").replaceChildren();
  createNarration(part("narration"), store, actions, line => code?.toLine(line));
  if (options.controls) createTransport(part("transport"), store, actions);
  const extent = options.view === "code" ? () => null : createFilm(part("stage"), store);
  followOpenLink(part("open"), store);
  installKeys(store, actions);
  actions.show(run, options.position ?? (options.autoplay ? 0 : null));
  announceHeight(host, options.id, extent);
  if (options.autoplay && !calm()) playWhenSeen(host, actions.togglePlay);
}

function createFilm(host: HTMLElement, store: PageStore): () => { width: number; height: number } | null {
  const stage = createStage(host, { onSelect: () => {}, word: (key, params) => store.get().words.word(key, params), framed: true });
  store.watch(
    page => [page.film, page.position] as const,
    ([film, position]) => {
      if (film) stage.show(film.index, position);
    },
  );
  let width = 0;
  let height = 0;
  new ResizeObserver(() => {
    if (host.clientWidth === width && host.clientHeight === height) return;
    [width, height] = [host.clientWidth, host.clientHeight];
    stage.reframe();
  }).observe(host);
  return stage.extent;
}

/** "Edit and run" opens the film at the frame that the reader is at. */
function followOpenLink(link: HTMLElement, store: PageStore): void {
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

function playWhenSeen(host: HTMLElement, play: () => void): void {
  const observer = new IntersectionObserver(
    entries => {
      if (!entries.some(entry => entry.isIntersecting)) return;
      observer.disconnect();
      play();
    },
    { threshold: 0.5 },
  );
  observer.observe(host);
}

function servedLang() {
  return LANGUAGES.find(lang => document.documentElement.lang.startsWith(lang)) ?? "en";
}

async function loadRun(path: string): Promise<Run> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as Run;
}

const host = document.getElementById("embed");
if (host) void start(host);
