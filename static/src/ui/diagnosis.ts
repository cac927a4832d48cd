/** The diagnosis cards: a verdict, the lines that explain it as links into film and editor, ways out, the reason. */

import { type Child, el, phrase, replace } from "../dom/dom";
import { flatFormula } from "../dom/formula";
import { type IconName, icon } from "../dom/icons";
import { reasonsOf } from "../narration/kept";
import type { Phrase, Words } from "../narration/locale";
import { shownCell } from "../page/cells";
import { isEdited, type PageStore } from "../page/state";
import type { Diagnosis } from "../trace/contract";
import { type Film, lastEventAt, worstFirst } from "../trace/film";
import { cellNumber } from "./cells";
import { type FixOptions, fixesOf, type KnownFixes } from "./fixes";
import { otherSaves, type StepListOptions, savedRow, stepList } from "./step-list";

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
      const ahead = film?.run.diagnoses.map(diagnosis => isAhead(diagnosis, now)).join();
      const id = film?.run.id ?? "";
      return [film, words, ahead, page.fixResults[id], page.whole[id], isEdited(page)] as const;
    },
    ([film, words, , results, whole, isOld], { position }) => {
      const now = film ? lastEventAt(film, position) : -1;
      const known = film ? worstFirst(whole ?? film.run.diagnoses).map(diagnosis => asOf(diagnosis, now)) : [];
      // Nobody waits for what nobody has asked for: a link shows what there is.
      const shown = whole === undefined ? known.map(each => ({ ...each, unchecked_pending: false })) : known;
      const open = film === drawn ? [...host.children].map(each => (each as HTMLDetailsElement).open) : [];
      drawn = film;
      const cards = shown.map((diagnosis, at) => {
        const body = film ? bodyOf(film, words, diagnosis, { results, isOld }, options) : [];
        return card(words, diagnosis, open[at] ?? at < CARDS_OPEN, body);
      });
      replace(host, ...cards);
      host.hidden = shown.length === 0;
    },
  );
  store.watch(
    page => [page.film, shownCell(page)] as const,
    ([film, cell]) => film !== null && openCardsOf(host, worstFirst(film.run.diagnoses), cell),
  );
}

/** In a program with cells the cards of the cell that is looked at are open, where it has any. */
function openCardsOf(host: HTMLElement, diagnoses: readonly Diagnosis[], cell: number | null): void {
  const isOf = diagnoses.map(diagnosis => cell !== null && diagnosis.cell === cell);
  if (!isOf.includes(true)) return;
  for (const [at, card] of [...host.children].entries()) (card as HTMLDetailsElement).open = isOf[at] === true;
  host.children[isOf.indexOf(true)]?.scrollIntoView({ block: "nearest" });
}

/** What is reported of code that is no longer there. */
function sayWhetherOld(report: HTMLElement | null, note: string | null): void {
  if (note === null) delete report?.dataset.old;
  else if (report) report.dataset.old = note;
}

/** The film has not come to the raise yet. */
function isAhead(diagnosis: Diagnosis, now: number): boolean {
  return diagnosis.raise_event !== null && now < diagnosis.raise_event;
}

/** Until the film comes to the raise, the card says what will happen, and not what has. */
function asOf(diagnosis: Diagnosis, now: number): Diagnosis {
  if (!isAhead(diagnosis, now) || diagnosis.params.outcome !== "failed") return diagnosis;
  return { ...diagnosis, raised: false, params: { ...diagnosis.params, outcome: "fails" } };
}

function card(words: Words, diagnosis: Diagnosis, open: boolean, body: readonly Child[]): HTMLElement {
  return el(
    "details",
    { class: `card ${diagnosis.severity}`, open },
    el("summary", {}, icon(ICONS[diagnosis.severity]), cellNumber(diagnosis.cell), el("h2", {}, titleOf(words, diagnosis))),
    ...body,
  );
}

/** The lines first, then the ways out, then why: whoever knows the lines looks for what to do. Without lines the reason is what there is. */
function bodyOf(
  film: Film,
  words: Words,
  diagnosis: Diagnosis,
  tried: Pick<KnownFixes, "results" | "isOld">,
  options: DiagnosisOptions,
): readonly Child[] {
  const lines = stepList(film, words, diagnosis, options);
  const saved = film.index.saved.get(diagnosis.saved ?? "");
  const kept = saved ? reasonsOf(words, saved, film.index.nodes).flatMap(each => [" ", ...phrase(each, flatFormula)]) : [];
  const reason = el("p", { class: "reason" }, ...phrase(messageOf(words, diagnosis)), ...kept);
  const fixes = fixesOf(words, { code: film.run.code, fixes: diagnosis.fixes, ...tried }, options);
  const also = alsoStale(film, words, diagnosis, options);
  const spared = uncheckedOf(words, diagnosis);
  if (lines.length === 0) return [reason, spared, ...fixes, ...also];
  const why = fixes.length > 0 ? el("h3", {}, words.word("page-why")) : null;
  return [el("ol", { class: "story" }, ...lines), ...fixes, why, spared, reason, ...also];
}

/** What the gradient would have been without the check that failed, where that is known. */
function uncheckedOf(words: Words, { unchecked, unchecked_pending: pending }: Diagnosis): Child {
  if (pending) return el("p", { class: "spared quiet" }, words.word("page-unchecked-pending"));
  const known = Object.keys(unchecked ?? {}).length > 0;
  return known && el("p", { class: "spared" }, ...phrase(words.parts("diagnosis-unchecked", unchecked)));
}

/** Which other lines saved what the same edit made stale, the first few. */
function alsoStale(film: Film, words: Words, diagnosis: Diagnosis, options: StepListOptions): readonly Child[] {
  const others = otherSaves(film, diagnosis);
  const more = others.length - MAX_OTHERS;
  return [
    others.length > 0 && el("ol", { class: "story" }, ...others.slice(0, MAX_OTHERS).map(other => savedRow(film, words, other, options))),
    more > 0 && el("p", { class: "quiet" }, words.word("page-badge-more", { count: more })),
  ];
}

function titleOf(words: Words, { kind, params, message }: Diagnosis): string {
  const key = `diagnosis-${kind}-title`;
  return words.has(key) ? words.word(key, params) : message;
}

function messageOf(words: Words, { kind, params, message }: Diagnosis): Phrase {
  const key = `diagnosis-${kind}`;
  return words.has(key) ? words.parts(key, params) : [{ text: message, style: "plain" }];
}
