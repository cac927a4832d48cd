/** The output pane: how the program failed or was stopped, warnings, and its output, dimmed after the current step. */

import { type Child, el, replace } from "../dom/dom";
import { icon } from "../dom/icons";
import type { ToLine } from "../editor/contract";
import type { Words } from "../narration/locale";
import type { Actions } from "../page/actions";
import type { PageStore } from "../page/state";
import type { EventOf, Failure, Run } from "../trace/contract";
import { type Film, lastEventAt } from "../trace/film";
import { lineOf } from "../trace/sources";
import { countEventsUpTo } from "../trace/timelines";

export function createOutput(host: HTMLElement, store: PageStore, actions: Actions, toLine: ToLine): void {
  const said = outputCounter();
  store.watch(
    page => [page.film, page.words, page.film === null ? 0 : said(page.film, page.position)] as const,
    ([film, words], { position }) => {
      const content = film ? [...failureCards(film, words, actions, toLine), ...printed(film, lastEventAt(film, position), words)] : [];
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
  const { failure } = film.run.outcome;
  if (!failure) return [];
  const explained = film.run.diagnoses.some(diagnosis => diagnosis.raised);
  const message = el(
    "pre",
    { class: "message" },
    failure.exception_type ? `${failure.exception_type}: ${failure.message}` : failure.message,
  );
  if (explained) return [el("details", { class: "quiet-details" }, el("summary", {}, words.word("page-pytorch-says")), message)];
  const go = () => {
    if (failure.line !== null) toLine(failure.line, failure.file);
    if (failure.event !== null) actions.goToEvent(failure.event);
  };
  const line =
    failure.line !== null &&
    el("button", { type: "button", class: "pill bad", on: { click: go } }, words.word("page-line", lineOf(film.index, failure)));
  const stopped = film.run.outcome.status === "stopped";
  const text = failure.kind === "python_error" ? message : el("p", { class: "reason" }, stopText(words, failure));
  return [
    el(
      "section",
      { class: "card error" },
      el("header", {}, icon(stopped ? "stop" : "cross"), el("h2", {}, failureTitle(words, failure)), line),
      text,
      hintOf(words, failure),
    ),
  ];
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
  const cards = warnings.map(warning =>
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
