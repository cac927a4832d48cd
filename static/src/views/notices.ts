/** Strips above the stage: the code was edited, the film is cut short, the server is busy, away or broken. */
import type { Actions } from "../actions";
import type { ApiProblem } from "../api";
import type { Film } from "../film";
import type { Words } from "../locale";
import { isEdited, type Page, type PageStore } from "../page";
import { type Child, el, replace } from "./dom";
import { RUN_KEYS } from "./header";

export const PROBLEM_KEYS = {
  busy: "page-problem-busy",
  too_many: "page-problem-too-many",
  too_large: "page-problem-too-large",
  unreadable: "page-problem-unreadable",
  offline: "page-problem-offline",
  server: "page-problem-server",
} as const;

export function createNotices(host: HTMLElement, store: PageStore, actions: Actions): void {
  let ticking: ReturnType<typeof setInterval> | undefined;
  const draw = () => {
    const page = store.get();
    replace(host, ...stripsOf(page, actions));
  };
  store.watch(
    page => [page.words, page.film, page.request, isEdited(page)],
    (_, { request }) => {
      clearInterval(ticking);
      if (request.kind === "waiting") ticking = setInterval(draw, 1000);
      draw();
    },
  );
}

/** With no film on stage, the big card of the empty stage tells of problems: see empty.ts. */
function stripsOf(page: Page, actions: Actions): readonly Child[] {
  const { words, film, request } = page;
  if (!film) return [];
  const strips: Child[] = [];
  if (request.kind === "waiting") strips.push(waitingStrip(words, request.until, request.problem, actions));
  if (request.kind === "failed") strips.push(strip("bad", problemText(words, request.problem), again(words, actions)));
  if (request.kind === "idle" && isEdited(page)) {
    const run = el(
      "button",
      { type: "button", class: "button small", on: { click: () => void actions.run() } },
      words.word("page-run"),
      el("kbd", {}, RUN_KEYS),
    );
    strips.push(strip("edit", words.word("page-edited"), run));
  }
  return [...strips, ...filmStrips(words, film)];
}

function filmStrips(words: Words, film: Film): readonly Child[] {
  const { truncated, fidelity } = film.run;
  const strips: Child[] = [];
  if (truncated) {
    const key = {
      events: "page-truncated-events",
      bytes: "page-truncated-bytes",
      time: "page-truncated-time",
      fault: "page-truncated-fault",
    }[truncated.kind];
    strips.push(strip("edit", words.word(key, { limit: truncated.limit }), null));
  }
  if (fidelity === "different") strips.push(strip("edit", words.word("page-differs"), null));
  return strips;
}

export function waitingStrip(words: Words, until: number, problem: ApiProblem, actions: Actions): HTMLElement {
  const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
  const text = `${words.word(PROBLEM_KEYS[problem.kind])} ${words.word("page-retry-in", { seconds })}`;
  return strip(
    "edit",
    text,
    el("button", { type: "button", class: "button small", on: { click: actions.cancel } }, words.word("page-cancel")),
  );
}

export function problemText(words: Words, problem: ApiProblem): string {
  const text = words.word(PROBLEM_KEYS[problem.kind]);
  return problem.kind === "offline" ? text : `${text} ${problem.message}`;
}

export function again(words: Words, actions: Actions): HTMLElement {
  return el("button", { type: "button", class: "button small", on: { click: () => void actions.run() } }, words.word("page-try-again"));
}

function strip(tone: string, text: string, action: Child): HTMLElement {
  return el("div", { class: `strip ${tone}`, role: tone === "bad" ? "alert" : "status" }, el("span", {}, text), action);
}
