/** The timeline: chapters, a mark per step, the playhead. A slider to the keyboard and to a screen reader. */

import { el, phrase, replace, svg } from "../dom/dom";
import { sizeOf } from "../dom/element-size";
import { textOf } from "../narration/locale";
import { narrate } from "../narration/narration";
import type { Actions } from "../page/actions";
import { type Page, type PageStore, shownPositions } from "../page/state";
import { type Film, stepAt } from "../trace/film";
import { lineOf } from "../trace/sources";
import { positionOf, type Track, tickKind, trackFor, xOf } from "./ticks";
import { HEIGHT, MARGIN, MIDDLE, rail, trackOf } from "./track";

/** How a timeline with more than marks of steps is drawn. */
export interface ScrubberLook {
  readonly height: number;
  readonly track: (page: Page, film: Film, width: number) => Track;
  readonly draw: (page: Page, film: Film, width: number) => readonly SVGElement[];
}

const PLAIN: ScrubberLook = {
  height: HEIGHT,
  track: (page, film) => trackFor(film, shownPositions(page)),
  draw: (page, film, width) => trackOf(PLAIN.track(page, film, width), width, page.words),
};

interface Parts {
  readonly look: ScrubberLook;
  readonly slider: HTMLElement;
  readonly picture: SVGSVGElement;
  readonly marks: SVGGElement;
  readonly head: SVGGElement;
  readonly tip: HTMLElement;
}

export function createScrubber(host: HTMLElement, store: PageStore, actions: Actions, look = PLAIN): void {
  const parts = makeParts(look);
  host.prepend(parts.slider, parts.tip);
  const drawAll = () => {
    drawMarks(parts, store.get());
    drawHead(parts, store.get());
  };
  listen(parts, store, actions);
  sizeOf(parts.slider);
  new ResizeObserver(drawAll).observe(parts.slider);
  store.watch(page => [page.film, page.words, page.show, page.story, page.timeline], drawAll);
  store.watch(
    page => [page.film, page.position, page.words],
    (_, page) => drawHead(parts, page),
  );
  store.watch(
    page => [page.film, page.words],
    (_, page) => describeSlider(parts.slider, page),
  );
}

function makeParts(look: ScrubberLook): Parts {
  const marks = svg("g", {});
  const line = svg("path", { d: `M0 ${MIDDLE - 17}v29` });
  const knob = svg("circle", { cy: MIDDLE - 15, r: 4 });
  const ring = svg("circle", { class: "focus", cy: MIDDLE - 15, r: 8 });
  const head = svg("g", { class: "playhead" }, line, knob, ring);
  const picture = svg("svg", { class: "track", "aria-hidden": "true", height: look.height }, marks, head);
  const slider = el("div", { class: "slider", role: "slider", tabindex: "0" }, picture);
  return { look, slider, picture, marks, head, tip: el("div", { class: "tip", hidden: true }) };
}

function widthOf(slider: HTMLElement): number {
  return Math.max(60, sizeOf(slider).width - 2 * MARGIN);
}

function drawMarks({ look, slider, picture, marks }: Parts, page: Page): void {
  const { film } = page;
  picture.setAttribute("width", `${sizeOf(slider).width}`);
  const width = widthOf(slider);
  replace(marks, film ? look.draw(page, film, width) : rail(width));
}

function drawHead({ look, slider, head }: Parts, page: Page): void {
  const { film, position, words } = page;
  head.toggleAttribute("hidden", !film || film.index.steps.length === 0);
  if (!film) return;
  head.setAttribute("transform", `translate(${MARGIN + xOf(look.track(page, film, widthOf(slider)), position, widthOf(slider))} 0)`);
  slider.setAttribute("aria-valuenow", `${position + 1}`);
  slider.setAttribute("aria-valuetext", textOf(narrate(film, position, words)));
}

function describeSlider(slider: HTMLElement, { film, words }: Page): void {
  slider.setAttribute("aria-label", words.word("page-timeline"));
  slider.setAttribute("aria-valuemin", "1");
  slider.setAttribute("aria-valuemax", `${(film?.last ?? 0) + 1}`);
  slider.setAttribute("aria-disabled", `${film === null}`);
  if (!film) slider.setAttribute("aria-valuenow", "1");
}

/** Pressing and dragging moves the film; hovering names the step. */
function listen({ look, slider, tip }: Parts, store: PageStore, actions: Actions): void {
  const trackAt = (film: Film) => look.track(store.get(), film, widthOf(slider));
  const positionAt = (film: Film, event: PointerEvent) =>
    positionOf(trackAt(film), event.clientX - slider.getBoundingClientRect().left - MARGIN, widthOf(slider));
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
    showTip(tip, store.get(), film, position, MARGIN + xOf(trackAt(film), position, widthOf(slider)), slider.clientWidth);
  });
  slider.addEventListener("pointerleave", () => {
    tip.hidden = true;
  });
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
  const where = step.line === null ? "" : ` · ${words.word("page-line", lineOf(film.index, step))}`;
  const heading = `${position + 1}/${film.last + 1} · ${words.word(KIND_KEYS[kind])}${where}`;
  replace(tip, el("b", { class: `tone-${kind}` }, heading), el("span", {}, ...phrase(narrate(film, position, words))));
  tip.hidden = false;
  const half = tip.offsetWidth / 2;
  // Where the timeline is narrower than the tip, the tip goes beyond its left end: beyond the right one is the end of the window.
  tip.style.left = `${Math.min(room - half, Math.max(half, x))}px`;
}
