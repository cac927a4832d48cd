/** When the lane of kept memory is shown, and its outline. */
import { describe, expect, it } from "vitest";
import type { Film } from "../../src/trace/film";
import { type Track, trackFor } from "../../src/ui/ticks";
import { areaOf, chartOf, isSeenOn, LANE_HEIGHT_PX } from "../../src/ui/timeline/memory-lane";

/** A film with one step per event. */
function filmOf(kept: readonly (number | null)[]): Film {
  const events = kept.map((bytes, index) => ({ index, kept: bytes }));
  const steps = kept.map((_, position) => ({ position, event: position, first: position, last: position }));
  return { run: { events }, index: { steps }, last: steps.length - 1 } as unknown as Film;
}

function outline(kept: readonly (number | null)[], at: (position: number) => number): string {
  const film = filmOf(kept);
  const chart = chartOf(film);
  if (chart === null) throw new Error("no chart");
  const track: Track = trackFor(film, null);
  return areaOf(chart, track, at);
}

describe("the lane of kept memory", () => {
  it("is hidden where nothing is kept, or too little to be seen", () => {
    expect(chartOf(filmOf([null, null]))).toBeNull();
    expect(chartOf(filmOf([16, 4095, 0]))).toBeNull();
    expect(chartOf(filmOf([16, 4096, 0]))).not.toBeNull();
  });

  it("is hidden on the steps of a story that keep nothing", () => {
    const film = filmOf([9000, 8000, 0, 16]);
    const chart = chartOf(film);
    if (chart === null) throw new Error("no chart");
    expect(isSeenOn(trackFor(film, null), chart)).toBe(true);
    expect(isSeenOn({ ...trackFor(film, null), positions: [2, 3] }, chart)).toBe(false);
  });

  it("reaches its top where most is kept and its floor where nothing is", () => {
    const drawn = outline([4096, 8192, 0], position => position * 10);
    expect(drawn).toBe(`M0 ${LANE_HEIGHT_PX}H0V9.5H10V0H20V${LANE_HEIGHT_PX}V${LANE_HEIGHT_PX}Z`);
  });

  it("shows the peak of steps that lie in one pixel", () => {
    const many = Array.from({ length: 5000 }, (_, at) => (at === 2345 ? 90_000 : 4500));
    const drawn = outline(many, position => position / 100);
    expect(drawn).toMatch(/H23V0H24/);
    expect(drawn.match(/H/g)).toHaveLength(51);
  });
});
