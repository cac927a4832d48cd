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
import { storyView } from "../stage/story-tools";
import { type Card, drawCard } from "../still/card";
import { drawStill } from "../still/draw";
import { compareNeighboursFast } from "../still/neighbours";
import { serialize } from "../still/serialize";
import type { Run } from "../trace/contract";
import { makeFilm, stepAt } from "../trace/film";
import type { Show } from "../trace/show";

/** What of the film is shown. */
interface ViewOrder {
  readonly show: Show | null;
  readonly about: string | null;
}

interface Order extends ViewOrder {
  readonly step: number | null;
  readonly theme: Theme;
  readonly lang: Lang;
  /** Null for the bare drawing. */
  readonly card: Card | null;
}

interface FrameOrder extends ViewOrder {
  readonly lang: Lang;
  readonly view: FrameView;
  readonly width: number;
}

const EMPTY_PAGE = "<!doctype html><html><body></body></html>";
const CATALOGUES = { en: english, zh: chinese };

/** Height in pixels of the frame that shows a film whole at a width. */
function height(run: string, order: string): number {
  const { lang, view, width, show, about } = JSON.parse(order) as FrameOrder;
  const { index } = makeFilm(JSON.parse(run) as Run);
  const words = wordsOfParsed(lang, CATALOGUES[lang]);
  return frameHeight(index, view, width, (key, params) => words.word(key, params), storyView(index, show, about));
}

function still(run: string, order: string): string {
  const { step, theme, lang, card, show, about } = JSON.parse(order) as Order;
  const film = makeFilm(JSON.parse(run) as Run);
  const { document } = parseHTML(EMPTY_PAGE);
  const position = step === null ? film.keyPosition : Math.max(0, Math.min(film.last, step - 1));
  const [words, view] = [wordsOfParsed(lang, CATALOGUES[lang]), storyView(film.index, show, about)];
  const drawn = drawStill(document, film, { position, theme, words, view, low: card !== null });
  const at = stepAt(film, position);
  const lines = film.index.sources[at?.file ?? 0]?.lines ?? [];
  const code = { lines: lines.join("\n").trimEnd().split("\n"), current: at?.line ?? null };
  const svg = card === null ? drawn.svg : drawCard(document, drawn, card, theme, code);
  return serialize(svg);
}

compareNeighboursFast(parseHTML(EMPTY_PAGE).document);
Object.assign(globalThis, { still, height });
