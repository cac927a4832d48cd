/** The timeline: chapters, a mark per step, the playhead. A slider to the keyboard and to a screen reader. */
import type { Actions } from "../actions";
import { type Film, stepAt } from "../film";
import { textOf } from "../locale";
import { narrate } from "../narration";
import type { Page, PageStore } from "../page";
import { el, phrase, replace, svg } from "./dom";
import { positionOf, tickKind, xOf } from "./ticks";
import { HEIGHT, MARGIN, MIDDLE, rail, trackOf } from "./track";

export function createScrubber(host: HTMLElement, store: PageStore, actions: Actions): void {
  const marks = svg("g", {});
  const head = svg(
    "g",
    { class: "playhead" },
    svg("path", { d: `M0 ${MIDDLE - 17}v34` }),
    svg("circle", { cy: MIDDLE - 15, r: 4 }),
    svg("circle", { class: "focus", cy: MIDDLE - 15, r: 8 }),
  );
  const picture = svg("svg", { class: "track", "aria-hidden": "true", height: HEIGHT }, marks, head);
  const tip = el("div", { class: "tip", hidden: true });
  const slider = el("div", { class: "slider", role: "slider", tabindex: "0" }, picture);
  host.append(slider, tip);

  const width = () => Math.max(60, slider.clientWidth - 2 * MARGIN);
  const positionAt = (film: Film, event: PointerEvent) =>
    positionOf(film, event.clientX - slider.getBoundingClientRect().left - MARGIN, width());
  const drawMarks = () => {
    const { film, words } = store.get();
    picture.setAttribute("width", `${slider.clientWidth}`);
    replace(marks, film ? trackOf(film, width(), key => words.word(key)) : rail(width()));
    drawHead(store.get());
  };
  const drawHead = ({ film, position, words }: Page) => {
    head.toggleAttribute("hidden", !film || film.index.steps.length === 0);
    if (!film) return;
    head.setAttribute("transform", `translate(${MARGIN + xOf(film, position, width())} 0)`);
    slider.setAttribute("aria-valuenow", `${position + 1}`);
    slider.setAttribute("aria-valuetext", textOf(narrate(film, position, words)));
  };

  slider.addEventListener("pointerdown", event => {
    const { film } = store.get();
    if (!film) return;
    slider.setPointerCapture(event.pointerId);
    actions.goTo(positionAt(film, event));
  });
  slider.addEventListener("pointermove", event => {
    const { film } = store.get();
    if (!film || film.index.steps.length === 0) return;
    const position = positionAt(film, event);
    if (slider.hasPointerCapture(event.pointerId) && position !== store.get().position) actions.goTo(position);
    showTip(tip, store.get(), film, position, MARGIN + xOf(film, position, width()), host.clientWidth);
  });
  slider.addEventListener("pointerleave", () => {
    tip.hidden = true;
  });

  new ResizeObserver(drawMarks).observe(slider);
  store.watch(page => [page.film, page.words], drawMarks);
  store.watch(
    page => [page.film, page.position, page.words],
    (_, page) => drawHead(page),
  );
  store.watch(
    page => [page.film, page.words] as const,
    ([film, words]) => {
      slider.setAttribute("aria-label", words.word("page-timeline"));
      slider.setAttribute("aria-valuemin", "1");
      slider.setAttribute("aria-valuemax", `${(film?.last ?? 0) + 1}`);
      slider.setAttribute("aria-disabled", `${film === null}`);
      if (!film) slider.setAttribute("aria-valuenow", "1");
    },
  );
}

const KIND_KEYS = {
  op: "page-tick-op",
  save: "page-tick-save",
  edit: "page-tick-edit",
  stale: "page-tick-stale",
  backward: "page-tick-backward",
  node: "page-tick-node",
  grad: "page-tick-grad",
  unpack: "page-tick-unpack",
  raise: "page-tick-raise",
  output: "page-tick-output",
  warning: "page-tick-warning",
  line: "page-tick-line",
} as const;

function showTip(tip: HTMLElement, { words }: Page, film: Film, position: number, x: number, room: number): void {
  const step = stepAt(film, position);
  if (!step) return;
  const kind = tickKind(step);
  const where = step.line === null ? "" : ` · ${words.word("page-line", { line: step.line })}`;
  const heading = `${position + 1}/${film.last + 1} · ${words.word(KIND_KEYS[kind])}${where}`;
  replace(tip, el("b", { class: `tone-${kind}` }, heading), el("span", {}, ...phrase(narrate(film, position, words))));
  tip.hidden = false;
  const half = tip.offsetWidth / 2;
  tip.style.left = `${Math.max(half, Math.min(room - half, x))}px`;
}
