/**
 * Chooses the frames of an animation, and how long each is shown: the steps that playing stops at, of a story its own, and each that the
 * author has written to, for as long as that takes to read.
 */
import type { Lang } from "../narration/locale";
import { inLanguage, notesAt, plainText, type ToldNotes } from "../notes/told";
import { paceOf } from "../page/pace";
import type { StageView } from "../stage/view";
import type { Film } from "../trace/film";

/** A loop begins again: its end is to be read first. */
const LAST_MS = 3_000;
/** How long a note is shown: a moment to find it, then so long for each character; Chinese ones say more. */
const READING = { least: 1_200, each: { en: 55, zh: 130 }, most: 12_000 } as const;
/** Frames that an author's notes add to those of a long film; the file has at most 80 (gradreel/film/animation.py). */
const MAX_ADDED = 20;

export interface FramesWanted {
  /** First and last step, from 1, both included; null for those of the film, or those at which its notes open and stop it. */
  readonly first: number | null;
  readonly last: number | null;
  /** How long each step stays; null for as long as on the page, or as its note takes to read. */
  readonly seconds: number | null;
}

export interface AnimationFrame {
  readonly position: number;
  readonly ms: number;
}

/** A film without steps is one frame. */
export function framesOf(
  film: Film,
  { first, last, seconds }: FramesWanted,
  { story, show }: StageView,
  told: ToldNotes | null,
  lang: Lang,
): readonly AnimationFrame[] {
  const shown = show === "story" && story !== null ? story.positions : null;
  const from = first === null ? (told?.opens ?? 0) : first - 1;
  const to = last === null ? stopOf(film, told, from) : last - 1;
  const isWhole = from <= 0 && to >= film.last;
  const within = (position: number) => position >= from && position <= to;
  const asked = (shown ?? film.index.steps.map(step => step.position)).filter(within);
  const noted = [...(told?.notes.keys() ?? [])].filter(within);
  if (asked.length + noted.length === 0) return [{ position: Math.max(0, Math.min(film.last, from)), ms: LAST_MS }];
  const pace = paceOf(film, shown === null && isWhole ? null : asked);
  const added = noted.filter(position => !pace.positions.includes(position)).slice(0, MAX_ADDED);
  const positions = [...pace.positions, ...added].sort((a, b) => a - b);
  return positions.map((position, at) => {
    const ms = seconds === null ? Math.max(pace.durationMs(position), readingMs(told, position, lang)) : seconds * 1_000;
    return { position, ms: Math.round(at === positions.length - 1 ? Math.max(ms, LAST_MS) : ms) };
  });
}

/** A film whose notes stop it before they open it goes on to its end. */
function stopOf(film: Film, told: ToldNotes | null, from: number): number {
  const stops = told?.stops ?? film.last;
  return stops >= from ? stops : film.last;
}

function readingMs(told: ToldNotes | null, position: number, lang: Lang): number {
  if (told === null) return 0;
  const texts = notesAt(told, position).map(({ text }) => inLanguage(text, lang));
  const ms = texts.reduce((sum, { text, lang: written }) => sum + plainText(text).length * READING.each[written], 0);
  return ms === 0 ? 0 : Math.min(READING.most, READING.least + ms);
}
