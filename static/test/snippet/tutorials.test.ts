import { describe, expect, test } from "vitest";
import { cellsIn, textOfCell } from "../../src/snippet/cells";
import { readPage } from "../../src/snippet/published/read-page";
import { MORE_TUTORIALS } from "./more-tutorials";
import { type Part, TUTORIALS } from "./tutorials";

/** The forms in which the same tutorial is published: copied from a notebook, and written with fences of several kinds. */
const FORMS: Readonly<Record<string, (parts: readonly Part[]) => string>> = {
  "as a notebook that was copied": parts => asSession(parts, (code, at) => `In [${at}]:\n${code}`),
  "as a session in fences that open with two backticks": parts => asSession(parts, (code, at) => `\`\`\nIn [${at}]:\n${code}\n\`\`\``),
  "in fences that open with two backticks": parts => asFences(parts, "``python", "```"),
  "in fences that close with two backticks": parts => asFences(parts, "```python", "``"),
  "without fences": parts => parts.map(([, text]) => text).join("\n\n"),
  "in fences": parts => asFences(parts, "```python", "```"),
  "in fences without a language": parts => asFences(parts, "```", "```"),
};

function asSession(parts: readonly Part[], shown: (code: string, at: number) => string): string {
  let count = 0;
  return parts
    .map(([kind, text, output]) => (kind === "text" ? text : `${shown(text, ++count)}${output === undefined ? "" : `\n${output}`}`))
    .join("\n\n");
}

function asFences(parts: readonly Part[], open: string, close: string): string {
  return parts
    .map(([kind, text, output]) =>
      kind === "text"
        ? text
        : `${open}\n${text}\n${close}${output === undefined ? "" : `\n\nOutput:\n\n${open.replace("python", "")}\n${output}\n${close}`}`,
    )
    .join("\n\n");
}

/** Code, and whether there is text between two cells of it; imports that were added apart. */
function read(page: string): readonly string[] {
  const { code, changes } = readPage(page);
  const lines = code.split("\n");
  const cells = cellsIn(code).map(cell =>
    cell.kind === "code" ? lines.slice(cell.line, cell.endLine).join("\n").trim() : `TEXT ${textOfCell(code, cell).replace(/\s+/g, " ")}`,
  );
  return changes.includes("imports") ? cells.slice(1) : cells;
}

test("a line that sets an attribute, in a fence without a language on a page whose code has one, is code, unless a print says it", () => {
  const page = (first: string) => `See:\n\n\`\`\`python\n${first}\n\`\`\`\n\nThen:\n\n\`\`\`\nw.requires_grad = True\n\`\`\`\n`;
  const make = "import torch\nw = torch.ones(2)";
  expect(read(page(make)).filter(each => !each.startsWith("TEXT "))).toEqual([make, "w.requires_grad = True"]);
  const says = `${make}\nprint("w.requires_grad =", w.requires_grad)`;
  expect(read(page(says)).filter(each => !each.startsWith("TEXT "))).toEqual([says]);
});

test("the long tutorial has a hundred and fifty lines and fifteen cells in each of its forms, and ten tutorials are read", () => {
  const long = TUTORIALS["on the version counter, of a hundred and fifty lines"] ?? [];
  expect(long.filter(([kind]) => kind === "code").length).toBeGreaterThanOrEqual(15);
  for (const [form, written] of Object.entries(FORMS))
    expect(
      written(long)
        .split("\n")
        .filter(line => line.trim() !== "").length,
      form,
    ).toBeGreaterThanOrEqual(150);
  expect(Object.keys({ ...TUTORIALS, ...MORE_TUTORIALS })).toHaveLength(10);
});

describe.each(Object.entries(FORMS))("a tutorial %s", (form, written) => {
  test.each(Object.entries({ ...TUTORIALS, ...MORE_TUTORIALS }))("%s has the cells that its author wrote", (_, parts) => {
    const found = read(written(parts));
    const code = found.filter(each => !each.startsWith("TEXT "));
    const expected = parts.filter(([kind]) => kind === "code").map(([, text]) => text);
    // Where one cell ends and the next begins is not to be seen without fences.
    if (form === "without fences") expect(code.join("\n").replace(/\n+/g, "\n")).toBe(expected.join("\n").replace(/\n+/g, "\n"));
    else expect(code).toEqual(expected);
    // What was printed is left out of sessions and is text on other pages.
    const words = found.filter(each => each.startsWith("TEXT ")).join(" ");
    for (const [kind, text] of parts) if (kind === "text") expect(words, form).toContain(text.replace(/\s+/g, " "));
  });
});
