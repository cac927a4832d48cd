/** Programs side by side: how each ended, the lines that differ, their pictures at one scale and one moment, and the numbers of each. */

import { type Child, el, replace } from "../../dom/dom";
import { icon } from "../../dom/icons";
import type { Words } from "../../narration/locale";
import { shownTheme } from "../../page/preferences";
import type { Theme } from "../../page/state";
import { anyView } from "../../stage/all-tools";
import { drawStill, type Still, stillScene } from "../../still/draw";
import { serialize } from "../../still/serialize";
import type { Comparison, Run, Side } from "../../trace/contract";
import { makeFilm } from "../../trace/film";
import { lineOf, sourcesOf } from "../../trace/sources";
import { openingMoment, positionOf, subjectOf } from "./moments";
import { numberTables } from "./numbers";
import { type ComparedFilm, titleOf } from "./sides";

export interface BoardOptions {
  readonly theme: Theme | null;
  readonly words: Words;
  /** Puts a run's code into the editor and its film on stage. */
  readonly watch: (run: Run) => void;
  /** The editor holds another program than when the comparison was asked for. */
  readonly isOld: boolean;
}

/** Smaller, names in a picture cannot be read: it is scrolled then. */
const MIN_SCALE = 0.62;
const WINDOW = { width: 1100, height: 700 } as const;

export function board(films: readonly ComparedFilm[], comparison: Comparison, options: BoardOptions): readonly Child[] {
  const { words } = options;
  const names = films.map(film => (film.key === null ? titleOf(film) : words.word(film.key)));
  const figures = films.map(() => el("figure", { class: "compare-figure" }));
  const sides = films.map((film, at) => side(film, comparison.sides[at], names[at] ?? "", figures[at] as HTMLElement, options));
  const draw = drawerOf(films, comparison, options);
  const show = (moment: number) => {
    const stills = draw(moment);
    const widest = Math.max(...stills.map(still => still?.width ?? 0));
    stills.forEach((still, at) => {
      replace(figures[at] as HTMLElement, ...(still === null ? [] : [imageOf(still, widest), el("figcaption", {}, still.sentence)]));
    });
  };
  return [el("div", { class: "compare-sides" }, ...sides), stepper(comparison, words, show), ...numberTables(comparison, names, words)];
}

/** How a side ended, in words, and whether it ended well. */
export function verdict(side: Side, run: Run, words: Words): { readonly text: string; readonly good: boolean } {
  const { status, failure, wrong_gradients: wrong } = side;
  if (status === "raised") {
    const place = lineOf({ sources: sourcesOf(run) }, { line: failure?.line ?? null, file: failure?.file ?? 0 });
    return { text: words.word("page-compare-raised", { type: failure?.exception_type ?? "", ...place }), good: false };
  }
  if (status === "stopped") return { text: words.word("page-compare-stopped"), good: false };
  if (status === "skipped") return { text: words.word("page-compare-skipped"), good: false };
  if (wrong > 0) return { text: words.word("page-compare-wrong", { count: wrong }), good: false };
  return { text: words.word("page-compare-completed"), good: true };
}

function side(
  { run }: ComparedFilm,
  said: Side | undefined,
  name: string,
  figure: Child,
  { words, watch, isOld }: BoardOptions,
): HTMLElement {
  if (said === undefined) return el("section", { class: "compare-side" });
  const { text, good } = verdict(said, run, words);
  const title = isOld ? words.word("page-fix-old") : null;
  return el(
    "section",
    { class: "compare-side" },
    el("h3", {}, name),
    el("p", { class: good ? "compare-verdict good" : "compare-verdict bad" }, icon(good ? "check" : "cross"), text),
    el("pre", { class: "compare-code", role: "group", tabindex: "0", "aria-label": words.word("page-compare-changed") }, ...linesOf(said)),
    figure,
    el(
      "button",
      { type: "button", class: "button small", disabled: isOld, title, on: { click: () => watch(run) } },
      words.word("page-compare-watch"),
    ),
  );
}

function linesOf({ lines, status }: Side): readonly Child[] {
  const tag = status === "completed" ? "ins" : "del";
  return lines.map(({ number, text, differs }) => {
    const line = el("span", { class: "compare-line" }, el("span", { class: "compare-number" }, `${number}`), text, "\n");
    return differs ? el(tag, { class: "compare-differs" }, line) : line;
  });
}

/** Draws every side at a moment; each film is laid out once. */
function drawerOf(films: readonly ComparedFilm[], comparison: Comparison, { theme, words }: BoardOptions) {
  const laidOut = films.map(({ run, cell }, at) => {
    const film = makeFilm(run);
    const view = anyView(film.index, "story", subjectOf(film, comparison, at, cell));
    return { film, view, scene: stillScene(film, words, view) };
  });
  return (moment: number): readonly (Still | null)[] =>
    laidOut.map(({ film, view, scene }, at) => {
      if (film.run.tensors.length === 0) return null;
      const position = positionOf(film, comparison, at, moment);
      return drawStill(document, film, { position, theme: shownTheme(theme), words, view, laidOut: { scene, window: WINDOW } });
    });
}

/** An image of its own, so that its ids and classes do not clash with the stage's; all sides have one scale. */
function imageOf({ svg, width, height, sentence }: Still, widest: number): HTMLElement {
  const src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(serialize(svg))}`;
  const image = el("img", { class: "compare-picture", src, alt: sentence, width, height });
  image.style.width = `min(max(${(100 * width) / widest}%, ${MIN_SCALE * width}px), ${width}px)`;
  return el("div", { class: "compare-window", tabindex: "0", role: "group", "aria-label": sentence }, image);
}

/** Moves all sides together. */
function stepper({ moments, ...rest }: Comparison, words: Words, show: (moment: number) => void): Child {
  const last = moments.length - 1;
  let now = Math.max(0, openingMoment({ moments, ...rest }));
  const count = el("output", { class: "compare-count" });
  const slider = el("input", { type: "range", min: "0", max: `${Math.max(0, last)}`, "aria-label": words.word("page-compare-step") });
  const go = (moment: number) => {
    now = Math.max(0, Math.min(last, moment));
    slider.value = `${now}`;
    count.textContent = words.word("page-compare-at", { at: now + 1, all: last + 1 });
    show(now);
  };
  slider.addEventListener("input", () => go(Number(slider.value)));
  const button = (key: string, sign: "←" | "→", by: number) =>
    el("button", { type: "button", class: "button small", "aria-label": words.word(key), on: { click: () => go(now + by) } }, sign);
  go(now);
  if (last < 1) return null;
  return el("div", { class: "compare-stepper" }, button("page-compare-back", "←", -1), slider, button("page-compare-on", "→", 1), count);
}
