import { describe, expect, test } from "vitest";
import { withoutColours } from "../../src/snippet/colours";

describe("colours of a terminal", () => {
  test("are taken out of a notebook's traceback", () => {
    const text = "\u001b[0;31mRuntimeError\u001b[0m: a \u001b[38;5;241m\u001b[43mleaf\u001b[39;49m Variable";
    expect(withoutColours(text)).toBe("RuntimeError: a leaf Variable");
  });

  test("and links, ended by a bell or by a backslash", () => {
    const link = (end: string) => `\u001b]8;;file:///train.py${end}train.py:12\u001b]8;;${end}`;
    expect(withoutColours(link("\u0007"))).toBe("train.py:12");
    expect(withoutColours(link("\u001b\\"))).toBe("train.py:12");
  });

  test("what only looks like them stays, as does a sequence that does not end", () => {
    for (const text of ["x[0] = y[1]", "print('\\x1b[31m')", "\u001b[31", "\u001b]8;;x"]) expect(withoutColours(text)).toBe(text);
  });

  test("a megabyte of beginnings is read at once", () => {
    const text = "\u001b]".repeat(500_000);
    expect(withoutColours(text)).toBe(text);
  });
});
