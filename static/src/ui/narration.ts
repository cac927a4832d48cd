/** The sentence of the current step, with the line it is about; read out as it changes. One that is too long for its place opens. */

import { type DrawFormula, el, patch, phrase, replace } from "../dom/dom";
import type { ToLine } from "../editor/contract";
import { textOf } from "../narration/locale";
import { narrate } from "../narration/narration";
import type { Actions } from "../page/actions";
import type { Page, PageStore } from "../page/state";
import { isEmpty, stepAt } from "../trace/film";
import { lineOf } from "../trace/sources";
import { tickKind } from "./ticks";

export function createNarration(host: HTMLElement, store: PageStore, actions: Actions, toLine: ToLine, draw?: DrawFormula): void {
  const line = el("button", { type: "button", class: "pill" });
  const sentence = el("p", { class: "sentence", "aria-live": "polite", "aria-atomic": "true" });
  const count = el("span", { class: "count" });
  const more = el("button", { type: "button", class: "more", hidden: true });
  host.append(line, count, sentence, more);
  const measure = () => {
    if (host.classList.contains("is-open")) return;
    const fits = sentence.scrollHeight <= sentence.clientHeight + 2;
    // Setting `hidden` again would cost another style pass.
    if (more.hidden !== fits) more.hidden = fits;
  };
  let asked = 0;
  const open = (opened: boolean) => {
    host.classList.toggle("is-open", opened);
    more.setAttribute("aria-expanded", `${opened}`);
    patch(more, store.get().words.word(opened ? "page-narration-less" : "page-narration-more"));
    // After the step: measuring at once would force a layout in the middle of it.
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(measure);
  };
  more.addEventListener("click", () => open(!host.classList.contains("is-open")));
  if (globalThis.ResizeObserver) new ResizeObserver(measure).observe(sentence);
  line.addEventListener("click", () => {
    const { film, position } = store.get();
    const at = film && stepAt(film, position);
    if (at?.line) {
      actions.openPane("code");
      toLine(at.line, at.file);
    }
  });

  store.watch(
    page => [page.film, page.position, page.words, waitingKey(page)] as const,
    ([film, position, words, waiting]) => {
      const told = film ? narrate(film, position, words) : [];
      // An empty film may have a step of which nothing can be said.
      const isTold = film !== null && (textOf(told) !== "" || !isEmpty(film));
      const step = isTold ? stepAt(film, position) : null;
      host.dataset.kind = step ? tickKind(step) : "none";
      line.hidden = !step || step.line === null;
      patch(line, film && step?.line ? words.word("page-line", lineOf(film.index, step)) : "");
      const text = film ? phrase(told, draw) : [words.word(waiting)];
      // The same sentence at another step is read out again.
      const again = el("p", {}, ...text).textContent === sentence.textContent;
      (again ? replace : patch)(sentence, ...text);
      open(false);
      patch(count, isTold && film.index.steps.length > 0 ? words.word("page-count", { step: position + 1, steps: film.last + 1 }) : "");
    },
  );
}

/** The text while there is no film. */
function waitingKey({ request, ahead }: Page): string {
  if (request.kind !== "running") return "page-narration-empty";
  return ahead === null ? "page-running" : "page-queued";
}
