/** Turns a Run into a Film: its index, its edits and chapters, and the step at which it opens. */
import { type Chapter, chaptersOf } from "./chapters";
import type { Diagnosis, Run, TraceEvent, Write } from "./contract";
import { buildIndex, type Step, type TraceIndex } from "./index";
import { MAX_THINGS, thingsIn } from "./show";

/** An in-place edit: where it happened, and each counter or memory it touched. */
export interface EditMark {
  readonly event: number;
  readonly position: number;
  readonly line: number | null;
  readonly file: number;
  readonly writes: readonly Write[];
  readonly stale: readonly string[];
}

export interface Film {
  readonly run: Run;
  readonly index: TraceIndex;
  readonly edits: readonly EditMark[];
  readonly chapters: readonly Chapter[];
  /** The position at which the film opens, see NOTE [Key step]. */
  readonly keyPosition: number;
  readonly last: number;
}

export function makeFilm(run: Run): Film {
  const index = buildIndex(run);
  const edits = findEdits(index);
  const last = Math.max(0, index.steps.length - 1);
  return { run, index, edits, chapters: chaptersOf(index), keyPosition: findKeyPosition(run, index, edits, last), last };
}

/** There is nothing to draw: no tensor was made, or none of what was made is shown. */
export function isEmpty({ run, index }: Film): boolean {
  const { cards, pills } = index.visible;
  const isUnshown = cards.size === 0 && pills.size === 0 && (run.not_shown ?? []).length > 0;
  return index.steps.length === 0 || run.tensors.length === 0 || isUnshown;
}

export function stepAt(film: Film, position: number): Step | null {
  return film.index.steps[position] ?? null;
}

export function eventAt(film: Film, position: number): TraceEvent | null {
  const step = stepAt(film, position);
  return step ? (film.run.events[step.event] ?? null) : null;
}

/** The last event that has happened at a position. */
export function lastEventAt(film: Film, position: number): number {
  return stepAt(film, position)?.last ?? -1;
}

/** The nearest edit before or after a position, or null. */
export function nearestEdit(film: Film, position: number, direction: 1 | -1): number | null {
  const steps = film.edits.map(edit => edit.position).filter(step => (step - position) * direction > 0);
  return (direction > 0 ? steps[0] : steps.at(-1)) ?? null;
}

/** The next step about a line, starting over after the last one; null for a line without a step. */
export function nextAtLine(film: Film, position: number, line: number, file: number): number | null {
  const there = film.index.steps.filter(step => step.line === line && step.file === file).map(step => step.position);
  return there.find(step => step > position) ?? there[0] ?? null;
}

const WEIGHT: Record<Diagnosis["severity"], number> = { error: 2, warning: 1, note: 0 };

export function worstFirst(diagnoses: readonly Diagnosis[]): readonly Diagnosis[] {
  return [...diagnoses].sort((a, b) => WEIGHT[b.severity] - WEIGHT[a.severity]);
}

function findEdits(index: TraceIndex): readonly EditMark[] {
  const events = [...new Set(index.edits.map(edit => edit.event))];
  return events.flatMap(event => {
    const op = index.opAt(event);
    if (!op) return [];
    return [{ event, position: index.stepOfEvent(event), line: op.line, file: op.file, writes: op.writes, stale: op.stale }];
  });
}

/**
 * NOTE [Key step] A film opens at the event that the worst diagnosis points to (the edit, or the
 * raise where there is no edit; a note opens only a small film), else at the first edit that makes something stale, else at the raise, else where the last
 * gradient has arrived, else at its end.
 */
function findKeyPosition(run: Run, index: TraceIndex, edits: readonly EditMark[], last: number): number {
  const isLarge = thingsIn(index) > MAX_THINGS;
  const diagnosed = worstFirst(run.diagnoses).find(({ event, severity }) => event !== null && !(isLarge && severity === "note"))?.event;
  const stale = edits.find(edit => edit.stale.length > 0)?.event;
  const filled = run.events.findLast(item => item.kind === "accumulate")?.index;
  const event = diagnosed ?? stale ?? run.outcome.failure?.event ?? filled;
  return event === undefined ? last : index.stepOfEvent(event);
}
