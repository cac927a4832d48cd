/** The diagnosis cards: a verdict, the lines that explain it as links into film and editor, the reason, ways out. */

import { type Child, el, phrase, replace } from "../dom/dom";
import { type IconName, icon } from "../dom/icons";
import type { Phrase, Words } from "../narration/locale";
import type { PageStore } from "../page/state";
import type { Diagnosis } from "../trace/contract";
import { raiseEvent } from "../trace/diagnoses";
import { type Film, lastEventAt, worstFirst } from "../trace/film";
import { type FixOptions, fixesOf } from "./fixes";
import { type StepListOptions, stepList } from "./step-list";

export interface DiagnosisOptions extends StepListOptions, FixOptions {}

/** The worst diagnosis is open, the others are closed. */
const CARDS_OPEN = 1;
const ICONS: Record<Diagnosis["severity"], IconName> = { error: "cross", warning: "info", note: "info" };

export function createDiagnoses(host: HTMLElement, store: PageStore, options: DiagnosisOptions): void {
  let drawn: Film | null = null;
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
      const cards = shown.map((diagnosis, at) => {
        const body = film ? [...story(film, words, diagnosis, options), ...fixesOf(words, diagnosis.fixes, results, options)] : [];
        return card(words, diagnosis, open[at] ?? at < CARDS_OPEN, body);
      });
      replace(host, ...cards);
      host.hidden = shown.length === 0;
    },
  );
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

function story(film: Film, words: Words, diagnosis: Diagnosis, options: StepListOptions): readonly Child[] {
  return [
    el("ol", { class: "story" }, ...stepList(film, words, diagnosis, options)),
    el("p", { class: "reason" }, ...phrase(messageOf(words, diagnosis))),
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
