import { describe, expect, test } from "vitest";
import { cellsIn } from "../../src/snippet/cells";
import { MAX_TEXT_CHARS } from "../../src/snippet/limits";
import { doesNothing } from "../../src/snippet/piece";
import { withoutQuoteMarks } from "../../src/snippet/published/quotes";
import { divide } from "../../src/snippet/published/statements";
import { createReader } from "../../src/snippet/reading/reader";
import { scan } from "../../src/snippet/scan";

/** How often a line is looked at as a text of so many of it is divided. */
function looksAt(line: string, count: number): number {
  let looks = 0;
  const lines = new Proxy(new Array<string>(count).fill(line), {
    get: (target, name, receiver) => {
      if (typeof name === "string" && /^\d/.test(name)) looks++;
      return Reflect.get(target, name, receiver);
    },
  });
  divide(lines);
  return looks;
}

describe("the lines of a text are divided", () => {
  test.each([
    ["mentions", "@a"],
    ["tracebacks without an end", "Traceback (most recent call last):"],
    ["frames", '  File "a.py", line 1, in f'],
    ["headers", "def f():"],
    ["open brackets", "["],
    ["commands", "!ls"],
    ["decorators and comments", "# @a"],
  ])("in a time that grows as their number does: %s", (_, line) => {
    expect(looksAt(line, 6_000)).toBeLessThan(2.5 * looksAt(line, 3_000));
  });

  test.each(["[", '"""', "x = 1 \\", "f("])("without reading the beginning of %s again for each line that it may go over", line => {
    expect(looksAt(line, 400)).toBeLessThan(400 * 250);
  });
});

test("a quotation in thousands of others is not followed to its end", () => {
  const [line = ""] = withoutQuoteMarks([`${"> ".repeat(20_000)}x = 1`]);
  expect(line.length).toBeGreaterThan(30_000);
  expect(withoutQuoteMarks([`${"> ".repeat(8)}x = 1`])).toEqual(["x = 1"]);
});

test("a program of more lines than a call takes arguments is looked at", () => {
  expect(doesNothing("def f(): pass\n".repeat(150_000))).toBe(true);
});

test("the title of a cell is found behind a run of blanks of any length", () => {
  expect(cellsIn(`# %%${" ".repeat(90_000)}x [markdown]`)).toMatchObject([{ kind: "text", title: "x" }]);
});

describe("a line goes on in the next one", () => {
  test.each([
    ["x = (1,", true],
    ["x = (1,\n2)", false],
    ['s = """a', true],
    ['s = """a\nb"""', false],
    ["s = 'a", false],
    ["x = 1 + \\", true],
    ["x = (1]", true],
    ["x = 1)", false],
    ["x = 1) + \\", true],
  ])("%j: %s", (code, goesOn) => {
    expect(scan(code).lines.at(-1)?.goesOn).toBe(goesOn);
    expect(scan(`${code}\ny = 2\n`).lines[code.split("\n").length - 1]?.goesOn).toBe(goesOn);
  });
});

describe("without a worker", () => {
  test("the page reads a short text itself", async () => {
    const page = await createReader().read(">>> x = 1\n>>> x\n1\n");
    expect(page).toMatchObject({ changes: ["prompts"], cells: null, unread: null });
  });

  test("a longer text stays as it is, which is told with its length", async () => {
    const text = "Some words.\n\nx = 1\n".repeat(1_000);
    const unread = { kind: "slow", language: "", length: text.length };
    expect(await createReader().read(text)).toEqual({ code: text, changes: [], cells: null, unread });
  });

  test("no fault is found in a longer text, and one in a short text", async () => {
    expect(await createReader().fault("x = (1,\n")).toMatchObject({ kind: "unclosed" });
    expect(await createReader().fault(`x = (1,\n${"y = 2\n".repeat(MAX_TEXT_CHARS)}`)).toBeNull();
  });
});
