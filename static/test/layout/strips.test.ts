import { describe, expect, it } from "vitest";
import { stripsOf } from "../../src/layout/strips";

const strips = stripsOf([
  { kind: "fixed", height: 20 },
  { kind: "channel", least: 10 },
  { kind: "fixed", height: 40 },
]);

describe("strips", () => {
  it("leave room for several edges until they are packed", () => {
    expect(strips.tops).toEqual([0, 20, 60, 100]);
    expect(strips.tracks.every(y => y > 20 && y < 60)).toBe(true);
  });

  it("are as low as they may be where nothing runs", () => {
    const { move, height } = strips.packed(new Set());
    expect(height).toBe(70);
    expect(move(80)).toBe(50);
  });

  it("give edges that are used places in their order, apart from one another and from what is over and under them", () => {
    const used = [strips.tracks[1], strips.tracks[4]].map(Number);
    const { move, height } = strips.packed(new Set(used));
    const [first, second] = used.map(move) as [number, number];
    expect(first).toBeGreaterThanOrEqual(20 + 5);
    expect(second - first).toBeGreaterThanOrEqual(5);
    expect(move(60) - second).toBeGreaterThanOrEqual(5);
    expect(height).toBe(move(60) + 40);
  });

  it("are as high with a number of edges as when so many are packed", () => {
    expect(strips.heightWith(() => 2)).toBe(strips.packed(new Set(strips.tracks.slice(0, 2))).height);
  });
});
