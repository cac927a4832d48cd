import { parseHTML } from "linkedom/worker";
import { describe, expect, it } from "vitest";
import { monoWidth } from "../../src/graph/measure";
import type { Lang } from "../../src/narration/locale";
import { textOf } from "../../src/narration/locale";
import { narrate } from "../../src/narration/narration";
import { storyView } from "../../src/stage/story-tools";
import { drawCard } from "../../src/still/card";
import { drawStill } from "../../src/still/draw";
import { NO_TONES } from "../../src/still/listing";
import type { Run } from "../../src/trace/contract";
import { makeFilm, stepAt } from "../../src/trace/film";
import { words } from "../support/catalogue";
import { goldenRun, storyKinds, storyRun } from "../support/golden";

const CARD = { title: "A film", width: 1200, height: 630 };
const LEAST = 0.7;
const MIN_STORY_SCALE = 0.85;
const MAX_STORY_HEIGHT = 500;
const SVG = "http://www.w3.org/2000/svg";

/** The card of a run at its key step, as on the server. */
function cardOf(run: Run, lang: Lang = "en"): SVGSVGElement {
  const film = makeFilm(run);
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const view = storyView(film.index, null, null);
  const options = { position: film.keyPosition, theme: "light", words: words(lang), view, low: true } as const;
  const still = drawStill(document as unknown as Document, film, options);
  const code = { lines: film.run.code.trimEnd().split("\n"), current: stepAt(film, film.keyPosition)?.line ?? null, tones: NO_TONES };
  return drawCard(document as unknown as Document, still, CARD, "light", code);
}

function drawingIn(card: SVGSVGElement): Element {
  return [...card.querySelectorAll("svg")].find(each => each.parentNode === card) as Element;
}

/** Where code and drawing begin and end on the card of a film, in pixels. */
function extent(name: string): { readonly from: number; readonly to: number } {
  const card = cardOf(goldenRun(name));
  const drawn = drawingIn(card);
  const list = [...card.querySelectorAll("g")].find(each => each.parentNode === card);
  const starts = [...(list?.querySelectorAll("text") ?? [])].map(text => Number(text.getAttribute("x")));
  const [x, width] = ["x", "width"].map(key => Number(drawn.getAttribute(key)));
  return { from: Math.min(x ?? 0, ...starts), to: (x ?? 0) + (width ?? 0) };
}

describe("the card of a film", () => {
  it.each([
    "stale/edit-after-save",
    "twice/backward-twice",
    "leaf-edits/init-a-weight",
    "whole/training-loop",
    "whole/rnn-cell",
    "views/edit-a-view",
    "cuts/tensor-of-tensors",
    "shared/numpy-escapes-the-check",
  ])("of %s takes most of its width", name => {
    const { from, to } = extent(name);
    expect(from).toBeGreaterThanOrEqual(0);
    expect(to).toBeLessThanOrEqual(CARD.width);
    expect((to - from) / CARD.width).toBeGreaterThan(LEAST);
  });
});

const told = storyKinds().filter(kind => storyView(makeFilm(storyRun(kind)).index).story !== null);

describe.each(told)("the card of the story of %s", kind => {
  const run = storyRun(kind);
  const { keyPosition } = makeFilm(run);

  let drawn: SVGSVGElement | undefined;
  const card = () => (drawn ??= cardOf(run));

  it("is drawn large, with nothing that is not there yet", () => {
    const drawing = drawingIn(card());
    const [, , width = 0, height = 0] = (drawing.getAttribute("viewBox") ?? "").split(" ").map(Number);
    const shown = Number(drawing.getAttribute("width"));
    expect(shown / width).toBeGreaterThanOrEqual(MIN_STORY_SCALE);
    expect(height).toBeLessThan(MAX_STORY_HEIGHT);
  });

  it("shows the line that it is about, and all of what it says about it", () => {
    const drawing = drawingIn(card());
    const line = stepAt(makeFilm(run), keyPosition)?.line;
    const written = [...card().querySelectorAll("text")].filter(each => !drawing.contains(each)).map(each => each.textContent ?? "");
    if (line != null) expect(written).toContain(`${line}`);
    const sentence = textOf(narrate(makeFilm(run), keyPosition, words("en")));
    if (sentence.length < 180) expect(written.join(" ").replaceAll(/\s+/g, " ")).toContain(sentence.replaceAll(/\s+/g, " ").slice(-30));
  });
});

it("sets Chinese code in a face of even widths, and no line of it runs into the drawing", () => {
  const run = goldenRun("stale/edit-after-save");
  const long = `${"状态".repeat(40)} = 1`;
  const card = cardOf({ ...run, code: run.code.replaceAll(/^/gm, `${long} # `) });
  const listed = [...card.querySelectorAll("g[font-size] text")].filter(each => each.textContent?.includes("状态"));
  const from = Number(drawingIn(card).getAttribute("x"));
  expect(listed.length).toBeGreaterThan(3);
  for (const line of listed) {
    expect(line.getAttribute("font-family")).toContain("Mono CJK");
    expect(Number(line.getAttribute("x")) + monoWidth(line.textContent ?? "", 18)).toBeLessThan(from);
  }
});

it("shortens a line of a million characters as it shortens one of a thousand", () => {
  const run = goldenRun("stale/edit-after-save");
  const written = (count: number) =>
    [
      ...cardOf({ ...run, code: run.code.replace("d[:] = 0", `d[:] = 0  # ${"x".repeat(count)}`) }).querySelectorAll("g[font-size] text"),
    ].map(each => each.textContent);
  const listed = written(1_000);
  expect(listed.some(text => text?.endsWith("x…"))).toBe(true);
  expect(written(1_000_000)).toEqual(listed);
});

function titled(title: string): readonly Element[] {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const still = { svg: document.createElementNS(SVG, "svg") as unknown as SVGSVGElement, width: 700, height: 300, sentence: "A step." };
  const card = drawCard(document as unknown as Document, still, { ...CARD, title }, "light", { lines: ["a"], current: 1, tones: NO_TONES });
  return [...card.querySelectorAll('text[font-weight="700"]')];
}

it("writes a long title smaller before it breaks it", () => {
  const title = "Autograd film: a decoder with two blocks and normalization";
  const [heading, ...more] = titled(title);
  expect([heading?.textContent, more.length]).toEqual([title, 0]);
  expect(Number(heading?.getAttribute("font-size"))).toBeLessThan(34);
});

it("writes a title that is too long for one line in two, above the drawing", () => {
  const finding = "net.0.weight.grad is silently wrong: line 11 overwrites h after SigmoidBackward0 saved it – A gate";
  const lines = titled(finding);
  expect(lines.map(each => each.textContent).join(" ")).toBe(finding);
  expect(lines.map(each => Number(each.getAttribute("y")))).toEqual([45, 79]);
});
