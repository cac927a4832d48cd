/**
 * Divides a film for its timeline: chapters, those of a loop by its rounds; and rounds that repeat themselves folded into one part.
 *
 *     chapters, rounds ─▶ sections ─▶ parts: sections and folds
 *
 * Of a fold of many rounds the parts are folds again, so that opening one shows a handful of parts however many rounds there are.
 */
import type { Chapter } from "./chapters";
import { groupBy } from "./collections";
import type { Film } from "./film";
import type { Step } from "./index";
import { roundsOf } from "./rounds";

/** A chapter, or the part of it that is in one round of the loop that trains; `from` and `to` are positions, both included. */
export interface Section extends Chapter {
  /** From 1; null outside the loop. */
  readonly round: number | null;
}

/** Rounds that do the same. */
export interface RoundFold {
  readonly kind: "rounds";
  /** The first and the last round. */
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
}

/** All chapters of a round, where there is no room for each. */
export interface WholeRound extends Omit<Section, "kind"> {
  readonly kind: "round";
}

/** All chapters of a cell, likewise. */
export interface WholeCell extends Omit<Section, "kind"> {
  readonly kind: "cell";
}

export type TimelinePart = Section | WholeRound | WholeCell | RoundFold;

export function isFold(part: TimelinePart): part is RoundFold {
  return part.kind === "rounds";
}

/** A film of fewer steps has all its rounds on its timeline. */
const MIN_FOLDED_STEPS = 60;
/** A fold of more rounds opens into so many folds. */
const MAX_OPENED_ROUNDS = 8;

export function foldKey({ first, last }: Pick<RoundFold, "first" | "last">): string {
  return `${first}-${last}`;
}

const known = new WeakMap<Film, readonly Section[]>();

export function sectionsOf(film: Film): readonly Section[] {
  const found = known.get(film) ?? numbered(film.chapters.flatMap(chapter => byRound(film, chapter)));
  known.set(film, found);
  return found;
}

/** Those before, between and after the rounds, and those of the first and last round and of rounds in which something goes wrong. */
export function toldSections(film: Film): readonly Section[] {
  const sections = sectionsOf(film);
  const isTold = toldRounds(film, sections);
  return sections.filter(({ round }) => isTold(round));
}

function toldRounds({ index }: Film, sections: readonly Section[]): (round: number | null) => boolean {
  const last = sections.reduce((most, { round }) => Math.max(most, round ?? 0), 0);
  const isTrouble = ({ stale, kind }: Step) => stale || kind === "raise";
  const troubled = new Set(sections.filter(({ from, to }) => index.steps.slice(from, to + 1).some(isTrouble)).map(({ round }) => round));
  return round => round === null || round === 1 || round === last || troubled.has(round);
}

/** Rounds that have no section of their own do not count. */
function numbered(sections: readonly Section[]): readonly Section[] {
  const numbers = new Map<number, number>();
  return sections.map(section => {
    if (section.round === null) return section;
    const round = numbers.get(section.round) ?? numbers.size + 1;
    numbers.set(section.round, round);
    return { ...section, round };
  });
}

/** What a round does after its last op that records something belongs to the next round's first chapter. */
function byRound({ index }: Film, { from, to, ...chapter }: Chapter): readonly Section[] {
  const rounds = roundsOf(index);
  const roundAt = (position: number) => rounds[position] ?? null;
  const records = (position: number) => (index.opAt(index.steps[position]?.event ?? -1)?.nodes.length ?? 0) > 0;
  const found: Section[] = [];
  let [start, recorded] = [from, false];
  for (let position = from; position <= to; position++) {
    recorded ||= records(position);
    const [own, next] = [roundAt(position), roundAt(position + 1)];
    if (position < to && (own === next || (own !== null && !recorded))) continue;
    found.push({ ...chapter, round: own, from: start, to: position });
    [start, recorded] = [position + 1, false];
  }
  return found;
}

/** The parts of which something is shown; `unfolded` are the keys of the folds that are open. */
export function partsOf(
  film: Film,
  isShown: (from: number, to: number) => boolean,
  unfolded: ReadonlySet<string>,
): readonly TimelinePart[] {
  const sections = sectionsOf(film).filter(({ from, to }) => isShown(from, to));
  if (film.index.steps.length < MIN_FOLDED_STEPS) return sections;
  const isTold = toldRounds(film, sectionsOf(film));
  const parts: TimelinePart[] = [];
  let waiting: Section[] = [];
  const flush = () => {
    parts.push(...folded(waiting, unfolded));
    waiting = [];
  };
  for (const section of sections) {
    if (isTold(section.round)) {
      flush();
      parts.push(section);
    } else waiting.push(section);
  }
  flush();
  return parts;
}

/** The sections of rounds that follow each other, as one fold; or as its parts, where it is open. */
function folded(sections: readonly Section[], unfolded: ReadonlySet<string>): readonly TimelinePart[] {
  const rounds = [...groupBy(sections, ({ round }) => round).values()];
  const [head, tail] = [sections[0], sections.at(-1)];
  if (head === undefined || tail === undefined || rounds.length < 2) return sections;
  const fold = { kind: "rounds", first: head.round ?? 0, last: tail.round ?? 0, from: head.from, to: tail.to } as const;
  if (!unfolded.has(foldKey(fold))) return [fold];
  if (rounds.length <= MAX_OPENED_ROUNDS) return sections;
  const size = Math.ceil(rounds.length / MAX_OPENED_ROUNDS);
  return Array.from({ length: Math.ceil(rounds.length / size) }, (_, at) => rounds.slice(at * size, (at + 1) * size)).flatMap(some =>
    folded(some.flat(), unfolded),
  );
}
