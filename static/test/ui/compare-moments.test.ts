/** Where the sides of a comparison stand, and at which moment it opens. */
import { describe, expect, it } from "vitest";
import { askedSides } from "../../src/page/address";
import type { Comparison } from "../../src/trace/contract";
import { openingMoment } from "../../src/ui/compare/moments";

const base = { sides: [], values: [], gradients: [], more: 0, backward: null, more_moments: 0 };
const with_ = (moments: Comparison["moments"], moment: number | null): Comparison => ({
  ...base,
  moments,
  parting: moment === null ? null : { moment, why: "event" },
});

describe("the moment at which a comparison opens", () => {
  it("is the first one from the parting on at which every side has something", () => {
    expect(
      openingMoment(
        with_(
          [
            [0, 0],
            [null, 1],
            [1, 2],
            [2, 3],
          ],
          1,
        ),
      ),
    ).toBe(2);
  });

  it("is the parting itself where no side ever has the other's things again, and the end where nothing differs", () => {
    expect(
      openingMoment(
        with_(
          [
            [0, 0],
            [1, null],
            [2, null],
          ],
          1,
        ),
      ),
    ).toBe(1);
    expect(
      openingMoment(
        with_(
          [
            [0, 0],
            [1, 1],
          ],
          null,
        ),
      ),
    ).toBe(1);
  });
});

describe("what an address asks to be compared", () => {
  const asked = (text: string) => askedSides(new URLSearchParams({ compare: text }));

  it("is cells, links, or cells of links", () => {
    expect(asked("3,5")).toEqual([
      { id: null, cell: 3 },
      { id: null, cell: 5 },
    ]);
    expect(asked("7h3k2m9q0a,7h3k2m9q0b.2")).toEqual([
      { id: "7h3k2m9q0a", cell: null },
      { id: "7h3k2m9q0b", cell: 2 },
    ]);
  });

  it("is nothing where it names fewer than two sides, more than four, or what is none", () => {
    for (const text of ["", "3", "1,2,3,4,5", "3,x", "3,0", "3,../s"]) expect(asked(text), text).toBe(null);
  });
});
