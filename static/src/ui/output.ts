/** The output pane: how the program failed or was stopped, warnings, and its output, dimmed after the current step. */

import { type Child, el, replace } from "../dom/dom";
import { icon } from "../dom/icons";
import type { ToLine } from "../editor/contract";
import type { Words } from "../narration/locale";
import type { Actions } from "../page/actions";
import type { PageStore } from "../page/state";
import { type CodeCell, failingCells } from "../trace/cells";
import type { EventOf, Failure, NotShown, Outcome, Run } from "../trace/contract";
import { type Film, lastEventAt } from "../trace/film";
import { lineOf } from "../trace/sources";
import { countEventsUpTo } from "../trace/timelines";
import { cellNumber } from "./cells";

export function createOutput(host: HTMLElement, store: PageStore, actions: Actions, toLine: ToLine): void {
  const said = outputCounter();
  store.watch(
    page => [page.film, page.words, page.film === null ? 0 : said(page.film, page.position)] as const,
    ([film, words], { position }) => {
      const content = film
        ? [...failureCards(film, words, actions, toLine), ...wellNote(film, words), ...printed(film, lastEventAt(film, position), words)]
        : [];
      replace(host, ...content);
      host.hidden = content.length === 0;
    },
  );
}

/** How much output there is at a position: most steps add none, and then nothing is drawn anew. */
function outputCounter(): (film: Film, position: number) => number {
  let known: { readonly film: Film; readonly events: readonly number[] } | null = null;
  return (film, position) => {
    if (known?.film !== film) known = { film, events: film.run.events.filter(({ kind }) => kind === "output").map(({ index }) => index) };
    return countEventsUpTo(known.events, lastEventAt(film, position));
  };
}

function failureCards(film: Film, words: Words, actions: Actions, toLine: ToLine): readonly Child[] {
  const { outcome, diagnoses } = film.run;
  const cells = failingCells(film.run);
  if (cells.length === 0)
    return failureCard(film, words, actions, toLine, { ...outcome, explained: diagnoses.some(({ raised }) => raised) });
  return cells.flatMap(({ index, status, failure = null }) => {
    const explained = diagnoses.some(({ raised, cell }) => raised && cell === index);
    return failureCard(film, words, actions, toLine, { status, failure, explained, cell: index });
  });
}

/** How the program, or one of its cells, ended. */
interface Ended {
  readonly status: Outcome["status"] | CodeCell["status"];
  readonly failure?: Failure | null;
  /** A card of its own says why. */
  readonly explained: boolean;
  readonly cell?: number;
}

function failureCard(film: Film, words: Words, actions: Actions, toLine: ToLine, ended: Ended): readonly Child[] {
  const { failure, explained, status, cell } = ended;
  if (!failure) return [];
  const message = el(
    "pre",
    { class: "message" },
    failure.exception_type ? `${failure.exception_type}: ${failure.message}` : failure.message,
  );
  if (explained)
    return [
      el(
        "details",
        { class: "quiet-details" },
        el("summary", {}, cellNumber(cell), cell === undefined ? null : " ", words.word("page-pytorch-says")),
        message,
      ),
    ];
  const go = () => {
    if (failure.line !== null) toLine(failure.line, failure.file);
    if (failure.event !== null) actions.goToEvent(failure.event);
  };
  const line =
    failure.line !== null &&
    el("button", { type: "button", class: "pill bad", on: { click: go } }, words.word("page-line", lineOf(film.index, failure)));
  const stopped = status === "stopped";
  const text = failure.kind === "python_error" ? message : el("p", { class: "reason" }, stopText(words, failure));
  return [
    el(
      "section",
      { class: "card error" },
      el("header", {}, icon(stopped ? "stop" : "cross"), cellNumber(cell), el("h2", {}, failureTitle(words, failure)), line),
      text,
      hintOf(words, failure),
    ),
  ];
}

function wellNote(film: Film, words: Words): readonly Child[] {
  const text = wellText(film, words);
  return text === null ? [] : [el("p", { class: "well" }, icon("check"), el("span", {}, text))];
}

/** What is not shown of these is no edit, and nothing that one could make stale. */
const KEPT_KINDS: ReadonlySet<NotShown["kind"]> = new Set(["derivatives", "hook"]);

/**
 * Of a whole film in which nothing is wrong: that it is so, and how many edits that was looked at for. What a custom Function keeps as an
 * attribute of its ctx has no version that anything checks.
 */
export function wellText({ run, edits }: Film, words: Words): string | null {
  const { outcome, diagnoses, truncated, gap, fidelity } = run;
  const isWhole = outcome.status === "completed" && truncated === null && !gap && fidelity !== "different";
  const passes = run.events.filter(({ kind }) => kind === "backward_end").length;
  if (!isWhole || passes === 0 || diagnoses.some(({ severity }) => severity !== "note")) return null;
  const stale = new Set(edits.flatMap(edit => edit.stale)).size;
  const whole = (run.not_shown ?? []).every(({ kind }) => KEPT_KINDS.has(kind));
  const key = stale > 0 ? "page-well-stale" : whole ? "page-well" : "page-well-unshown";
  const text = words.word(key, { edits: edits.length, passes, stale });
  const [name, ...others] = new Set(run.nodes.filter(({ kind }) => kind === "custom").map(node => node.name.replace(/Backward$/, "")));
  if (edits.length === 0 || name === undefined) return text;
  return `${text} ${words.word("page-well-ctx", { count: others.length + 1, name })}`;
}

function failureTitle(words: Words, failure: Failure): string {
  if (failure.kind !== "python_error") return words.word("page-stopped");
  return failure.exception_type === "SyntaxError"
    ? words.word("page-syntax-error")
    : words.word("page-raised", { type: failure.exception_type ?? "Exception" });
}

/** Why a run was stopped, in a sentence. */
export function stopText(words: Words, failure: Failure): string {
  const key = `failure-${failure.kind}`;
  return words.has(key) ? words.word(key, failure.params) : failure.message;
}

function hintOf(words: Words, failure: Failure): Child {
  const key = `failure-hint-${failure.hint_kind}`;
  if (failure.hint_kind && words.has(key)) return el("p", { class: "hint" }, words.word(key, failure.params));
  return failure.hint ? el("p", { class: "hint" }, failure.hint) : null;
}

function printed(film: Film, now: number, words: Words): readonly Child[] {
  const warnings = film.run.events.filter((event): event is EventOf<"warning"> => event.kind === "warning");
  // Python writes a warning to stderr as well: it is shown once.
  const isWarning = (text: string) => warnings.some(warning => text.includes(warning.category) && text.includes(warning.text));
  const outputs = film.run.events.filter((event): event is EventOf<"output"> => event.kind === "output");
  const texts = outputs.filter(event => event.stream === "stdout" || !isWarning(event.text));
  const told = new Set(film.run.diagnoses.map(({ event }) => event));
  const untold = warnings.filter(({ index }) => !told.has(index));
  const cards = untold.map(warning =>
    el(
      "section",
      { class: "card warning" },
      el("header", {}, icon("info"), el("h2", {}, warning.category)),
      el("p", { class: "reason" }, warning.text),
    ),
  );
  const stdout = outputOf(film.run, texts, now);
  return stdout.length === 0
    ? cards
    : [...cards, el("section", { class: "output" }, el("h2", {}, words.word("page-output")), el("pre", { tabindex: "0" }, ...stdout))];
}

/** Recorded pieces have an event; where the recording is shorter than what the process wrote, the rest follows. */
function outputOf(run: Run, texts: readonly EventOf<"output">[], now: number): readonly Child[] {
  if (texts.length === 0) return run.stdout ? [run.stdout] : [];
  const recorded = texts.filter(text => text.stream === "stdout").reduce((size, { text }) => size + text.length, 0);
  return [...joined(texts, now).map(({ style, text }) => el("span", { class: style }, text)), run.stdout.slice(recorded)];
}

/** Neighbours that look alike become one piece: a program may print thousands of lines. */
function joined(texts: readonly EventOf<"output">[], now: number): readonly { readonly style: string; readonly text: string }[] {
  const pieces: { style: string; text: string }[] = [];
  for (const { text, stream, index } of texts) {
    const style = index <= now ? stream : `${stream} ahead`;
    const last = pieces.at(-1);
    if (last?.style === style) last.text += text;
    else pieces.push({ style, text });
  }
  return pieces;
}
