import { describe, expect, it } from "vitest";
import { overlap } from "../../src/layout/scene";
import { type Slot, slotsOf } from "../../src/layout/slots";

const band = { x: 0, y: 100, width: 700, height: 120 };

function slots(wanted: readonly number[], width = 90): Slot[] {
  return wanted.map((at, position) => ({ id: `s${position}`, wanted: at, width, height: 20 }));
}

describe("tags between the lanes", () => {
  it.each([
    ["far apart", [100, 300, 500]],
    ["on one spot", [350, 350, 350, 350, 350, 350]],
    ["at the left end", [0, 5, 10]],
    ["at the right end", [700, 695, 690]],
    ["many", Array.from({ length: 24 }, (_, position) => (position * 137) % 700)],
  ])("that are wanted %s do not overlap and stay in the band", (_, wanted) => {
    const places = [...slotsOf(slots(wanted), band).values()];
    places.forEach((a, position) => {
      for (const b of places.slice(position + 1)) expect(overlap(a, b)).toBe(false);
      expect(a.x >= band.x && a.x + a.width <= band.x + band.width).toBe(true);
      expect(a.y >= band.y && a.y + a.height <= band.y + band.height).toBe(true);
    });
  });

  it("are at their preferred place when nothing is in the way", () => {
    const places = slotsOf(slots([100, 300, 500]), band);
    expect([...places.values()].map(place => place.x + place.width / 2)).toEqual([100, 300, 500]);
  });

  it("share one row as long as each is near its preferred place", () => {
    const rows = new Set([...slotsOf(slots([300, 320, 340]), band).values()].map(place => place.y));
    expect(rows.size).toBe(1);
  });

  it("take more rows when one row would push them far away", () => {
    const rows = new Set([...slotsOf(slots([350, 350, 350, 350, 350]), band).values()].map(place => place.y));
    expect(rows.size).toBeGreaterThan(1);
  });
});
