/**
 * Draws stills on the server, in a JavaScript engine inside the Python process (gradreel/film/still.py): text in, text out.
 *
 * The engine has no document, so a small one is bundled; layout and drawing are the page's own.
 */
import { parseHTML } from "linkedom/worker";
import animationEnglish from "locales/en?animation";
import english from "locales/en?film";
import picturesEnglish from "locales/en?pictures";
import animationChinese from "locales/zh?animation";
import chinese from "locales/zh?film";
import picturesChinese from "locales/zh?pictures";
import { wordsOfCompiled } from "../narration/compiled";
import type { Lang } from "../narration/locale";
import { type ToldNotes, tellNotes } from "../notes/told";
import type { Theme } from "../page/state";
import { anyView } from "../stage/all-tools";
import { type FrameView, frameHeight, widthsOf } from "../stage/frame";
import { type Animation, type AnimationOrder, animate } from "../still/animation";
import { addCaption, captionAt, openingPosition } from "../still/caption";
import { type Card, drawCard } from "../still/card";
import { drawStill } from "../still/draw";
import { NO_TONES, tonesOf } from "../still/listing";
import { compareNeighboursFast } from "../still/neighbours";
import { noteRoom } from "../still/note-room";
import { serialize } from "../still/serialize";
import { subjectOf } from "../story/subject";
import { atAskedCell, stepsOfCell } from "../trace/cell-places";
import type { Run, ShownNotes } from "../trace/contract";
import { type Film, makeFilm, stepAt } from "../trace/film";
import type { Show } from "../trace/show";

/** What of the film is shown. */
interface ViewOrder {
  readonly show: Show | null;
  readonly about: string | null;
  /** The number of the cell that is shown where no step is ordered. */
  readonly cell: number | null;
}

interface Order extends ViewOrder {
  readonly step: number | null;
  readonly theme: Theme;
  readonly lang: Lang;
  /** Null for the bare drawing. */
  readonly card: Card | null;
  /** `ShownNotes` as JSON. */
  readonly notes: string | null;
}

interface FrameOrder extends ViewOrder {
  readonly lang: Lang;
  readonly view: FrameView;
  readonly width: number;
  /** The narrowest that it becomes; null where it keeps its width. */
  readonly narrowest: number | null;
  /** `ShownNotes` as JSON. */
  readonly notes: string | null;
}

const EMPTY_PAGE = "<!doctype html><html><body></body></html>";
const CATALOGUES = {
  en: { ...english, ...animationEnglish, ...picturesEnglish },
  zh: { ...chinese, ...animationChinese, ...picturesChinese },
};

/** Height in pixels of the frame that shows a film whole at a width, and at the narrowest that it becomes. */
function height(run: string, order: string): number {
  const film = makeFilm(JSON.parse(run) as Run);
  const asked = JSON.parse(order) as FrameOrder;
  const { lang, view, width, narrowest, show, about, notes, cell } = atAskedCell(film, { ...asked, step: null });
  const words = wordsOfCompiled(lang, CATALOGUES[lang]);
  const [shown, told] = [{ ...anyView(film.index, show, about), cell }, toldBy(film, notes)];
  const heightAt = (each: number) =>
    frameHeight(film.index, view, each, (key, params) => words.word(key, params), shown) + noteRoom(told, lang, each);
  return Math.max(...widthsOf(film.index, shown, view, width, narrowest).map(heightAt));
}

function still(run: string, order: string): string {
  const film = makeFilm(JSON.parse(run) as Run);
  const { step, theme, lang, card, show, about, notes } = atAskedCell(film, JSON.parse(order) as Order);
  const { document } = parseHTML(EMPTY_PAGE);
  const told = toldBy(film, notes);
  const position = step === null ? openingPosition(film, told, card !== null) : Math.max(0, Math.min(film.last, step - 1));
  const caption = captionAt(film, told, position, lang);
  const [words, view] = [wordsOfCompiled(lang, CATALOGUES[lang]), anyView(film.index, show, about)];
  const drawn = drawStill(document, film, { position, theme, words, view, low: card !== null, pointed: caption.pointed });
  if (card === null) {
    addCaption(document, drawn, caption, theme);
    return serialize(drawn.svg);
  }
  const at = stepAt(film, position);
  const lines = film.index.sources[at?.file ?? 0]?.lines ?? [];
  const subject = subjectOf(film.index, about);
  const tones = subject?.kind === "diagnosis" ? tonesOf(subject.diagnosis, at?.file ?? 0) : NO_TONES;
  const code = { lines: lines.join("\n").trimEnd().split("\n"), current: at?.line ?? null, tones };
  const sentence = caption.text.replaceAll("\n", " ") || drawn.sentence;
  return serialize(drawCard(document, { ...drawn, sentence }, card, theme, code));
}

function toldBy(film: Film, notes: string | null): ToldNotes | null {
  return notes === null ? null : tellNotes(film, JSON.parse(notes) as ShownNotes);
}

let current: Animation | null = null;

/** Lay out an animation; `animationFrame` then draws its frames. Returns how long each is shown, in milliseconds, and all there is. */
function animation(run: string, text: string): string {
  const film = makeFilm(JSON.parse(run) as Run);
  const order = ofCell(film, JSON.parse(text) as WholeAnimationOrder);
  const words = wordsOfCompiled(order.lang, CATALOGUES[order.lang]);
  const view = anyView(film.index, order.show, order.about);
  current = animate(parseHTML(EMPTY_PAGE).document, film, order, words, view, toldBy(film, order.notes));
  return JSON.stringify({ durations_ms: current.frames.map(({ ms }) => ms), steps: film.last + 1 });
}

type WholeAnimationOrder = AnimationOrder & ViewOrder & { readonly lang: Lang; readonly notes: string | null };

/** Of a cell the story of its error is shown, which may begin in an earlier one; of one without such a story its own steps. */
function ofCell(film: Film, order: WholeAnimationOrder): WholeAnimationOrder {
  if (order.first !== null || order.last !== null) return order;
  const { show, about, cell } = atAskedCell(film, { ...order, step: null });
  const steps = show === "story" && about !== null ? null : stepsOfCell(film, cell);
  return { ...order, show, about, ...steps };
}

function animationFrame(frame: number): string {
  if (current === null) throw new Error("no animation is laid out");
  return serialize(current.draw(frame));
}

compareNeighboursFast(parseHTML(EMPTY_PAGE).document);
Object.assign(globalThis, { still, height, animation, animationFrame });
