import { describe, expect, it } from "vitest";
import { countRounds, loopsAround } from "../../src/trace/loops";

const LINES = ["x = 1", "for i in range(2):", "    a(", "    )", "", "    for j in range(2):", "        b()", "    c()", "d()"];

/** The numbers of the rounds after each line that begins. */
function roundsAt(reached: readonly number[]): readonly string[] {
  const counter = countRounds(loopsAround(LINES));
  return reached.map(line => {
    counter.reach(line, true);
    return counter
      .rounds()
      .map(({ number }) => number)
      .join(".");
  });
}

describe("loops of a program", () => {
  it("are found by indentation, closing brackets and blank lines inside", () => {
    const around = loopsAround(LINES);
    expect([2, 5, 7, 8, 9].map(line => around(line).map(({ header }) => header))).toEqual([[2], [2], [2, 6], [2], []]);
  });

  it("count a round each time their line begins again", () => {
    const program = [1, 2, 3, 6, 7, 6, 7, 6, 8, 2, 3, 6, 7, 6, 7, 6, 8, 2, 9];
    const seen = roundsAt(program);
    expect(seen.slice(0, 9)).toEqual(["", "1", "1", "1.1", "1.1", "1.2", "1.2", "1.3", "1"]);
    expect(seen.slice(9, 14)).toEqual(["2", "2", "2.1", "2.1", "2.2"]);
    expect(seen.at(-1)).toBe("");
  });

  it("go on counting where only ops tell of the lines", () => {
    const counter = countRounds(loopsAround(LINES));
    for (let round = 0; round < 100; round++) for (const line of [2, 3, 8]) counter.reach(line, true);
    for (const line of [3, 3, 8, 3, 8]) counter.reach(line, false);
    expect(counter.rounds().map(({ number }) => number)).toEqual([102]);
  });
});
