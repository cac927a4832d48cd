/** The sentence of the current step, with the line it is about; read out as it changes. */
import type { Actions } from "../actions";
import { stepAt } from "../film";
import { narrate } from "../narration";
import type { PageStore } from "../page";
import { el, phrase, replace } from "./dom";
import { tickKind } from "./ticks";

export function createNarration(host: HTMLElement, store: PageStore, actions: Actions, toLine: (line: number) => void): void {
  const line = el("button", { type: "button", class: "pill" });
  const sentence = el("p", { class: "sentence", "aria-live": "polite", "aria-atomic": "true" });
  const count = el("span", { class: "count" });
  host.append(line, sentence, count);
  line.addEventListener("click", () => {
    const { film, position } = store.get();
    const at = film ? stepAt(film, position)?.line : null;
    if (at) {
      actions.openPane("code");
      toLine(at);
    }
  });

  store.watch(
    page => [page.film, page.position, page.words, page.request.kind === "running"] as const,
    ([film, position, words, running]) => {
      const step = film ? stepAt(film, position) : null;
      host.dataset.kind = step ? tickKind(step) : "none";
      line.hidden = !step || step.line === null;
      replace(line, step?.line ? words.word("page-line", { line: step.line }) : "");
      replace(
        sentence,
        ...(film ? phrase(narrate(film, position, words)) : [words.word(running ? "page-running" : "page-narration-empty")]),
      );
      replace(count, film && film.index.steps.length > 0 ? words.word("page-count", { step: position + 1, steps: film.last + 1 }) : "");
    },
  );
}
