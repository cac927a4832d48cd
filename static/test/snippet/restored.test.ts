import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parses } from "../../src/snippet/grammar";
import { readPage } from "../../src/snippet/published/read-page";
import { withIndentation } from "../../src/snippet/published/restored";
import { CODE, scan } from "../../src/snippet/scan";
import { sample } from "../support/long";

const ROOT = join(import.meta.dirname, "../../..");

/** Without the indentation of its statements: what is in strings stays. */
function flat(code: string): string {
  const { lines, kinds } = scan(code);
  return lines.map(({ text, from, fresh }) => (fresh || kinds[from] === CODE ? text.trimStart() : text)).join("\n");
}

/** How deep each statement is nested. */
function depths(code: string): readonly number[] {
  const stack = [0];
  return scan(code)
    .lines.filter(({ fresh, text }) => fresh && text.trim() !== "" && !text.trim().startsWith("#"))
    .map(({ text }) => {
      const indent = text.length - text.trimStart().length;
      while (indent < (stack.at(-1) ?? 0)) stack.pop();
      if (indent > (stack.at(-1) ?? 0)) stack.push(indent);
      return stack.length - 1;
    });
}

/** The functions and classes of a program, each alone. */
function definitions(code: string): readonly string[] {
  const { lines } = scan(code);
  const starts = lines.flatMap(({ text, fresh }, at) => (fresh && /^\S/.test(text) && !/^[@#)\]}]/.test(text) ? [at] : []));
  return starts
    .map((at, which) => lines.slice(at, starts[which + 1] ?? lines.length).map(each => each.text))
    .filter(([head = ""]) => /^(?:async def|def|class)\b/.test(head))
    .map(own => own.join("\n"));
}

function programs(): readonly string[] {
  return ["app/examples", "tests/diagnose", "tests/tracer", "gradreel", "app"].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter(path => path.endsWith(".py"))
      .map(path => readFileSync(join(ROOT, folder, path), "utf8")),
  );
}

describe("code that lost its indentation", () => {
  test.each([
    ["a function", "def f(x):\ny = x.exp()\nreturn y.sum()\nf(w)", "def f(x):\n    y = x.exp()\n    return y.sum()\nf(w)"],
    [
      "a custom Function",
      "class Cube(Function):\n@staticmethod\ndef forward(ctx, x):\n# kept\nctx.save_for_backward(x)\nreturn x ** 3\n@staticmethod\ndef backward(ctx, g):\nx, = ctx.saved_tensors\nreturn g",
      "class Cube(Function):\n    @staticmethod\n    def forward(ctx, x):\n        # kept\n        ctx.save_for_backward(x)\n        return x ** 3\n    @staticmethod\n    def backward(ctx, g):\n        x, = ctx.saved_tensors\n        return g",
    ],
    [
      "a module",
      "class Net(nn.Module):\ndef __init__(self):\nsuper().__init__()\nself.fc = nn.Linear(2, 2)\ndef forward(self, x):\nif x.dim() == 1:\nreturn x\nelse:\nreturn self.fc(\nx)",
      "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(2, 2)\n    def forward(self, x):\n        if x.dim() == 1:\n            return x\n        else:\n            return self.fc(\n            x)",
    ],
    [
      "blocks in blocks",
      "for p in ps:\nif p.grad is not None:\np.grad.zero_()",
      "for p in ps:\n    if p.grad is not None:\n        p.grad.zero_()",
    ],
  ])("%s is nested as it must have been", (_, code, expected) => {
    expect(withIndentation(code)).toBe(expected);
    expect(readPage(code)).toMatchObject({ code: expected, changes: ["indentation"] });
  });

  test.each([
    ["a loop whose end cannot be told", "for i in range(3):\nloss = f(w)\nloss.backward()\nprint(i)"],
    ["a function with a block before its return", "def f(x):\nfor i in x:\na = i\nb = a\nreturn b"],
    ["what is no program in any nesting", "def f(x):\nelse:\nreturn x"],
    ["code without blocks", "x = 1\ny = 2"],
    ["code with its indentation", "if x:\n    y = 1"],
    ["a block without a body", "x = 1\nfor i in x:"],
  ])("%s stays as it is", (_, code) => expect(withIndentation(code)).toBeNull());

  test.each([
    ["thousands of headers", "if x:\n".repeat(5_000)],
    ["thousands of loops", "for i in x:\na = 1\nb = 2\n".repeat(3_000)],
    ["thousands of decorators", "@a\n".repeat(5_000)],
  ])("of %s is given up in time", (_, code) => expect(withIndentation(code)).toBeNull());

  test("of the examples, the corpora and this project is nested as it was, or left", () => {
    const all = sample(programs())
      .flatMap(definitions)
      .filter(code => /\n\s/.test(code) && parses(code));
    const wrong: string[] = [];
    let restored = 0;
    for (const code of all) {
      const nested = withIndentation(flat(code));
      if (nested === null) continue;
      restored++;
      if (depths(nested).join() !== depths(code).join() || !parses(nested)) wrong.push(code);
    }
    expect(all.length).toBeGreaterThan(400);
    expect(restored).toBeGreaterThan(all.length / 4);
    expect(wrong).toEqual([]);
  });
});
