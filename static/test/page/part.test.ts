import { describe, expect, it } from "vitest";
import { cellsNotRun, inPlaceOfFilm, partThrough, shownThrough } from "../../src/page/part";
import { isEdited, type Page } from "../../src/page/state";

const CODE = "import torch\n\n# %% Two\nx = 1\n\n# %% [markdown]\n# words\n\n# %% Three\ny = 2\n";
const ONE = "import torch";
const TWO = "import torch\n\n# %% Two\nx = 1";

function page(filmed: string, code: string): Page {
  return { film: { run: { code: filmed } }, code } as unknown as Page;
}

describe("the program up to a cell", () => {
  it.each([
    [1, ONE],
    [2, TWO],
    [3, CODE],
    [4, CODE],
    [null, CODE],
  ])("%s", (cell, part) => expect(partThrough(CODE, cell)).toBe(part));

  it("is all of it where only text follows", () => {
    const code = "# %%\nx = 1\n# %% [markdown]\n# words\n";
    expect(partThrough(code, 1)).toBe(code);
  });

  it("is the same with other line ends", () => {
    expect(partThrough(CODE.replaceAll("\n", "\r\n"), 2)).toBe(TWO.replaceAll("\n", "\r\n"));
  });

  it("of a program without cells is all of it", () => expect(partThrough("x = 1\n", 1)).toBe("x = 1\n"));
});

describe("a film", () => {
  it.each([
    ["of all of the program", CODE, CODE, false, [], null],
    ["up to its first cell", ONE, CODE, false, [2, 3], 1],
    ["up to its second cell", TWO, CODE, false, [3], 2],
    ["of a program that a cell was added to", `${TWO}\n`, `${TWO}\n\n# %%\n`, false, [3], 2],
    ["of a program that words were added to", `${TWO}\n`, `${TWO}\n\n# %% [markdown]\n# so\n`, false, [], null],
    ["of a program that a line was added to", `${TWO}\n`, `${TWO}\nz = 3\n`, true, [], null],
    ["that ends within a cell", "import torch\n\n# %% Two", "import torch\n\n# %% Two\nx = 1\n", true, [], null],
    ["whose last line goes on", TWO, CODE.replace("x = 1", "x = 12"), true, [], null],
    ["that ends within a line with a marker", "import torch\n\n#", "import torch\n\n# # %%\n", true, [], null],
    ["of other code", "x = 2\n", CODE, true, [], null],
    ["of more than the program", CODE, TWO, true, [], null],
    ["of nothing", "", CODE, true, [], null],
  ] as const)("%s", (_, filmed, code, edited, further, through) => {
    const shown = page(filmed, code);
    expect(isEdited(shown)).toBe(edited);
    expect(cellsNotRun(shown).map(({ index }) => index)).toEqual(further);
    expect(shownThrough(shown)).toBe(through);
  });

  it("that there is none of is not out of date", () => {
    const shown = { ...page("", CODE), film: null };
    expect([isEdited(shown), cellsNotRun(shown), shownThrough(shown)]).toEqual([false, [], null]);
  });

  it("of a part is fixed in all of the program", () => {
    const fixed = TWO.replace("x = 1", "x = 1.0\nx += 1");
    expect(inPlaceOfFilm(page(TWO, CODE), fixed)).toBe(CODE.replace("x = 1", "x = 1.0\nx += 1"));
    expect(inPlaceOfFilm(page(CODE, CODE), fixed)).toBe(fixed);
    expect(inPlaceOfFilm(page(`${TWO}\n`, `${TWO}\n\n# %%\n`), `${fixed}\n`)).toBe(`${fixed}\n\n# %%\n`);
  });
});
