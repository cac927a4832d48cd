import { describe, expect, it } from "vitest";
import { createIncrementalPictures } from "../../src/picture/incremental";
import { pictureAt } from "../../src/picture/picture-at";
import type { Target } from "../../src/trace/target";
import { goldenNames } from "../support/golden";
import { filmOf, refolded, word } from "../support/scenes";

/** Every step forward, some backward, then jumps. */
function walk(last: number): number[] {
  const there = Array.from({ length: last + 1 }, (_, step) => step);
  const leaps = Array.from({ length: 24 }, (_, leap) => (leap * 7919 + leap * leap * 13) % (last + 1));
  return [...there, ...there.toReversed(), ...leaps];
}

describe.each(goldenNames())("stepping through %s", name => {
  const film = filmOf(name);

  it.each([
    ["as it opens", film.scene],
    ["folded", refolded(film, new Set()).scene],
  ])("gives the same pictures as drawing each one up, %s", (_, scene) => {
    const reel = createIncrementalPictures(film.index, word);
    for (const step of walk(film.index.steps.length - 1)) {
      const picture = reel.at(scene, step, null);
      expect(JSON.stringify(picture) === JSON.stringify(pictureAt(film.index, scene, step, null, word)), `step ${step}`).toBe(true);
    }
  });

  it("shows another selection at once", () => {
    const reel = createIncrementalPictures(film.index, word);
    const [card] = film.index.visible.cards;
    const target: Target = { kind: "tensor", id: card ?? "" };
    const step = Math.floor(film.index.steps.length / 2);
    reel.at(film.scene, step, null);
    expect(reel.at(film.scene, step, target)).toEqual(pictureAt(film.index, film.scene, step, target, word));
  });
});
