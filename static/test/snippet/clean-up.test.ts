import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Change, cleanUp, isEmpty } from "../../src/snippet/clean-up";

const ROOT = join(import.meta.dirname, "../../..");

/** What was pasted, what is run, and what is said to have been changed. */
const PASTED: Readonly<Record<string, readonly [pasted: string, code: string, changes: readonly Change[]]>> = {
  "a session of Python": [
    ">>> import torch\n>>> for i in range(2):\n...     print(i)\n...\n0\n1\n>>> torch.ones(1)\ntensor([1.])\n",
    "import torch\nfor i in range(2):\n    print(i)\n\n# 0\n# 1\ntorch.ones(1)\n# tensor([1.])\n",
    ["prompts"],
  ],
  "a session with the banner of the interpreter": [
    'Python 3.11.2 (main, Aug 26 2024)\nType "help" for more information.\n>>> x = 1\n',
    '# Python 3.11.2 (main, Aug 26 2024)\n# Type "help" for more information.\nx = 1\n',
    ["prompts"],
  ],
  "a session of IPython": [
    "In [3]: def f(x):\n   ...:     return x * 2\n   ...:\n\nIn [4]: f(2)\nOut[4]: 4\n",
    "def f(x):\n    return x * 2\n\n\nf(2)\n# Out[4]: 4\n",
    ["prompts"],
  ],
  "cells of a page, whose code is below the number": [
    "In [1]:\nimport torch\nx = torch.ones(2)\nx\nOut[1]:\ntensor([1., 1.])\nIn [2]:\nx.sum()\n",
    "\nimport torch\nx = torch.ones(2)\nx\n# Out[1]:\n# tensor([1., 1.])\n\nx.sum()\n",
    ["prompts"],
  ],
  "commands of a notebook": [
    "!pip install torch\n%matplotlib inline\nimport torch\nif True:\n    !ls\n    x = 1\ntorch.add?\npip install numpy\n",
    "# !pip install torch\n# %matplotlib inline\nimport torch\nif True:\n    pass  # !ls\n    x = 1\n# torch.add?\n# pip install numpy\n",
    ["commands"],
  ],
  "punctuation in full width": [
    "import torch\nx＝torch.ones（2，requires_grad=True）\nprint（“你好，世界”）# 注释，保留\n",
    'import torch\nx=torch.ones(2,requires_grad=True)\nprint("你好，世界")# 注释，保留\n',
    ["characters"],
  ],
  "spaces of a web page and a byte-order mark": [
    "\ufeffimport torch\nif True:\n\u00a0\u00a0\u00a0 x\u00a0= 'a\u00a0b'\u200b\n",
    "import torch\nif True:\n    x = 'a\u00a0b'\n",
    ["characters"],
  ],
  "typographic quotes and signs": ["print(“it’s”, ‘b’)\ny = 3 − 1 × 2 ≠ 0\n", "print(\"it’s\", 'b')\ny = 3 - 1 * 2 != 0\n", ["characters"]],
  "an indented block": [
    '    import torch\n    def f():\n        """A\n    doc"""\n        return torch.ones(\n            2)\n    f()\n',
    'import torch\ndef f():\n    """A\n    doc"""\n    return torch.ones(\n        2)\nf()\n',
    ["indent"],
  ],
  "a block whose first line lost its indentation": ["import torch\n    x = 1\n    y = 2\n", "import torch\nx = 1\ny = 2\n", ["indent"]],
  "tabs and spaces in one block": ["if True:\n    x = 1\n\ty = 2\n", "if True:\n    x = 1\n    y = 2\n", ["tabs"]],
  "a block in a Markdown fence": ["Here it's:\n```python\nx = 1\n```\nWhy?\n", "# Here it's:\n\nx = 1\n\n# Why?\n", ["fences"]],
  "a notebook as JSON": [
    JSON.stringify({
      cells: [
        { cell_type: "markdown", source: ["# Title"] },
        { cell_type: "code", source: ["import torch\n", "%matplotlib inline\n"] },
        { cell_type: "code", source: "%%bash\nls" },
        { cell_type: "code", source: "x = torch.ones(2)" },
      ],
      nbformat: 4,
    }),
    "# %% [markdown]\n# # Title\n# %%\nimport torch\n# %matplotlib inline\n# %%\n#%%bash\n# ls\n# %%\nx = torch.ones(2)\n",
    ["notebook", "commands"],
  ],
};

describe("pasted text becomes a program", () => {
  test.each(Object.entries(PASTED))("%s", (_, [pasted, code, changes]) => {
    expect(cleanUp(pasted)).toEqual({ code, changes });
  });

  test.each(Object.entries(PASTED))("%s, cleaned up once, needs nothing more", (_, [, code]) => {
    expect(cleanUp(code)).toEqual({ code, changes: [] });
  });
});

/** Whether it could be taken for something pasted or not, Python reads it. */
const VALID = [
  'x = """\n>>> 1\n!ls\n“quoted”，\n"""\n',
  "y = (7\n% 3)\nz = 1 if y \\\n!= 2 else 3\n",
  "def f():\n\treturn 1\nif True:\n    f()\n",
  "# “注释”，（保留）\ns = '，。“”'\n",
  "名字 = 1\nｘ = 2\n",
  "class A:\n    ...\n\n\n@property\ndef g(self): ...\n",
  "if True: x = 1\n",
  '{"cells": [1]}\n',
  "x = 1  # a comment that ends in \\\ny = 2\n",
  "\n   # an indented comment\nx = 1\n",
];

function programs(folder: string): readonly string[] {
  const found = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return found.filter(path => path.endsWith(".py")).map(path => readFileSync(join(ROOT, folder, path), "utf8"));
}

describe("a valid program", () => {
  test.each(VALID)("%j stays as it is", code => {
    expect(cleanUp(code)).toEqual({ code, changes: [] });
  });

  test("of the examples and of the corpora stays as it is", () => {
    const all = [...programs("app/examples"), ...programs("tests/diagnose"), ...programs("gradreel"), ...programs("tests/tracer")];
    expect(all.length).toBeGreaterThan(200);
    for (const code of all) expect(cleanUp(code).code).toBe(code);
  });
});

test.each(["", "  \n\n", "# only a comment\n  # and another\n"])("%j is nothing to run", code => {
  expect(isEmpty(code)).toBe(true);
});
