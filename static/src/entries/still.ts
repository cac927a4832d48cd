/**
 * Draws stills on the server, in a JavaScript engine inside the Python process (gradreel/film/still.py): one function, text in, text out.
 *
 * The engine has no document, so a small one is bundled; layout and drawing are the page's own.
 */
import { parseHTML } from "linkedom/worker";
import english from "locales/en.ftl?film";
import chinese from "locales/zh.ftl?film";
import { type Lang, wordsOfParsed } from "../narration/locale";
import type { Theme } from "../page/state";
import { type Card, drawCard } from "../still/card";
import { drawStill } from "../still/draw";
import { compareNeighboursFast } from "../still/neighbours";
import { serialize } from "../still/serialize";
import type { Run } from "../trace/contract";
import { makeFilm } from "../trace/film";

interface Order {
  readonly step: number | null;
  readonly theme: Theme;
  readonly lang: Lang;
  /** Null for the bare drawing. */
  readonly card: Card | null;
}

const EMPTY_PAGE = "<!doctype html><html><body></body></html>";
const CATALOGUES = { en: english, zh: chinese };

function still(run: string, order: string): string {
  const { step, theme, lang, card } = JSON.parse(order) as Order;
  const film = makeFilm(JSON.parse(run) as Run);
  const { document } = parseHTML(EMPTY_PAGE);
  const position = step === null ? film.keyPosition : Math.max(0, Math.min(film.last, step - 1));
  const drawn = drawStill(document, film, { position, theme, words: wordsOfParsed(lang, CATALOGUES[lang]) });
  const svg = card === null ? drawn.svg : drawCard(document, drawn, card, theme);
  return serialize(svg);
}

compareNeighboursFast(parseHTML(EMPTY_PAGE).document);
Object.assign(globalThis, { still });
