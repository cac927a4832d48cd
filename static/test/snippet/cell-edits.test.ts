import { describe, expect, it } from "vitest";
import { addCell, type EditCell, joinCells, moveDown, moveUp, splitCell, switchKind } from "../../src/snippet/cell-edits";
import { cellsIn } from "../../src/snippet/cells";

/** `|` is the cursor, in what is edited and in what comes of it. */
function edited(edit: EditCell, text: string): string | null {
  const at = text.indexOf("|");
  const code = text.replace("|", "");
  const found = edit(code, at);
  if (found === null) return null;
  const next = code.slice(0, found.from) + found.insert + code.slice(found.to);
  return `${next.slice(0, found.cursor)}|${next.slice(found.cursor)}`;
}

const RN = (text: string) => text.replaceAll("\n", "\r\n");

describe("a cell added below", () => {
  it.each([
    ["an empty program", "|", "# %%\n|"],
    ["a program without cells", "x =| 1\n", "x = 1\n\n# %%\n|"],
    ["a program without a line end", "x = 1|", "x = 1\n\n# %%\n|"],
    ["a cell in the middle", "# %% One\nx| = 1\n\n# %% Two\ny = 2\n", "# %% One\nx = 1\n\n# %%\n|\n\n# %% Two\ny = 2\n"],
    ["a cell without a blank line behind it", "# %%\nx| = 1\n# %%\ny = 2\n", "# %%\nx = 1\n\n# %%\n|\n\n# %%\ny = 2\n"],
    ["the last cell without a line end", "# %%\nx = 1\n# %%\ny = 2|", "# %%\nx = 1\n# %%\ny = 2\n\n# %%\n|"],
    ["code before the first marker", "import| torch\n\n# %%\nx = 1\n", "import torch\n\n# %%\n|\n\n# %%\nx = 1\n"],
    ["a cell of text", "# %% [markdown]\n# wo|rds\n", "# %% [markdown]\n# words\n\n# %%\n|"],
    ["blank lines before the first cell", "\n|\n# %%\nx = 1\n", "\n\n# %%\nx = 1\n\n# %%\n|"],
  ])("%s", (_, before, after) => {
    expect(edited(addCell, before)).toBe(after);
    expect(edited(addCell, RN(before))).toBe(before.includes("\n") ? RN(after) : after);
  });
});

describe("a cell split", () => {
  it.each([
    ["before the line of the cursor", "# %% A\nx = 1\ny |= 2\n", "# %% A\nx = 1\n\n# %%\ny |= 2\n"],
    ["behind the line at whose end the cursor is", "# %% A\nx = 1|\ny = 2\n", "# %% A\nx = 1\n\n# %%\n|y = 2\n"],
    ["at blank lines, which stay above", "# %% A\nx = 1\n\n|\ny = 2\n", "# %% A\nx = 1\n\n# %%\n|y = 2\n"],
    ["at its end, where an empty one begins", "# %% A\nx = 1|\n\n# %% B\ny = 2\n", "# %% A\nx = 1\n\n# %%\n|\n\n# %% B\ny = 2\n"],
    ["at the end of a program without a line end", "# %% A\nx = 1|", "# %% A\nx = 1\n\n# %%\n|"],
    ["in a program without cells", "x = 1\ny| = 2\n", "x = 1\n\n# %%\ny| = 2\n"],
    ["at the start of a program without cells", "|x = 1\n", "# %%\n|x = 1\n"],
    ["before the first marker", "x = 1\n|y = 2\n# %%\nz = 3\n", "x = 1\n\n# %%\n|y = 2\n# %%\nz = 3\n"],
    ["into two of text", "# %% [markdown]\n# one\n# t|wo\n", "# %% [markdown]\n# one\n\n# %% [markdown]\n# t|wo\n"],
  ])("%s", (_, before, after) => {
    expect(edited(splitCell, before)).toBe(after);
    expect(edited(splitCell, RN(before))).toBe(before.includes("\n") ? RN(after) : after);
  });

  it.each([
    ["in its marker", "# %% A|\nx = 1\n"],
    ["of an empty program", "|"],
    ["of blank lines", "\n|\n"],
    ["before the first cell", "|\n\n# %%\nx = 1\n"],
  ])("is refused %s", (_, text) => expect(edited(splitCell, text)).toBeNull());
});

describe("a cell joined with the next", () => {
  it.each([
    ["code and code", "# %% A\nx| = 1\n\n# %%\ny = 2\n", "# %% A\nx| = 1\n\ny = 2\n"],
    ["code with a title, which stays as a comment", "# %% A\nx = 1|\n# %% B\ny = 2\n", "# %% A\nx = 1|\n# B\ny = 2\n"],
    ["text and text", "# %% [markdown]\n# o|ne\n# %% Two [markdown]\n# two\n", "# %% [markdown]\n# o|ne\n# Two\n# two\n"],
    ["code and text, which becomes comments", "# %%\nx = 1|\n# %% [markdown]\n# words\n", "# %%\nx = 1|\n# words\n"],
    ["text and code, which is run as before", "# %% T [markdown]\n# w|ords\n# %%\nx = 1\n", "# %% T\n# w|ords\nx = 1\n"],
    ["text that is no comment", "# %% [markdown]\nwords\n# %%\nx = 1|", null],
    ["text that is no comment, and code", "# %% [markdown]|\nwords\n# %%\nx = 1", "# %%|\n# words\nx = 1"],
    ["code before the first marker", "x =| 1\n\n# %%\ny = 2\n", "x =| 1\n\ny = 2\n"],
    ["comments before the first marker", "# A pro|gram\n\n# %%\ny = 2\n", "# A pro|gram\n\ny = 2\n"],
    ["a next one that is empty", "# %%\nx = 1|\n# %%", "# %%\nx = 1|\n"],
    ["the last one", "# %%\nx = 1\n# %%\ny |= 2\n", null],
    ["a program without cells", "x = 1|\n", null],
    ["an empty program", "|", null],
  ])("%s", (_, before, after) => {
    expect(edited(joinCells, before)).toBe(after);
    expect(edited(joinCells, RN(before))).toBe(after === null ? null : RN(after));
  });

  it("keeps a title that would begin another cell a comment", () => {
    expect(cellsIn(edited(joinCells, "# %%\nx = 1|\n# %% %%time\ny = 2\n") ?? "")).toHaveLength(1);
  });
});

describe("a cell moved", () => {
  const two = "# %% A\na = 1\n\n\n# %% B\nb = 2\n\n# %% C\nc = 3";
  it.each([
    ["down", moveDown, two.replace("a =", "a |="), "# %% B\nb = 2\n\n\n# %% A\na |= 1\n\n# %% C\nc = 3"],
    ["up", moveUp, two.replace("b =", "b |="), "# %% B\nb |= 2\n\n\n# %% A\na = 1\n\n# %% C\nc = 3"],
    ["down to the end, which keeps its form", moveDown, two.replace("b =", "b |="), "# %% A\na = 1\n\n\n# %% C\nc = 3\n\n# %% B\nb |= 2"],
    ["up from the end", moveUp, two.replace("# %% C", "# %%| C"), "# %% A\na = 1\n\n\n# %%| C\nc = 3\n\n# %% B\nb = 2"],
    ["over text", moveUp, "# %% [markdown]\n# words\n\n# %%\nx| = 1\n", "# %%\nx| = 1\n\n# %% [markdown]\n# words\n"],
    ["down from before the first marker", moveDown, "\nx| = 1\n\n# %% B\ny = 2\n", "# %% B\ny = 2\n\n# %%\nx| = 1\n"],
    ["up over code before the first marker", moveUp, "x = 1\n# %% B\ny| = 2\n", "# %% B\ny| = 2\n# %%\nx = 1\n"],
    ["up from the first place", moveUp, "# %%\nx| = 1\n# %%\ny = 2\n", null],
    ["down from the last place", moveDown, "# %%\nx = 1\n# %%\ny| = 2\n", null],
    ["over comments before the first marker, which are no cell", moveUp, "# A program\n\n# %%\nx| = 1\n", null],
    ["of comments before the first marker", moveDown, "# A pro|gram\n\n# %%\nx = 1\n", null],
    ["in a program without cells", moveDown, "x = 1|\n", null],
    ["in an empty program", moveUp, "|", null],
  ] as const)("%s", (_, edit, before, after) => {
    expect(edited(edit, before)).toBe(after);
    expect(edited(edit, RN(before))).toBe(after === null ? null : RN(after));
  });

  it("leaves a byte order mark where it is", () => {
    expect(edited(moveDown, "\ufeff# %% A\na| = 1\n# %% B\nb = 2\n")).toBe("\ufeff# %% B\nb = 2\n# %% A\na| = 1\n");
  });

  it("is one change of what is different", () => {
    const code = "x = 1\n# %% A\na = 1\n# %% B\nb = 2\n";
    const { from, to } = moveDown(code, code.indexOf("a =")) ?? { from: 0, to: 0 };
    expect(code.slice(from, to)).toBe("A\na = 1\n# %% B\nb = 2");
  });
});

describe("code made text, and text code", () => {
  it.each([
    ["code", "# %% A\nx = 1\n\n    y|\n", "# %% A [markdown]|\n# x = 1\n\n#     y\n"],
    ["text", "# %% A [markdown]\n# x| = 1\n\n#     y\n", "# %% A|\nx = 1\n\n    y\n"],
    ["text with the title behind", "# %% [md] A\n#|\n# x\n", "# %% A|\n\nx\n"],
    ["code before the first marker", "x| = 1\n# %%\ny = 2\n", "# %% [markdown]|\n# x = 1\n# %%\ny = 2\n"],
    ["an empty cell at the end", "# %%|", "# %% [markdown]|"],
    ["comments before the first marker", "# A program|\n# %%\n", null],
    ["a program without cells", "x = 1|\n", null],
  ])("%s", (_, before, after) => {
    expect(edited(switchKind, before)).toBe(after);
    expect(edited(switchKind, RN(before))).toBe(after === null ? null : RN(after));
  });

  it("begins no cell with a line that looks like a marker", () => {
    for (const text of ["# %%|\n%%bash\n", "# %% [markdown]|\n# # %% x\n"]) expect(cellsIn(edited(switchKind, text) ?? "")).toHaveLength(1);
  });
});

describe("a marker in a string", () => {
  it("begins a cell at the edge, as it does for the library, and none elsewhere", () => {
    expect(edited(moveDown, 'x| = """\n # %% no\n"""\n')).toBeNull();
    expect(edited(moveDown, '# %%\nx| = """\n # %% no\n"""\n# %% B\ny = 2\n')).toBe('# %% B\ny = 2\n# %%\nx| = """\n # %% no\n"""\n');
    expect(edited(joinCells, 'x| = """\n# %% In a string\n"""\n')).toBe('x| = """\n# In a string\n"""\n');
  });
});
