import { describe, expect, test } from "vitest";
import type { Film } from "../../src/trace/film";
import type { Step } from "../../src/trace/index";
import { positionOf, type Track, ticksOf, trackFor, xOf } from "../../src/ui/ticks";

function trackOf(kinds: readonly Step["kind"][], shown: readonly number[] | null = null): Track {
  const steps = kinds.map((kind, position) => ({
    position,
    event: position,
    first: position,
    last: position,
    kind,
    line: 1,
    stale: false,
  }));
  return trackFor({ index: { steps }, last: Math.max(0, steps.length - 1) } as unknown as Film, shown);
}

describe("ticksOf", () => {
  test("with enough width there is a mark for every step", () => {
    expect(ticksOf(trackOf(["op", "save", "edit"]), 400)).toHaveLength(3);
  });

  test("without it marks do not overlap and the raise is always shown", () => {
    const kinds = Array.from({ length: 5_000 }, (_, at): Step["kind"] => (at === 2_345 ? "raise" : "op"));
    const ticks = ticksOf(trackOf(kinds), 600);
    expect(ticks.length).toBeLessThan(60);
    expect(ticks.filter(tick => tick.kind === "raise").map(tick => tick.position)).toEqual([2_345]);
  });
});

describe("positions", () => {
  test("a position found from its own x is itself, for any width", () => {
    for (const count of [2, 17, 300]) {
      const track = trackOf(Array.from({ length: count }, () => "op"));
      for (let position = 0; position < count; position++) expect(positionOf(track, xOf(track, position, 731), 731)).toBe(position);
    }
  });

  test("beyond the ends is the first or the last step", () => {
    const track = trackOf(["op", "op", "op"]);
    expect([positionOf(track, -50, 300), positionOf(track, 999, 300)]).toEqual([0, 2]);
  });

  test("where some steps are shown, they divide the width and any place is one of them", () => {
    const track = trackOf(["op", "op", "op", "edit", "op", "raise"], [0, 3, 5]);
    expect([0, 3, 5].map(position => xOf(track, position, 400))).toEqual([0, 200, 400]);
    expect([0, 120, 260, 400].map(x => positionOf(track, x, 400))).toEqual([0, 3, 3, 5]);
    expect(ticksOf(track, 400).map(tick => tick.kind)).toEqual(["op", "edit", "raise"]);
  });

  test("a step that is not shown lies between its neighbours", () => {
    const track = trackOf(["op", "op", "op", "edit"], [0, 3]);
    expect(xOf(track, 1, 400)).toBe(200);
  });
});
