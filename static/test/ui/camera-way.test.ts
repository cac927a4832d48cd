import { interpolateZoom } from "d3-interpolate";
import { describe, expect, it } from "vitest";
import { interpolateViews } from "../../src/ui/stage/gestures";

const PARTS = Array.from({ length: 101 }, (_, at) => at / 100);

describe("the way of the view", () => {
  it("keeps its scale to the last digit where it only moves", () => {
    const way = interpolateViews([10, 20, 1234.567 / 0.7], [900, 21, 1234.567 / 0.7]);
    expect(new Set(PARTS.map(part => way(part)[2]))).toEqual(new Set([1234.567 / 0.7]));
    expect(way(0).slice(0, 2)).toEqual([10, 20]);
    expect(way(1).slice(0, 2)).toEqual([900, 21]);
  });

  it.each([
    ["to a smaller part", [100, 100, 1400], [400, 250, 700]],
    ["to a larger part", [400, 250, 700], [100, 100, 1400]],
    ["far off", [0, 0, 1400], [9_000, 0, 1300]],
  ] as const)("%s leads from one view to the other without seeing much more than both", (_, from, to) => {
    const way = interpolateViews([...from], [...to]);
    for (const [part, view] of [
      [0, from],
      [1, to],
    ] as const)
      for (const [at, value] of way(part).entries()) expect(value).toBeCloseTo(view[at] ?? 0, 6);
    const widest = Math.max(...PARTS.map(part => way(part)[2]));
    const windows = Math.hypot(to[0] - from[0], to[1] - from[1]) / Math.max(from[2], to[2]);
    expect(widest).toBeLessThan(Math.max(from[2], to[2]) * (1 + windows / 6));
  });

  it("is a number everywhere over a way that is all but none, where d3's own is not", () => {
    const [from, to] = [
      [100, 100, 700],
      [100 + 2e-6, 100, 1400],
    ] as [[number, number, number], [number, number, number]];
    expect(interpolateZoom(from, to)(0.5).every(Number.isFinite)).toBe(false);
    for (const part of PARTS) expect(interpolateViews(from, to)(part).every(Number.isFinite)).toBe(true);
  });
});
