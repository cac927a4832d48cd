import { describe, expect, it } from "vitest";
import { pictureAt } from "../../src/picture/picture-at";
import { goldenNames } from "../support/golden";
import { filmOf, word } from "../support/scenes";

/** Closer than this, a line that ends where another begins looks as if it had a head at both ends: a little more than half the width of a head. */
const MIN_DISTANCE_PX = 4.5;

function startOf(path: string): readonly [number, number] {
  const [x, y] = (/^M\s*([-\d.]+)[\s,]+([-\d.]+)/.exec(path) ?? []).slice(1).map(Number);
  return [x ?? Number.NaN, y ?? Number.NaN];
}

describe.each(goldenNames())("the edges of %s", name => {
  it("have their heads away from where other edges of the lane begin", () => {
    const { index, scene } = filmOf(name);
    const edges = pictureAt(index, scene, index.steps.length - 1, null, word).edges.filter(({ kind }) => kind === "next");
    for (const { id, tipX, tipY } of edges) {
      for (const other of edges) {
        const [x, y] = startOf(other.path);
        const distance = Math.hypot(x - tipX, y - tipY);
        expect(other.id === id || distance >= MIN_DISTANCE_PX, `${id} ends ${distance} px from where ${other.id} begins`).toBe(true);
      }
    }
  });
});
