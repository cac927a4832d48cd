/** What is shown in place of a film: an invitation, a run under way, a problem, or a program without a tensor. */

import { type Child, el, replace, svg } from "../dom/dom";
import { icon } from "../dom/icons";
import type { Words } from "../narration/locale";
import { notShownSentences } from "../narration/not-shown";
import type { Actions } from "../page/actions";
import type { ApiProblem } from "../page/api";
import type { Page, PageStore } from "../page/state";
import { type Film, isEmpty } from "../trace/film";
import { again, cancel, problemWords, queueText, retryText } from "./notices";
import { stopText } from "./output";

const COUNTED_S = 2;
const MAX_NAMES = 3;

export function createEmpty(host: HTMLElement, store: PageStore, actions: Actions): void {
  let ticking: ReturnType<typeof setInterval> | undefined;
  // Only the counting text is changed, so that the logo's animation goes on.
  const tick = () => {
    const page = store.get();
    host.querySelector(".ticking")?.replaceChildren(countOf(page));
    host.querySelector(".under-way")?.replaceChildren(page.words.word(page.ahead === null ? "page-running" : "page-queued"));
  };
  const queue = () => {
    const { words, ahead } = store.get();
    host.querySelector(".place")?.replaceChildren(ahead === null ? words.word("page-running-why") : queueText(words, ahead));
    tick();
  };
  store.watch(page => [page.ahead], queue);
  store.watch(
    page => [page.words, page.film, page.request],
    (_, page) => {
      clearInterval(ticking);
      if (page.request.kind === "waiting" || page.request.kind === "running") ticking = setInterval(tick, 1000);
      const content = contentOf(page, actions);
      host.hidden = content.length === 0;
      replace(host, ...content);
      queue();
    },
  );
}

/** Seconds until the next try, or, for a run that takes long, since it was sent. */
function countOf({ request, words }: Page): string {
  if (request.kind === "waiting") return retryText(words, request.until);
  if (request.kind !== "running") return "";
  const seconds = Math.floor((Date.now() - request.since) / 1000);
  return seconds >= COUNTED_S ? words.word("page-running-for", { seconds }) : "";
}

function contentOf(page: Page, actions: Actions): readonly Child[] {
  const { film, request, words } = page;
  // The film before was empty as well: what is shown of it gives way to the run.
  if (film && (request.kind !== "running" || !isEmpty(film))) return isEmpty(film) ? emptyFilm(words, film) : [];
  switch (request.kind) {
    case "running":
      return running();
    case "waiting":
      return waiting(words, request.problem, actions);
    case "failed":
      return problem(words, request.problem, actions);
    case "idle":
    case "refused":
      return welcome(words, actions);
  }
}

/** The reason why nothing is drawn, as far as it is known. */
function emptyFilm(words: Words, { run, index }: Film): readonly Child[] {
  const message = (title: string, why: string) => [logo(false), el("h2", {}, title), el("p", {}, why)];
  const { status, failure } = run.outcome;
  if (status === "stopped" && failure) return message(words.word("page-stopped"), stopText(words, failure));
  if (status === "raised" && failure) {
    const reason = [failure.exception_type, failure.message.split("\n")[0]].filter(Boolean).join(": ");
    return message(words.word("page-nothing-failed"), words.word("page-nothing-failed-why", { reason }));
  }
  const unshown = notShownSentences(words, run.not_shown ?? [], index);
  if (unshown.length > 0) return message(words.word("page-nothing-unshown"), `${words.word("page-unshown")} ${unshown.join(" ")}`);
  const unused = neverNamedAgain(run.code);
  if (unused.length === 0) return message(words.word("page-nothing"), words.word("page-nothing-why"));
  return message(words.word("page-nothing-defines", { names: unused.join(", ") }), words.word("page-nothing-defines-why"));
}

/** Functions and classes of a program whose names stand nowhere else in it. */
function neverNamedAgain(code: string): readonly string[] {
  const defined = [...code.matchAll(/^(?:async +def|def|class) +(\w+)/gm)].flatMap(([, name]) => name ?? []);
  const named = new Map<string, number>();
  for (const [word] of code.matchAll(/\w+/g)) named.set(word, (named.get(word) ?? 0) + 1);
  return defined.filter(name => named.get(name) === 1).slice(0, MAX_NAMES);
}

function running(): readonly Child[] {
  return [logo(true), el("h2", { class: "under-way" }), el("p", { class: "place", role: "status" }), el("p", { class: "ticking" })];
}

function waiting(words: Words, busy: ApiProblem, actions: Actions): readonly Child[] {
  const { title } = problemWords(words, busy);
  return [logo(true), el("h2", {}, title), el("p", { class: "ticking", role: "status" }), cancel(words, actions)];
}

function problem(words: Words, failure: ApiProblem, actions: Actions): readonly Child[] {
  const { title, why, detail } = problemWords(words, failure);
  const message = [el("h2", {}, title), el("p", {}, why), detail ? el("p", { class: "detail" }, detail) : null];
  const button = failure.kind === "no_code" ? null : again(words, actions);
  return [el("div", { class: "problem-icon" }, icon("cross")), el("div", { role: "alert" }, ...message), button];
}

function welcome(words: Words, actions: Actions): readonly Child[] {
  const run = el("button", { type: "button", class: "button primary", on: { click: () => void actions.run() } }, words.word("page-run"));
  return [logo(false), el("h2", {}, words.word("page-welcome")), el("p", {}, words.word("page-welcome-why")), run];
}

/** The mark of the page, large; it turns while a snippet runs. */
function logo(turning: boolean): SVGSVGElement {
  const dots = ["fwd", "edit", "bwd"].map((tone, at) => {
    const angle = (at * 2 * Math.PI) / 3 - Math.PI / 2;
    return svg("circle", { cx: 32 + 15 * Math.cos(angle), cy: 32 + 15 * Math.sin(angle), r: 6, class: `tone-${tone}` });
  });
  const spokes = svg("g", { class: turning ? "turning" : "" }, ...dots);
  return svg(
    "svg",
    { class: "reel", viewBox: "0 0 64 64", width: 64, height: 64, "aria-hidden": "true" },
    svg("circle", { cx: 32, cy: 32, r: 28, class: "logo-ring" }),
    spokes,
    svg("circle", { cx: 32, cy: 32, r: 3, class: "tone-ink" }),
  );
}
