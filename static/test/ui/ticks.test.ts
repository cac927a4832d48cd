import { describe, expect, test } from "vitest";
import type { Film } from "../../src/trace/film";
import type { Step } from "../../src/trace/index";
import { positionOf, ticksOf, xOf } from "../../src/ui/ticks";

function filmOf(kinds: readonly Step["kind"][]): Film {
  const steps = kinds.map((kind, position) => ({
    position,
    event: position,
    first: position,
    last: position,
    kind,
    line: 1,
    stale: false,
  }));
  return { index: { steps }, last: Math.max(0, steps.length - 1) } as unknown as Film;
}

describe("ticksOf", () => {
  test("with enough width there is a mark for every step", () => {
    expect(ticksOf(filmOf(["op", "save", "edit"]), 400)).toHaveLength(3);
  });

  test("without it marks do not overlap and the raise is always shown", () => {
    const kinds = Array.from({ length: 5_000 }, (_, at): Step["kind"] => (at === 2_345 ? "raise" : "op"));
    const ticks = ticksOf(filmOf(kinds), 600);
    expect(ticks.length).toBeLessThan(60);
    expect(ticks.filter(tick => tick.kind === "raise").map(tick => tick.position)).toEqual([2_345]);
  });
});

describe("positions", () => {
  test("a position found from its own x is itself, for any width", () => {
    for (const count of [2, 17, 300]) {
      const film = filmOf(Array.from({ length: count }, () => "op"));
      for (let position = 0; position < count; position++) expect(positionOf(film, xOf(film, position, 731), 731)).toBe(position);
    }
  });

  test("beyond the ends is the first or the last step", () => {
    const film = filmOf(["op", "op", "op"]);
    expect([positionOf(film, -50, 300), positionOf(film, 999, 300)]).toEqual([0, 2]);
  });
});
