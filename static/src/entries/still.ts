/**
 * Draws stills on the server, in a JavaScript engine inside the Python process (gradreel/film/still.py): text in, text out.
 *
 * The engine has no document, so a small one is bundled; layout and drawing are the page's own.
 */
import { parseHTML } from "linkedom/worker";
import english from "locales/en.ftl?film";
import chinese from "locales/zh.ftl?film";
import { type Lang, wordsOfParsed } from "../narration/locale";
import type { Theme } from "../page/state";
import { type FrameView, frameHeight } from "../stage/frame";
import { storyGraph, storyOf } from "../stage/story-tools";
import { type Card, drawCard } from "../still/card";
import { drawStill } from "../still/draw";
import { compareNeighboursFast } from "../still/neighbours";
import { serialize } from "../still/serialize";
import type { Run } from "../trace/contract";
import { makeFilm, stepAt } from "../trace/film";

interface Order {
  readonly step: number | null;
  readonly theme: Theme;
  readonly lang: Lang;
  /** Null for the bare drawing. */
  readonly card: Card | null;
}

interface FrameOrder {
  readonly lang: Lang;
  readonly view: FrameView;
  readonly width: number;
}

const EMPTY_PAGE = "<!doctype html><html><body></body></html>";
const CATALOGUES = { en: english, zh: chinese };

/** Height in pixels of the frame that shows a film whole at a width. */
function height(run: string, order: string): number {
  const { lang, view, width } = JSON.parse(order) as FrameOrder;
  const words = wordsOfParsed(lang, CATALOGUES[lang]);
  return frameHeight(makeFilm(JSON.parse(run) as Run).index, view, width, (key, params) => words.word(key, params), {
    storyOf,
    storyGraph,
  });
}

function still(run: string, order: string): string {
  const { step, theme, lang, card } = JSON.parse(order) as Order;
  const film = makeFilm(JSON.parse(run) as Run);
  const { document } = parseHTML(EMPTY_PAGE);
  const position = step === null ? film.keyPosition : Math.max(0, Math.min(film.last, step - 1));
  const drawn = drawStill(document, film, { position, theme, words: wordsOfParsed(lang, CATALOGUES[lang]), low: card !== null });
  const code = { lines: film.run.code.trimEnd().split("\n"), current: stepAt(film, position)?.line ?? null };
  const svg = card === null ? drawn.svg : drawCard(document, drawn, card, theme, code);
  return serialize(svg);
}

compareNeighboursFast(parseHTML(EMPTY_PAGE).document);
Object.assign(globalThis, { still, height });
