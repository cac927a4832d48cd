import { describe, expect, it } from "vitest";
import type { Run } from "../../src/trace/contract";
import { keptAt, keptMemoryOf, mostKept, sizeText } from "../../src/trace/kept";

const stated = (...kept: readonly (number | null | undefined)[]) =>
  ({ events: kept.map((bytes, index) => ({ index, kept: bytes })) }) as unknown as Run;

describe("what graphs keep", () => {
  it("holds from an event that states it to the next that does", () => {
    const line = keptMemoryOf(stated(null, 16, null, 32, 0, null));
    expect([-1, 0, 1, 2, 3, 4, 5].map(event => keptAt(line, event))).toEqual([0, 0, 16, 16, 32, 0, 0]);
  });

  it("is most at the first of several events that keep as much", () => {
    expect(mostKept(keptMemoryOf(stated(8, 32, 16, 32, 0)))).toEqual({ event: 1, fact: 32 });
  });

  it("is not known of an earlier film", () => {
    expect(mostKept(keptMemoryOf(stated(undefined, undefined)))).toBeNull();
  });

  it.each([
    [0, "0 B"],
    [1023, "1023 B"],
    [1024, "1.0 KiB"],
    [12_800, "12.5 KiB"],
    [5 * 1024 ** 2, "5.0 MiB"],
    [3 * 1024 ** 4, "3.0 TiB"],
    [2 * 1024 ** 5, "2048.0 TiB"],
  ])("of %d bytes reads %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));
});
