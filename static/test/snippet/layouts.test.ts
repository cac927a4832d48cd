import { describe, expect, test } from "vitest";
import { cellsIn } from "../../src/snippet/cells";
import { readPage } from "../../src/snippet/published/read-page";

const STEP = "import torch\nx = torch.ones(2, requires_grad=True)\nx.sum().backward()";
const page = (listing: string) =>
  `Here is what I have tried so far, without luck:\n\n${listing}\n\nThat is all there is to say about it.\n`;

function codeOf(text: string): readonly string[] {
  const { code } = readPage(text);
  const lines = code.split("\n");
  const cells = cellsIn(code).filter(({ kind }) => kind === "code");
  return cells.map(({ line, endLine }) => lines.slice(line, endLine).join("\n").trim());
}

describe("listings run into what is around them", () => {
  test("in a fence glued to the first and the last line are code", () => {
    expect(codeOf(page(`\`\`\`${STEP}\`\`\``))).toEqual([STEP]);
  });

  test("in hunks of a diff are what it leaves", () => {
    const hunk = "@@ -1,3 +1,3 @@\n import torch\n-x = torch.ones(2)\n+x = torch.ones(2, requires_grad=True)\n x.sum().backward()";
    expect(codeOf(page(hunk))).toEqual([STEP]);
  });

  test("with a blank line between all lines are as their author wrote them", () => {
    const code = `${STEP}\n\nfor i in range(2):\n    x.grad = None\n    x.sum().backward()`;
    expect(codeOf(page(code.replaceAll("\n", "\n\n")))).toEqual([code]);
  });

  test("with blank lines only here and there stay as they are", () => {
    expect(codeOf(page(STEP.replaceAll("\n", "\n\n")))).toEqual([STEP.replaceAll("\n", "\n\n")]);
  });
});

describe("what only quotes code is text", () => {
  test("in the report of a test", () => {
    const report =
      "____ test_x ____\n\n    def test_x():\n        x = f(1)\n>       assert x == 2\nE       assert 1 == 2\n\ntest_x.py:3: AssertionError";
    expect(codeOf(page(`${STEP}\n\nfails:\n\n${report}`))).toEqual([STEP]);
  });

  test.each(["cpp", "text", "bash", "json"])("in a directive of reStructuredText for %s", language => {
    expect(codeOf(page(`${STEP}\n\nElsewhere:\n\n.. code-block:: ${language}\n\n   y = f(1)\n`))).toEqual([STEP]);
  });
});

describe("the script of a notebook", () => {
  test("has a cell for each prompt, and its comments behind two blank lines are text", () => {
    const script = `# # Title\n\n# In[1]:\n\n\n${STEP}\n\n\n# Said of it.\n\n# In[2]:\n\n\n# a comment\nx.grad\n`;
    expect(codeOf(script)).toEqual([STEP, "# a comment\nx.grad"]);
    expect(readPage(script).code).toContain("# %% [markdown]\n# Said of it.\n");
  });
});
