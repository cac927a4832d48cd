import { describe, expect, it } from "vitest";
import { type PlacedEvent, roundKey, roundsIn } from "../../src/trace/loops";

const loop = (line: number, last: number, file = 0) => ({ file, line, last });
/** A function from line 2 to 6 is defined in the loop of line 1, and has one of its own; another file has a loop on the same lines. */
const run = { loops: [loop(1, 9), loop(3, 6), loop(4, 5), loop(2, 8, 1)] };
const at = (line: number, rounds: readonly number[], file = 0) => ({ kind: "line", line, file, rounds }) as unknown as PlacedEvent;

describe("rounds of an event", () => {
  const roundsAt = roundsIn(run);

  it("are those of the innermost loops around its line, as many as it states", () => {
    expect(roundsAt(at(5, [7, 2]))).toEqual([
      { loop: loop(3, 6), number: 7 },
      { loop: loop(4, 5), number: 2 },
    ]);
    expect(roundsAt(at(8, [3]))).toEqual([{ loop: loop(1, 9), number: 3 }]);
  });

  it("are none where the event states none, whatever loops lie around its line", () => {
    expect(roundsAt(at(5, []))).toEqual([]);
  });

  it("belong to loops of the same file", () => {
    expect(roundsAt(at(5, [4], 1))).toEqual([{ loop: loop(2, 8, 1), number: 4 }]);
  });

  it("have a key that no other round of the call has", () => {
    const keys = [at(5, [7, 2]), at(5, [2, 7]), at(3, [7]), at(8, [7])].map(event => roundKey(roundsAt(event)));
    expect(new Set(keys).size).toBe(4);
  });
});
