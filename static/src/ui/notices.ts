/** Strips above the stage: the code was edited, the film is cut short, the server is busy, away or broken. */

import { type Child, el, replace } from "../dom/dom";
import { textOf, type Words } from "../narration/locale";
import { notShownSentences } from "../narration/not-shown";
import type { Actions } from "../page/actions";
import type { ApiProblem, ProblemKind } from "../page/api";
import { divideAnyway } from "../page/prepare";
import { isEdited, type Page, type PageStore } from "../page/state";
import { MAX_READING_MS } from "../snippet/reading/reader";
import { type Film, isEmpty } from "../trace/film";
import { leftOutText } from "./left-out";
import { stopText } from "./output";
import { RUN_KEYS } from "./runbutton";

const PROBLEM_KEYS: Record<ProblemKind, readonly [title: string, why: string]> = {
  busy: ["page-problem-busy", "page-problem-busy-why"],
  too_many: ["page-problem-too-many", "page-problem-too-many-why"],
  too_large: ["page-problem-too-large", "page-problem-too-large-why"],
  too_much: ["page-problem-too-much", "page-problem-too-much-why"],
  blocked: ["page-problem-blocked", "page-problem-blocked-why"],
  unreadable: ["page-problem-unreadable", "page-problem-unreadable-why"],
  offline: ["page-problem-offline", "page-problem-offline-why"],
  server: ["page-problem-server", "page-problem-server-why"],
  no_code: ["page-problem-no-code", "page-problem-no-code-why"],
};

export function createNotices(host: HTMLElement, store: PageStore, actions: Actions, compare: () => void): void {
  let ticking: ReturnType<typeof setInterval> | undefined;
  const draw = () => {
    const page = store.get();
    replace(host, ...stripsOf(page, actions, compare, () => void divideAnyway(store)));
  };
  store.watch(
    page => [
      page.words,
      page.film,
      page.fixed,
      page.cleaned,
      page.code === page.cleaned?.after,
      page.leftOut,
      page.code === page.leftOut?.code,
      page.request,
      page.ahead,
      page.notesMissing,
      page.unasked,
      isEdited(page),
    ],
    (_, { request }) => {
      clearInterval(ticking);
      if (request.kind === "waiting") ticking = setInterval(draw, 1000);
      draw();
    },
  );
}

/**
 * With no film on stage, the card on the empty stage shows problems: see empty.ts. Strips that are of the text, and not of the film, are marked
 * so: these stay where something else has the place of the film.
 */
function stripsOf(page: Page, actions: Actions, compare: () => void, divide: () => void): readonly Child[] {
  const { words, film, request, ahead } = page;
  const isIdle = request.kind === "idle" || request.kind === "refused";
  if (!film) return isIdle ? [leftOutStrip(page), cleanedStrip(page, actions, divide)] : [];
  const strips: Child[] = [];
  // What this is, for whoever comes for the first time: the film on the stage is nobody's own.
  if (page.unasked === film.run) strips.push(strip("quiet first-visit", words.word("page-first-visit"), null));
  if (request.kind === "running" && ahead !== null) strips.push(strip("edit", queueText(words, ahead), cancel(words, actions)));
  if (request.kind === "waiting") strips.push(waitingStrip(words, request.until, request.problem, actions));
  if (request.kind === "failed") strips.push(problemStrip(words, request.problem, actions));
  if (isIdle && isEdited(page)) {
    const run = el(
      "button",
      { type: "button", class: "button small", on: { click: () => void actions.run() } },
      words.word("page-run"),
      el("kbd", {}, RUN_KEYS),
    );
    strips.push(strip("edit", words.word("page-edited"), run));
  }
  if (page.notesMissing) strips.push(strip("quiet", words.word("page-notes-missing"), null));
  return [...strips, leftOutStrip(page), cleanedStrip(page, actions, divide), fixedStrip(page, compare), ...filmStrips(words, film)];
}

/** While the editor has what it had when a text that is too long was left out. */
export function leftOutStrip({ code, leftOut, words }: Page): Child {
  if (leftOut?.code !== code) return null;
  return strip("edit of-text", leftOutText(words, leftOut), null);
}

/** While the editor has code that was cleaned up: what was changed, and the way back; or that it could not be told what is code. */
export function cleanedStrip({ code, cleaned, request, words }: Page, actions: Actions, divide: () => void): Child {
  if (!cleaned || code !== cleaned.after) return null;
  const { unread } = cleaned;
  const anyway = el("button", { type: "button", class: "button small", on: { click: divide } }, words.word("page-divide"));
  if (unread !== null && cleaned.changes.length === 0) {
    const params = { language: unread.language, size: unread.length, seconds: MAX_READING_MS / 1000 };
    const text = words.word(`page-unread-${unread.kind}`, params);
    if (request.kind === "refused") return strip("bad of-text", [el("b", {}, words.word("page-not-run")), " ", text], null);
    return strip("edit of-text", text, unread.kind === "unclear" ? anyway : null);
  }
  const changes = words.list(cleaned.changes.map(change => [{ text: words.word(`page-cleaned-${change}`), style: "plain" }]));
  const told = { changes: textOf(changes), code: cleaned.cells?.code ?? 0, text: cleaned.cells?.text ?? 0 };
  const { before } = cleaned;
  const undo = () => {
    actions.setCode(before ?? "");
    actions.openPane("code");
  };
  const button =
    before === null ? null : el("button", { type: "button", class: "button small", on: { click: undo } }, words.word("page-undo"));
  const key = unread !== null ? "page-unread-cleaned" : cleaned.cells ? "page-read" : "page-cleaned";
  return strip(unread !== null ? "edit of-text" : "quiet of-text", words.word(key, told), button);
}

/** On both films, that of the program before its fix and that of the program after it. */
function fixedStrip(page: Page, compare: () => void): Child {
  const { film, fixed, words } = page;
  const isBefore = film?.run === fixed?.before;
  if (!film || !fixed || !(isBefore || film.run === fixed.after)) return null;
  const { status, failure } = fixed.after.outcome;
  const text = words.word(isBefore ? "page-fixed-before" : `page-fixed-${status}`, { type: failure?.exception_type ?? "" });
  const isOld = isEdited(page);
  const title = isOld ? words.word("page-fix-old") : null;
  const button = el(
    "button",
    { type: "button", class: "button small", disabled: isOld, title, on: { click: compare } },
    words.word("page-compare"),
  );
  return strip(status === "completed" && !isBefore ? "good" : "edit", text, button);
}

function filmStrips(words: Words, film: Film): readonly Child[] {
  const { truncated, gap, fidelity } = film.run;
  const strips: Child[] = [];
  // A film that was stored may be older than this field; an empty one says it in its place.
  if (gap) strips.push(strip("edit", words.word("page-gap", { count: gap.left_out, step: film.index.stepOfEvent(gap.event) + 1 }), null));
  if (truncated) {
    const key = {
      events: "page-truncated-events",
      bytes: "page-truncated-bytes",
      steps: "page-truncated-steps",
      fault: "page-truncated-fault",
    }[truncated.kind];
    strips.push(strip("edit", words.word(key, { limit: truncated.limit }), null));
  }
  const { status, failure } = film.run.outcome;
  // Where the panes lie side by side the card under the code says so.
  if (status === "stopped" && failure) {
    strips.push(strip("bad one-pane", [el("b", {}, words.word("page-stopped")), " ", stopText(words, failure)], null));
  }
  if (fidelity === "different") strips.push(strip("edit", words.word("page-differs"), null));
  // A film that was stored may be older than this field.
  const unshown = isEmpty(film) ? [] : notShownSentences(words, film.run.not_shown ?? [], film.index);
  if (unshown.length > 0) strips.push(strip("quiet", [el("b", {}, words.word("page-unshown")), " ", unshown.join(" ")], null));
  return strips;
}

function waitingStrip(words: Words, until: number, problem: ApiProblem, actions: Actions): HTMLElement {
  const { title } = problemWords(words, problem);
  return strip("edit", [el("b", {}, title), " ", retryText(words, until)], cancel(words, actions));
}

function problemStrip(words: Words, problem: ApiProblem, actions: Actions): HTMLElement {
  const { title, why } = problemWords(words, problem);
  return strip("bad", [el("b", {}, title), " ", why], problem.kind === "no_code" ? null : again(words, actions));
}

export function problemWords(
  words: Words,
  { kind, message }: ApiProblem,
): { readonly title: string; readonly why: string; readonly detail: string } {
  const [title, why] = PROBLEM_KEYS[kind];
  const hasOwnText = ["offline", "busy", "too_many", "no_code"].includes(kind);
  return { title: words.word(title), why: words.word(why), detail: hasOwnText ? "" : message };
}

/** The place of a run in the server's queue. */
export function queueText(words: Words, ahead: number): string {
  return words.word("page-queue-ahead", { count: ahead });
}

export function retryText(words: Words, until: number): string {
  return words.word("page-retry-in", { seconds: Math.max(0, Math.ceil((until - Date.now()) / 1000)) });
}

export function cancel(words: Words, actions: Actions): HTMLElement {
  return el("button", { type: "button", class: "button small", on: { click: actions.cancel } }, words.word("page-cancel"));
}

export function again(words: Words, actions: Actions): HTMLElement {
  return el("button", { type: "button", class: "button small", on: { click: () => void actions.run() } }, words.word("page-try-again"));
}

function strip(tone: string, text: Child, action: Child): HTMLElement {
  return el("div", { class: `strip ${tone}`, role: tone === "bad" ? "alert" : "status" }, el("span", {}, text), action);
}
