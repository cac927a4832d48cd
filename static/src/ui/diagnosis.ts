/** The diagnosis cards: a verdict, the lines that explain it as links into film and editor, the reason, ways out. */

import { type Child, el, phrase, replace } from "../dom/dom";
import { type IconName, icon } from "../dom/icons";
import type { Phrase, Words } from "../narration/locale";
import type { PageStore } from "../page/state";
import type { Diagnosis, Fix } from "../trace/contract";
import { raiseEvent } from "../trace/diagnoses";
import { type Film, lastEventAt, worstFirst } from "../trace/film";
import { type StepListOptions, stepList } from "./step-list";

export interface DiagnosisOptions extends StepListOptions {
  /** Puts a whole fixed snippet into the editor and runs it. */
  readonly applyFix: (code: string) => void;
}

/** The worst diagnosis is open, the others are closed. */
const CARDS_OPEN = 1;
const ICONS: Record<Diagnosis["severity"], IconName> = { error: "cross", warning: "info", note: "info" };

export function createDiagnoses(host: HTMLElement, store: PageStore, options: DiagnosisOptions): void {
  store.watch(
    page => {
      const { film, words, position } = page;
      const now = film ? lastEventAt(film, position) : -1;
      return [film, words, film?.run.diagnoses.map(diagnosis => isAhead(film, diagnosis, now)).join()] as const;
    },
    ([film, words], { position }) => {
      const now = film ? lastEventAt(film, position) : -1;
      const shown = film ? worstFirst(film.run.diagnoses).map(diagnosis => asOf(film, diagnosis, now)) : [];
      replace(host, ...shown.map((diagnosis, at) => (film ? card(film, words, diagnosis, at, options) : null)));
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

function card(film: Film, words: Words, diagnosis: Diagnosis, at: number, options: DiagnosisOptions): HTMLElement {
  const open = at < CARDS_OPEN;
  return el(
    "details",
    { class: `card ${diagnosis.severity}`, open },
    el("summary", {}, icon(ICONS[diagnosis.severity]), el("h2", {}, titleOf(words, diagnosis))),
    el("ol", { class: "story" }, ...stepList(film, words, diagnosis, options)),
    el("p", { class: "reason" }, ...phrase(messageOf(words, diagnosis))),
    ...fixesOf(words, diagnosis.fixes, options),
  );
}

function titleOf(words: Words, { kind, params, message }: Diagnosis): string {
  const key = `diagnosis-${kind}-title`;
  return words.has(key) ? words.word(key, params) : message;
}

function messageOf(words: Words, { kind, params, message }: Diagnosis): Phrase {
  const key = `diagnosis-${kind}`;
  return words.has(key) ? words.parts(key, params) : [{ text: message, style: "plain" }];
}

function fixesOf(words: Words, fixes: readonly Fix[], options: DiagnosisOptions): readonly Child[] {
  if (fixes.length === 0) return [];
  const items = fixes.map(fix => {
    const key = `fix-${fix.kind}`;
    const text = words.has(key) ? phrase(lightly(words.parts(key, fix.params))) : [fix.message];
    const { code } = fix;
    const apply =
      code !== null &&
      el("button", { type: "button", class: "button small", on: { click: () => options.applyFix(code) } }, words.word("page-fix-apply"));
    return el("li", {}, el("span", {}, ...text), apply);
  });
  return [el("h3", {}, words.word("page-fixes")), el("ul", { class: "fixes" }, ...items)];
}

/** A fix quotes code around its names, so they are set like the rest of it. */
function lightly(parts: Phrase): Phrase {
  return parts.map(part => (part.style === "name" ? { ...part, style: "code" } : part));
}
