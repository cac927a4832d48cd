import { parseHTML } from "linkedom/worker";
import { describe, expect, it } from "vitest";
import { storyView } from "../../src/stage/story-tools";
import { drawCard } from "../../src/still/card";
import { drawStill } from "../../src/still/draw";
import { makeFilm, stepAt } from "../../src/trace/film";
import { words } from "../support/catalogue";
import { goldenRun } from "../support/golden";

const CARD = { title: "A film", width: 1200, height: 630 };
const LEAST = 0.7;

/** Where code and drawing begin and end on the card of a film, in pixels. */
function extent(name: string): { readonly from: number; readonly to: number } {
  const film = makeFilm(goldenRun(name));
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const view = storyView(film.index, null, null);
  const still = drawStill(document as unknown as Document, film, {
    position: film.keyPosition,
    theme: "light",
    words: words("en"),
    view,
    low: true,
  });
  const code = { lines: film.run.code.trimEnd().split("\n"), current: stepAt(film, film.keyPosition)?.line ?? null };
  const card = drawCard(document as unknown as Document, still, CARD, "light", code);
  const drawn = [...card.querySelectorAll("svg")].find(each => each.parentNode === card);
  const list = [...card.querySelectorAll("g")].find(each => each.parentNode === card);
  const starts = [...(list?.querySelectorAll("text") ?? [])].map(text => Number(text.getAttribute("x")));
  const [x, width] = ["x", "width"].map(key => Number(drawn?.getAttribute(key)));
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
