import { describe, expect, it } from "vitest";
import { type Port, routeWires, type Wire } from "../../src/layout/route-search";
import type { Rect } from "../../src/layout/scene";
import { type Tracks, tracksOf } from "../../src/layout/tracks";

const POSITIONS = Array.from({ length: 11 }, (_, at) => at * 10);

/** A grid of 100 by 100 with a line every ten. */
function grid(obstacles: readonly Rect[]): Tracks {
  const down = new Map(POSITIONS.map(x => [x, [[0, 100]] as [number, number][]]));
  return tracksOf({ down, across: new Map(POSITIONS.map(y => [y, true])) }, obstacles);
}

function wire(id: string, from: readonly [number, number], to: readonly [number, number], ends: Partial<Wire> = {}): Wire {
  const port = ([x, y]: readonly [number, number], towards: Port["towards"]): Port => ({ at: { x, y }, towards, cost: 0 });
  return { id, kind: "flow", from: id, to: `${id}'`, starts: [port(from, 180)], ends: [port(to, 0)], top: 0, bottom: 100, ...ends };
}

describe("routeWires", () => {
  it("goes straight where nothing is in the way", () => {
    expect(routeWires([wire("a", [0, 50], [100, 50])], grid([])).get("a")).toEqual([
      { x: 0, y: 50 },
      { x: 100, y: 50 },
    ]);
  });

  it("goes around a box", () => {
    const way = routeWires([wire("a", [0, 50], [100, 50])], grid([{ x: 35, y: 25, width: 30, height: 50 }])).get("a") ?? [];
    expect(way.length).toBeGreaterThan(2);
    for (const { x, y } of way) expect(x > 35 && x < 65 && y > 25 && y < 75, `${x} ${y}`).toBe(false);
  });

  it("finds no way through a wall", () => {
    expect(routeWires([wire("a", [0, 50], [100, 50])], grid([{ x: 45, y: -10, width: 10, height: 120 }])).has("a")).toBe(false);
  });

  it("stays between the heights that it is given", () => {
    const box = { x: 35, y: 45, width: 30, height: 10 };
    const way = routeWires([wire("a", [0, 50], [100, 50], { bottom: 50 })], grid([box])).get("a") ?? [];
    expect(Math.max(...way.map(({ y }) => y))).toBe(50);
  });

  it("keeps edges of different things apart, and lets those of one thing run together", () => {
    const ends = { starts: [{ at: { x: 0, y: 50 }, towards: 180, cost: 0 }] } as const;
    const [a, b] = [wire("a", [0, 50], [100, 50]), wire("b", [0, 50], [100, 50])];
    const apart = routeWires([a, b], grid([]));
    expect(apart.get("a")).not.toEqual(apart.get("b"));
    const together = routeWires([a, { ...b, ...ends, from: "a" }], grid([]));
    expect(together.get("a")).toEqual(together.get("b"));
  });
});
