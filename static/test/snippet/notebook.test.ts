import { describe, expect, test } from "vitest";
import { readPage } from "../../src/snippet/published/read-page";
import cases from "./notebooks.json";

interface Book {
  cells: { cell_type: string; source: string[]; metadata: object }[];
}

const read = (book: unknown) => readPage(JSON.stringify(book)).code;
const [written] = cases.filter(({ program }) => program.startsWith("# Two leaves"));

describe("a notebook that Gradreel has written", () => {
  test.each(cases)("of $program is read as the same program", ({ program, notebook }) => expect(readPage(notebook).code).toBe(program));

  test("is told to be a notebook, with its cells counted", () => {
    const page = readPage(written?.notebook ?? "");
    expect(page).toMatchObject({ changes: ["notebook"], cells: { code: 4, text: 3 }, unread: null });
  });

  test("keeps the title of a cell that was edited, and the other cells as they were", () => {
    const book = JSON.parse(written?.notebook ?? "") as Book;
    book.cells = book.cells.slice(1, 3);
    const [code] = book.cells;
    if (code) code.source = ["# Leaves\n", "import torch\n", "a = 3"];
    expect(read(book)).toBe(
      "# %% Leaves\nimport torch\na = 3\n# %% [markdown] Why\n# A *leaf* is <b>not</b> edited:\n#\n# - `a += 1` raises\n#no space, and\na bare line\n#%% and no marker\n",
    );
  });

  test.each([
    "# %%\nx = 3\n# %%\nhidden()\n",
    "# %%\nhidden()\n",
    "# %% [markdown]\n# x = 3\n",
    "x = 3\n",
    7,
  ])("is not believed where its metadata say %j and the cell shows something else", text => {
    const own = (source: string, meta: unknown) => ({ cell_type: "code", source, metadata: { gradreel: { text: meta } } });
    expect(read({ cells: [own("y = 2", "# %%\ny = 2\n"), own("x = 3", text)] })).toBe("# %%\ny = 2\n# %%\nx = 3\n");
  });

  test("of a long run of blanks is read at once", () => {
    const source = `${" ".repeat(200_000)}x`;
    expect(read({ cells: [{ cell_type: "code", source, metadata: { gradreel: { text: source } } }] })).toBe(source);
  });
});
