/** What the comparison of two programs shows of their lines. */
import { describe, expect, it } from "vitest";
import { changedLines, differences, type Line } from "../../src/snippet/changed";

const told = (lines: readonly Line[]) => lines.map(({ number, text, differs }) => `${differs ? "*" : " "}${number} ${text}`);

describe("lines that differ", () => {
  it("shows an added line with its neighbours, and the neighbours alone where it is missing", () => {
    const { before, after } = changedLines("a\nb\nc\nd\n", "a\nb\nnew\nc\nd\n");
    expect(told(before)).toEqual([" 2 b", " 3 c"]);
    expect(told(after)).toEqual([" 2 b", "*3 new", " 4 c"]);
  });

  it("shows a changed line on both sides with the number it has there", () => {
    const { before, after } = changedLines("x\nx = 1\ny\nz", "x\nx = 1\ny = 2\nz");
    expect(told(before)).toEqual([" 2 x = 1", "*3 y", " 4 z"]);
    expect(told(after)).toEqual([" 2 x = 1", "*3 y = 2", " 4 z"]);
  });

  it("shows nothing of programs that are equal except for the last newline", () => {
    expect(changedLines("a\nb", "a\nb\n")).toEqual({ before: [], after: [] });
  });

  it("keeps the numbers right after several changes", () => {
    const { after } = changedLines("1\n2\n3\n4\n5\n6\n7\n", "0\n1\n2\n3\n4\n5\n7\n8\n");
    expect(told(after)).toEqual(["*1 0", " 2 1", " 6 5", " 7 7", "*8 8"]);
  });
});

describe("what a fix changes", () => {
  const listed = (before: string, after: string) => differences(before, after).map(({ side, number, text }) => `${side} ${number} ${text}`);

  it("is listed place by place, each line with the number that it has in its own program", () => {
    expect(listed("a\nb\nc\nd", "new\na\nb\nc = 2\nd")).toEqual(["after 1 new", "before 3 c", "after 4 c = 2"]);
  });

  it("is nothing where the programs are equal", () => {
    expect(listed("a\nb", "a\nb\n")).toEqual([]);
  });
});
