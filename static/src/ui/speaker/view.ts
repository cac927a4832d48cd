/** What the speaker sees while the others see the film: where it is, what to say, what comes next, and how long it has taken. */
import { el, phrase, replace } from "../../dom/dom";
import type { Words } from "../../narration/locale";
import { narrate } from "../../narration/narration";
import { chapterAt, inLanguage, notesAt } from "../../notes/told";
import { nextMoment } from "../../page/present";
import type { Page, PageStore } from "../../page/state";
import type { ShownNote } from "../../trace/contract";
import { rich } from "../notes/rich";

const SECOND_MS = 1000;

export interface SpeakerView {
  readonly element: HTMLElement;
  /** Stops following the film. */
  readonly end: () => void;
}

export function createView(store: PageStore, turn: (direction: 1 | -1) => void): SpeakerView {
  const button = (label: string, direction: 1 | -1) => el("button", { type: "button", on: { click: () => turn(direction) } }, label);
  const [back, forward] = [button("‹", -1), button("›", 1)];
  const [where, time] = [el("p", { class: "speaker-where" }), el("p", { class: "speaker-time", role: "timer" })];
  const [sentence, told, say] = [
    el("p", {}),
    el("div", { class: "speaker-told" }),
    el("div", { class: "speaker-say", "aria-live": "polite" }),
  ];
  const [nextTitle, next] = [el("h2", {}), el("p", {})];
  const element = el(
    "main",
    { class: "speaker" },
    el("header", {}, where, time, el("div", { class: "speaker-turn" }, back, forward)),
    say,
    el("section", { class: "speaker-shown" }, sentence, told),
    el("section", { class: "speaker-next" }, nextTitle, next),
  );
  const stop = store.watch(
    ({ film, position, told: notes, words, story, show }) => [film, position, notes, words, story, show] as const,
    (_, page) => {
      const { film, words, position } = page;
      element.ownerDocument.documentElement.lang = words.lang === "zh" ? "zh-CN" : "en";
      for (const [each, key] of [
        [back, "page-present-back"],
        [forward, "page-present-forward"],
      ] as const)
        each.setAttribute("aria-label", words.word(key));
      replace(where, film ? whereText(page) : "");
      replace(sentence, ...(film ? phrase(narrate(film, position, words)) : []));
      const notes = page.told ? notesAt(page.told, position) : [];
      const said = notes.flatMap(note => blocksOf(note, "speaker", words));
      replace(say, ...(said.length > 0 ? said : [el("p", { class: "quiet" }, words.word("speaker-nothing"))]));
      replace(told, ...notes.flatMap(note => blocksOf(note, "text", words)));
      replace(nextTitle, words.word("speaker-next"));
      replace(next, ...nextOf(page));
    },
  );
  const ends = clock(time);
  return {
    element,
    end: () => {
      stop();
      ends();
    },
  };
}

function whereText({ film, position, words, told }: Page): string {
  const chapter = told && chapterAt(told, position);
  const step = words.word("speaker-step", { step: position + 1, steps: (film?.last ?? 0) + 1 });
  return chapter ? `${step} · ${inLanguage(chapter.name, words.lang).text}` : step;
}

function blocksOf(note: ShownNote, field: "text" | "speaker", { lang }: Words): readonly HTMLElement[] {
  return rich(inLanguage(note[field], lang).text);
}

/** The moment that a click leads to: the chapter that begins there, and its sentence. */
function nextOf(page: Page): readonly (Node | string)[] {
  const { film, words, told } = page;
  const to = nextMoment(page, 1);
  if (film === null || to === null) return [words.word("speaker-last")];
  const chapter = told?.chapters.find(({ from }) => from === to);
  const name = chapter ? [el("b", {}, inLanguage(chapter.name, words.lang).text), " "] : [];
  return [...name, ...phrase(narrate(film, to, words))];
}

/** Minutes and seconds since the speaker began; a press begins anew. */
function clock(host: HTMLElement): () => void {
  let began = Date.now();
  const show = (): void => {
    const seconds = Math.floor((Date.now() - began) / SECOND_MS);
    host.textContent = `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")}`;
  };
  host.addEventListener("click", () => {
    began = Date.now();
    show();
  });
  show();
  const timer = setInterval(show, SECOND_MS);
  return () => clearInterval(timer);
}
