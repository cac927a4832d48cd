import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cellsIn } from "../../src/snippet/cells";
import { withoutCommands } from "../../src/snippet/commands";
import { readPage } from "../../src/snippet/published/read-page";
import cases from "./ipython.json";

const ROOT = join(import.meta.dirname, "../../..");
const RUNS = process.env.GRADREEL_ALL === undefined ? 400 : 10_000;

interface Made {
  readonly notebooks: readonly { readonly notebook: string; readonly program: string }[];
  readonly programs: readonly { readonly program: string; readonly cells: readonly object[]; readonly read: string }[];
}

describe("a notebook", () => {
  test.each(cases.notebooks)("with $name is read as the library reads it", ({ notebook, program }) => {
    expect(readPage(JSON.stringify(notebook)).code).toBe(program);
  });

  test("with numbers that JSON does not have is read", () => {
    const notebook = '{"cells": [{"cell_type": "code", "source": "x = \'NaN\'", "metadata": {"a": NaN, "b": [-Infinity]}}]}';
    expect(readPage(notebook).code).toBe("# %%\nx = 'NaN'\n");
  });
});

describe("a program with cells", () => {
  test.each(cases.scripts)("%j has comments for what only IPython reads, as in the library", ({ program, read }) => {
    expect(withoutCommands(program)).toBe(read);
  });
});

test("random notebooks and programs are read as the library reads them", { timeout: 60_000 }, () => {
  const said = execFileSync(join(ROOT, ".venv/bin/python"), ["-m", "tests.fuzz.notebooks", `${RUNS}`, "7"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const { notebooks, programs } = JSON.parse(said) as Made;
  for (const { notebook, program } of notebooks) expect(readPage(notebook).code, notebook).toBe(program);
  for (const { program, cells, read } of programs) {
    expect(
      cellsIn(program).map(({ index, kind, title, line }) => ({ index, kind, title, line })),
      JSON.stringify(program),
    ).toEqual(cells);
    expect(withoutCommands(program)).toBe(read);
  }
});
