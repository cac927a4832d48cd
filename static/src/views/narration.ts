/** The sentence of the current step, with the line it is about; read out as it changes. One that is too long for its place opens. */
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
  const more = el("button", { type: "button", class: "more", hidden: true });
  host.append(line, count, sentence, more);
  const measure = () => {
    if (!host.classList.contains("is-open")) more.hidden = sentence.scrollHeight <= sentence.clientHeight + 2;
  };
  let asked = 0;
  const open = (opened: boolean) => {
    host.classList.toggle("is-open", opened);
    more.setAttribute("aria-expanded", `${opened}`);
    replace(more, store.get().words.word(opened ? "page-narration-less" : "page-narration-more"));
    // Later, with whatever else the step changes: asked at once, the page would be laid out in the middle of it.
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(measure);
  };
  more.addEventListener("click", () => open(!host.classList.contains("is-open")));
  if (globalThis.ResizeObserver) new ResizeObserver(measure).observe(sentence);
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
      open(false);
      replace(count, film && film.index.steps.length > 0 ? words.word("page-count", { step: position + 1, steps: film.last + 1 }) : "");
    },
  );
}
