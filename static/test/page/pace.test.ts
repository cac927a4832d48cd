import { describe, expect, it } from "vitest";
import { MAX_FILM_MS, paceOf } from "../../src/page/pace";
import { makeFilm } from "../../src/trace/film";
import { goldenNames, goldenRun } from "../support/golden";
import { loop } from "../support/loop";

function playedMs(film: ReturnType<typeof makeFilm>): number {
  const { positions, durationMs } = paceOf(film, null);
  return positions.reduce((sum, position) => sum + durationMs(position), 0);
}

describe("playing a film", () => {
  it.each(goldenNames())("of %s takes less than twenty seconds", name => {
    expect(playedMs(makeFilm(goldenRun(name)))).toBeLessThanOrEqual(MAX_FILM_MS + 1);
  });

  it.each([100, 2000])("of %i rounds takes less than twenty seconds and ends at the end", rounds => {
    const film = makeFilm(loop(rounds));
    const { positions } = paceOf(film, null);
    expect(playedMs(film)).toBeLessThanOrEqual(MAX_FILM_MS + 1);
    expect([positions[0], positions.at(-1)]).toEqual([0, film.last]);
  });

  it("of a short program stops at every step", () => {
    const film = makeFilm(goldenRun("whole/mlp"));
    const total = film.index.steps.length;
    if (total < 20) expect(paceOf(film, null).positions.length).toBe(total);
  });
});
