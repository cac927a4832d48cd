import { describe, expect, test } from "vitest";
import { lineIn } from "../../src/snippet/changed";

const BEFORE = "a = 1\nb = 2\nc = 3\nd = 4\n";

describe("the line that a line has become", () => {
  test.each([
    ["is the same in the same program", BEFORE, [1, 2, 3, 4]],
    ["is further down below lines that were added", `x = 0\ny = 0\n${BEFORE}`, [3, 4, 5, 6]],
    ["is further up below lines that were taken out", "c = 3\nd = 4\n", [null, null, 1, 2]],
    ["is none where it was changed", "a = 1\nb = 20\nc = 3\nd = 4\n", [1, null, 3, 4]],
    ["is the same before what was added", `${BEFORE}e = 5\n`, [1, 2, 3, 4]],
    ["follows several changes", "x = 0\na = 1\nc = 3\ny = 0\nz = 0\nd = 4\n", [2, null, 3, 6]],
    ["is none of another program", "import torch\n", [null, null, null, null]],
  ])("%s", (_, after, expected) => {
    expect([1, 2, 3, 4].map(line => lineIn(after, BEFORE, line))).toEqual(expected);
  });
});
