import { describe, expect, it } from "vitest";
import type { TimelinePart } from "../../src/trace/sections";
import { axisOf } from "../../src/ui/timeline/axis";

const PARTS: readonly TimelinePart[] = [
  { kind: "forward", round: 1, from: 0, to: 299 },
  { kind: "backward", round: 1, from: 300, to: 309 },
  { kind: "rounds", first: 2, last: 9, from: 310, to: 900 },
  { kind: "update", round: 10, from: 901, to: 901 },
];
const ALL = Array.from({ length: 902 }, (_, at) => at);

describe.each([340, 1100])("an axis of %i pixels", width => {
  const axis = axisOf(PARTS, ALL, width, null);

  it("is filled by its parts, which are in order and wide enough to be pressed", () => {
    const last = axis.parts.at(-1);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(width, 3);
    for (const [at, { x, width: own }] of axis.parts.entries()) {
      expect(own).toBeGreaterThan(5);
      const before = axis.parts[at - 1];
      if (before !== undefined) expect(x).toBeGreaterThanOrEqual(before.x + before.width);
    }
  });

  it("finds every position that has room at its own place", () => {
    const open = axisOf(PARTS.slice(0, 2), ALL.slice(0, 310), 310 * 12, null);
    for (const position of ALL.slice(0, 310)) expect(open.positionOf(open.xOf(position))).toBe(position);
  });

  it("goes to the right with every step", () => {
    const places = ALL.map(axis.xOf);
    expect(places.every((x, at) => at === 0 || x > (places[at - 1] ?? 0))).toBe(true);
  });

  it("has no marks in a fold, few in a long chapter, all in a short one", () => {
    expect([5, 500].map(axis.marks)).toEqual(["few", "none"]);
    expect(axis.marks(901)).toBe("all");
  });

  it("gives an open chapter the most room", () => {
    const open = axisOf(PARTS, ALL, width, 300);
    expect(open.parts[1]?.width).toBeCloseTo(Math.min(110, width * 0.62), 3);
  });
});

it("a step that a story leaves out lies between its neighbours", () => {
  const axis = axisOf(PARTS.slice(0, 2), [3, 200, 305], 600, null);
  expect(axis.xOf(100)).toBeGreaterThan(axis.xOf(3));
  expect(axis.xOf(100)).toBeLessThan(axis.xOf(200));
  expect([0, 300, 599].map(axis.positionOf)).toEqual([3, 200, 305]);
});
