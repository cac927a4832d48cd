/** The diagnosis cards, one for each cause: a verdict, the lines that explain it as links into film and editor, the reason, ways out. */

import { type Child, el, phrase, replace } from "../dom/dom";
import { type IconName, icon } from "../dom/icons";
import type { Phrase, Words } from "../narration/locale";
import { isEdited, type PageStore } from "../page/state";
import { type Cause, causesOf } from "../trace/causes";
import type { Diagnosis, Fix } from "../trace/contract";
import { raiseEvent } from "../trace/diagnoses";
import { type Film, lastEventAt, worstFirst } from "../trace/film";
import { type FixOptions, fixesOf } from "./fixes";
import { type StepListOptions, savedList, stepList } from "./step-list";

export interface DiagnosisOptions extends StepListOptions, FixOptions {}

/** The worst diagnosis is open, the others are closed. */
const CARDS_OPEN = 1;
const MAX_OTHERS = 4;
const ICONS: Record<Diagnosis["severity"], IconName> = { error: "cross", warning: "info", note: "info" };

export function createDiagnoses(host: HTMLElement, store: PageStore, options: DiagnosisOptions): void {
  let drawn: Film | null = null;
  store.watch(
    page => [page.words, isEdited(page)] as const,
    ([words, edited]) => sayWhetherOld(host.parentElement, edited ? words.word("page-report-old") : null),
  );
  store.watch(
    page => {
      const { film, words, position } = page;
      const now = film ? lastEventAt(film, position) : -1;
      const ahead = film?.run.diagnoses.map(diagnosis => isAhead(film, diagnosis, now)).join();
      return [film, words, ahead, film ? page.fixResults[film.run.id] : undefined] as const;
    },
    ([film, words, , results], { position }) => {
      const now = film ? lastEventAt(film, position) : -1;
      const shown = film ? worstFirst(film.run.diagnoses).map(diagnosis => asOf(film, diagnosis, now)) : [];
      const open = film === drawn ? [...host.children].map(each => (each as HTMLDetailsElement).open) : [];
      drawn = film;
      const cards = causesOf(shown).map((cause, at) => {
        const body = film ? [...story(film, words, cause, options), ...fixesOf(words, fixesIn(cause), results, options)] : [];
        return card(words, cause.first, open[at] ?? at < CARDS_OPEN, body);
      });
      replace(host, ...cards);
      host.hidden = shown.length === 0;
    },
  );
}

/** What is reported of code that is no longer there. */
function sayWhetherOld(report: HTMLElement | null, note: string | null): void {
  if (note === null) delete report?.dataset.old;
  else if (report) report.dataset.old = note;
}

/** The film has not come to the raise yet. */
function isAhead(film: Film, diagnosis: Diagnosis, now: number): boolean {
  const raise = raiseEvent(film.run, diagnosis);
  return raise !== null && now < raise;
}

/** Until the film comes to the raise, the card says what will happen, and not what has. */
function asOf(film: Film, diagnosis: Diagnosis, now: number): Diagnosis {
  if (!isAhead(film, diagnosis, now) || diagnosis.params.outcome !== "failed") return diagnosis;
  return { ...diagnosis, raised: false, raise_event: raiseEvent(film.run, diagnosis), params: { ...diagnosis.params, outcome: "fails" } };
}

function card(words: Words, diagnosis: Diagnosis, open: boolean, body: readonly Child[]): HTMLElement {
  return el(
    "details",
    { class: `card ${diagnosis.severity}`, open },
    el("summary", {}, icon(ICONS[diagnosis.severity]), el("h2", {}, titleOf(words, diagnosis))),
    ...body,
  );
}

function story(film: Film, words: Words, { first, others }: Cause, options: StepListOptions): readonly Child[] {
  return [
    el("ol", { class: "story" }, ...stepList(film, words, first, options)),
    el("p", { class: "reason" }, ...phrase(messageOf(words, first))),
    ...(others.length > 0 ? alsoStale(film, words, others, options) : []),
  ];
}

/** What else the same edit made stale, the first few by their lines. */
function alsoStale(film: Film, words: Words, others: readonly Diagnosis[], options: StepListOptions): readonly Child[] {
  const more = others.length - MAX_OTHERS;
  return [
    el("p", { class: "also" }, words.word("diagnosis-same-edit", { count: others.length })),
    el("ol", { class: "story" }, ...others.slice(0, MAX_OTHERS).flatMap(other => savedList(film, words, other, options))),
    more > 0 && el("p", { class: "quiet" }, words.word("page-badge-more", { count: more })),
  ];
}

/** Each fix once. */
function fixesIn({ first, others }: Cause): readonly Fix[] {
  const all = [first, ...others].flatMap(({ fixes }) => fixes);
  return [...new Map(all.map(fix => [fix.key, fix] as const)).values()];
}

function titleOf(words: Words, { kind, params, message }: Diagnosis): string {
  const key = `diagnosis-${kind}-title`;
  return words.has(key) ? words.word(key, params) : message;
}

function messageOf(words: Words, { kind, params, message }: Diagnosis): Phrase {
  const key = `diagnosis-${kind}`;
  return words.has(key) ? words.parts(key, params) : [{ text: message, style: "plain" }];
}
