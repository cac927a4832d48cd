/** The inspector's lists: every gradient, and every step in words (the picture's full alternative). */

import { type Child, el, phrase } from "../../dom/dom";
import { flatFormula } from "../../dom/formula";
import { narrate } from "../../narration/narration";
import type { Gradient, Value } from "../../trace/contract";
import { type Film, stepAt } from "../../trace/film";
import { tickKind } from "../ticks";
import { code, heat, type InspectorContext, numbers, tensorName } from "./parts";

const STRETCH = 40;

export function gradientsView(context: InspectorContext): readonly Child[] {
  const { film, words } = context;
  if (film.run.gradients.length === 0) return [el("p", { class: "quiet" }, words.word("page-gradients-none"))];
  return film.run.gradients.map(gradient => gradientView(context, gradient));
}

function gradientView(context: InspectorContext, gradient: Gradient): HTMLElement {
  const { film, words } = context;
  const name = gradient.name ?? tensorName(context, gradient.tensor);
  const scale = film.index.scales.ofGrad(gradient.tensor);
  const row = (label: string, value: Value | null, tone: string) =>
    el(
      "div",
      { class: `grad-row ${tone}` },
      el("span", { class: "label" }, label),
      value ? [heat(value, scale), numbers(value)] : code("None"),
    );
  return el(
    "section",
    { class: gradient.differs ? "gradient differs" : "gradient" },
    el("h2", { class: "mono" }, `${name}.grad`),
    row(words.word(gradient.differs ? "page-grad-wrong" : "page-grad-is"), gradient.value, gradient.differs ? "sil" : ""),
    gradient.differs && row(words.word("page-grad-should"), gradient.expected ?? null, "bwd"),
  );
}

/** The part of the film whose steps are listed at a position: it changes seldom, so that a step only marks another row. */
export function stretchOf(position: number): number {
  return Math.floor(position / STRETCH);
}

export function stepsView(context: InspectorContext, position: number): readonly Child[] {
  const { film, words } = context;
  if (film.index.steps.length === 0) return [el("p", { class: "quiet" }, words.word("step-nothing"))];
  const from = Math.max(0, (stretchOf(position) - 1) * STRETCH);
  const to = Math.min(film.last, (stretchOf(position) + 2) * STRETCH - 1);
  const rows = Array.from({ length: to - from + 1 }, (_, at) => stepRow(context, film, from + at));
  const jump = (goal: number, key: string, count: number) =>
    count > 0 &&
    el(
      "button",
      { type: "button", class: "link", "data-goal": goal, on: { click: () => context.actions.goTo(goal) } },
      words.word(key, { count }),
    );
  return [
    jump(from - 1, "page-steps-before", from),
    el("ol", { class: "list steps", start: from + 1 }, ...rows),
    jump(to + 1, "page-steps-after", film.last - to),
  ];
}

/** Marks the step at a position in a list that is already there, and brings it into view. */
export function markStep(panel: HTMLElement, position: number): void {
  for (const row of panel.querySelectorAll("[aria-current]")) row.removeAttribute("aria-current");
  const row = panel.querySelector<HTMLElement>(`[data-at="${position}"]`);
  if (!row) return;
  row.setAttribute("aria-current", "step");
  const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
  const inView = top >= panel.scrollTop && bottom <= panel.scrollTop + panel.clientHeight;
  if (!inView) panel.scrollTop = top - panel.clientHeight / 2;
}

function stepRow(context: InspectorContext, film: Film, at: number): HTMLElement {
  const step = stepAt(film, at);
  const kind = step ? tickKind(step) : "line";
  const where = el("span", { class: `pill tone-${kind}` }, step?.line ? `${step.line}` : "–");
  const props = { type: "button", class: "row-button", "data-at": at, on: { click: () => context.actions.goTo(at) } };
  return el("li", {}, el("button", props, where, el("span", {}, ...phrase(narrate(film, at, context.words), flatFormula))));
}
