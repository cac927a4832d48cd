/**
 * What is printed: the film's picture at its step, whole and at the width of the paper, the diagnosis, and the code with its marks.
 *
 * The page itself is no use on paper: its panes scroll, and the editor holds only the lines that are in view. So it is put together when
 * somebody prints, and taken away afterwards.
 */
import { el, phrase, replace } from "../dom/dom";
import { type LineMarks, marksAt } from "../editor/marks";
import { narrate } from "../narration/narration";
import type { Page, PageStore } from "../page/state";
import { type Film, stepAt } from "../trace/film";

const MARGIN = 14;

export function createPrint(host: HTMLElement, stage: HTMLElement, diagnoses: HTMLElement, store: PageStore): void {
  addEventListener("beforeprint", () => {
    const { film } = store.get();
    replace(host, ...(film ? sheet(store.get(), film, stage, diagnoses) : []));
    document.documentElement.toggleAttribute("data-printed", film !== null);
  });
  addEventListener("afterprint", () => {
    document.documentElement.removeAttribute("data-printed");
    replace(host);
  });
}

function sheet(page: Page, film: Film, stage: HTMLElement, diagnoses: HTMLElement): readonly (Node | null)[] {
  const { words, position } = page;
  const { torch, python, gradreel } = film.run.engine;
  return [
    el("h1", {}, document.title),
    el("p", { class: "quiet" }, `${location.origin}${location.pathname} · torch ${torch} · Python ${python} · Gradreel ${gradreel}`),
    el(
      "p",
      { class: "sentence" },
      `${words.word("page-count", { step: position + 1, steps: film.last + 1 })} · `,
      ...phrase(narrate(film, position, words)),
    ),
    pictureOf(stage),
    ...[...diagnoses.querySelectorAll<HTMLDetailsElement>("details.card")].map(opened),
    codeOf(page, film),
  ];
}

/** The whole drawing, however little of it is in view; a film that is drawn on a canvas as it is in view. */
function pictureOf(stage: HTMLElement): Node | null {
  const drawn = stage.querySelector<SVGSVGElement>("svg.stage");
  const world = drawn?.querySelector<SVGGElement>(".world");
  const canvas = stage.querySelector<HTMLCanvasElement>("canvas:not(.minimap)");
  if (canvas && canvas.width > 0) return el("img", { src: canvas.toDataURL(), alt: "" });
  if (!drawn || !world) return null;
  const box = world.getBBox();
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  copy.removeAttribute("style");
  copy.querySelector(".world")?.removeAttribute("transform");
  copy.querySelector<SVGGElement>(".world")?.style.removeProperty("transform");
  const [width, height] = [box.width + 2 * MARGIN, box.height + 2 * MARGIN];
  copy.setAttribute("viewBox", `${box.x - MARGIN} ${box.y - MARGIN} ${width} ${height}`);
  return copy;
}

/** With all that it opens, as the lines that a way out changes. */
function opened(card: HTMLDetailsElement): Node {
  const copy = card.cloneNode(true) as HTMLDetailsElement;
  for (const each of [copy, ...copy.querySelectorAll("details")]) each.open = true;
  return copy;
}

function codeOf({ words, position }: Page, film: Film): HTMLElement {
  const file = stepAt(film, position)?.file ?? 0;
  const marks = new Map(marksAt(film, position, words, file).lines.map(line => [line.line, line]));
  return el("ol", { class: "print-code" }, ...(film.index.sources[file]?.lines ?? []).map((text, at) => rowOf(text, marks.get(at + 1))));
}

function rowOf(text: string, marks: LineMarks | undefined): HTMLElement {
  const badges = (marks?.badges ?? []).map(badge => el("span", { class: `badge ${badge.tone}` }, badge.text));
  return el("li", { class: marks?.sign ? `is-${marks.sign}` : "" }, text || "\u200b", ...badges);
}
