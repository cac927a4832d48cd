import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { guessedPage, readPage } from "../../src/snippet/published/read-page";
import { sample } from "../support/long";

const PAGES = join(import.meta.dirname, "pages");
const ROOT = join(import.meta.dirname, "../../..");
const SEPARATOR = "==== expected ====\n";

/** Pages in the forms in which they are published, each with the program that it should become. */
const pages = readdirSync(PAGES).map(name => {
  const [page = "", expected = ""] = readFileSync(join(PAGES, name), "utf8").split(SEPARATOR);
  return [name.replace(".txt", ""), page, expected] as const;
});

describe("a published page", () => {
  test("corpus has more than seventy pages", () => expect(pages.length).toBeGreaterThan(70));

  test.each(pages)("%s becomes its cells", (_, page, expected) => {
    expect(readPage(page).code).toBe(expected);
  });

  test.each(sample(pages))("%s that was read stays as it is", (_, page) => {
    const { code } = readPage(page);
    expect(readPage(code)).toMatchObject({ code, cells: null });
  });
});

describe("what is told of a page", () => {
  test("whose numbers are out of order is that they are", () => {
    const page = "In [5]: import torch\nIn [3]: x = torch.ones(2)\nIn [6]: x.sum()\n";
    expect(readPage(page)).toMatchObject({ changes: ["prompts", "order"], cells: { code: 3, text: 0 } });
  });

  test("without its imports is that they were added in a first cell", () => {
    const page = "The same with a function:\n\n```python\nx = torch.ones(2)\nF.relu(x)\n```\n";
    const { code, changes, cells } = readPage(page);
    expect(changes).toEqual(["fences", "imports"]);
    expect(cells).toEqual({ code: 2, text: 1 });
    expect(code).toMatch(/^# %%\nimport torch\nimport torch.nn.functional as F\n/);
  });

  test("that cannot be divided is that it is unclear, and it stays as it is", () => {
    const page = 'I do not know why this one is so slow, do you?\nx = = torch.ones(2)\n"""\nsee the docs of the function for it\n';
    expect(readPage(page)).toEqual({ code: page, changes: [], cells: null, unread: { kind: "unclear", language: "", length: 0 } });
  });

  test("that cannot be divided is divided all the same for whoever asks for it, by what has the form of a statement", () => {
    const page = 'I do not know why this one is so slow, do you?\nx = = torch.ones(2)\n"""\nsee the docs of the function for it\n';
    expect(guessedPage(page).code).toMatch(
      /^# %%\nimport torch\n\n# %% \[markdown\]\n# I do not.*\n\n# %%\nx = = torch.ones\(2\)\n\n# %% \[markdown\]/,
    );
  });

  test.each([
    "x = = 1\n",
    "x = torch.ones(2\ny = x\n",
    "for i in range(2)\n    print(i)\n",
    "if x:\ny = 1\nz = 2\n",
    "print 'a'\nx = 1\n",
  ])("%j, a program with a mistake, is nothing: it stays as it is", code =>
    expect(readPage(code)).toEqual({ code, changes: [], cells: null, unread: null }));
});

describe("a hostile text", () => {
  test.each([
    ["deep JSON", `{"cells": ${"[".repeat(100_000)}`],
    ["a notebook whose cells are no cells", '{"cells": [1, null, [], {"cell_type": 5, "source": {"a": 1}}]}'],
    ["open brackets in every line", "see (here and there it is said that\n".repeat(3_000)],
    ["one line of numbers", `1 x = 1 ${Array.from({ length: 3_000 }, (_, at) => `${at + 2} x = 1`).join(" ")}`],
    ["blank lines of spaces", `${" ".repeat(8)}\n`.repeat(20_000)],
    ["one line of spaces and brackets", "<pre ".repeat(40_000)],
    ["fences without an end", "```python\n".repeat(5_000)],
    ["prompts without code", "In [1]:\n".repeat(5_000)],
    ["ten megabytes of letters", "a ".repeat(5_000_000)],
  ])("of %s is read or left as it is", (_, text) => {
    expect(typeof readPage(text).code).toBe("string");
  });
});

describe("a program", () => {
  test("of the examples and of the corpora stays as it is, and is taken for nothing else", () => {
    const folders = ["app/examples", "tests/diagnose", "gradreel", "tests/tracer", "tests/browser"];
    const paths = folders.flatMap(folder =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .filter(path => path.endsWith(".py"))
        .map(path => join(ROOT, folder, path)),
    );
    expect(paths.length).toBeGreaterThan(200);
    const changed = sample(paths).filter(path => {
      const code = readFileSync(path, "utf8");
      const page = readPage(code);
      return page.code !== code || page.unread !== null;
    });
    expect(changed).toEqual([]);
  });
});
