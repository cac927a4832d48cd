import { expect, it } from "vitest";
import { placeCounts } from "../../src/layout/counts";

const level = [
  { x: 0, y: 50 },
  { x: 100, y: 50 },
];

it("writes the count of an edge over its end", () => {
  const place = placeCounts(new Map([["a", "12"]]), new Map([["a", level]]), []).get("a");
  expect(place?.y).toBeLessThan(50);
  expect(place?.x).toBeGreaterThan(60);
});

it("moves the count away from another line and from a box", () => {
  const other = [
    { x: 80, y: 0 },
    { x: 80, y: 100 },
  ];
  const points = new Map([
    ["a", level],
    ["b", other],
  ]);
  const place = placeCounts(new Map([["a", "2"]]), points, [{ x: 84, y: 30, width: 40, height: 40 }]).get("a");
  expect(Math.abs((place?.x ?? 80) - 80)).toBeGreaterThan(4);
  expect(place?.x).toBeLessThan(80);
});

it("leaves a count out for which there is no room", () => {
  expect(placeCounts(new Map([["a", "2"]]), new Map([["a", level]]), [{ x: 0, y: 0, width: 100, height: 100 }]).size).toBe(0);
});
