// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { makeFilm } from "../../src/trace/film";
import { trackFor } from "../../src/ui/ticks";
import { trackOf } from "../../src/ui/track";
import { words } from "../support/catalogue";
import { threeErrors } from "../support/cells";
import { failing } from "../support/trace";

function labels(width: number, run = threeErrors, lang: "en" | "zh" = "en") {
  const marks = trackOf(trackFor(makeFilm(run), null), width, words(lang));
  return marks.filter(mark => mark.classList.contains("chapter-name"));
}

const textsIn = (...given: Parameters<typeof labels>) => labels(...given).map(label => label.textContent);

describe("the timeline of an embed", () => {
  test("names chapters with their cell, as that of the playground does", () => {
    expect(textsIn(3000)).toEqual(
      expect.arrayContaining(["[1] forward", "[2] forward", "[3] forward", "[4] forward", "[5] forward", "backward"]),
    );
  });

  test("in Chinese, too", () => {
    expect(textsIn(3000, threeErrors, "zh")).toContain("[1] 前向");
  });

  test("has the number of a cell alone where there is no room for more, and leaves out cells before they overlap", () => {
    expect(textsIn(1000).slice(0, 5)).toEqual(["[1]", "[2]", "[3] forward", "[4]", "[5]"]);
    const narrow = labels(90).map(label => Number(label.getAttribute("x")));
    const sorted = narrow.toSorted((a, b) => a - b);
    expect(sorted.length).toBeGreaterThan(0);
    for (const [at, x] of sorted.slice(1).entries()) expect(x - (sorted[at] ?? 0)).toBeGreaterThan(18);
  });

  test("marks the cells that failed", () => {
    expect(labels(3000).flatMap(label => (label.classList.contains("failed") ? label.textContent : []))).toEqual([
      "[2] forward",
      "[3] forward",
      "[4] forward",
    ]);
  });

  test("says no cell in a program without", () => {
    expect(textsIn(800, failing).join(" ")).not.toContain("[");
  });
});
