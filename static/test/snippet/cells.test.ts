import { describe, expect, test } from "vitest";
import { cellsIn, hasCells, toPercent } from "../../src/snippet/cells";
import { readPage } from "../../src/snippet/published/read-page";
import cases from "./cells.json";

describe("a program in percent format", () => {
  test.each(cases)("$program is divided as the library divides it", ({ program, cells }) => {
    expect(cellsIn(program).map(({ index, kind, title, line }) => ({ index, kind, title, line }))).toEqual(cells);
    expect(hasCells(program)).toBe(cells.length > 0);
  });

  test("has no line outside its cells", () => {
    const program = "x = 1\n# %% Two\ny = 2\n# %%\n";
    expect(cellsIn(program).map(({ line, endLine }) => [line, endLine])).toEqual([
      [1, 1],
      [2, 3],
      [4, 5],
    ]);
  });

  test("of one cell of code needs no marker", () => expect(toPercent([{ kind: "code", text: "x = 1" }])).toBe("x = 1\n"));

  test("of cells whose text begins like a marker keeps its cells", () => {
    const code = toPercent([
      { kind: "text", text: "%% So." },
      { kind: "code", text: "x = 1" },
    ]);
    expect(code).toBe("# %% [markdown]\n#%% So.\n\n# %%\nx = 1\n");
    expect(cellsIn(code)).toHaveLength(2);
  });

  test.each([
    "%%bash\nls",
    "# %% a title",
    "%%time\nx = 1",
  ])("of a notebook has a cell for each of its cells, one of which is %j", source => {
    const cells = [source, "y = 2"].map(text => ({ cell_type: "code", source: text }));
    expect(cellsIn(readPage(JSON.stringify({ cells, nbformat: 4 })).code)).toHaveLength(2);
  });
});
