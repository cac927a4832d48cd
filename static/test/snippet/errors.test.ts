import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mayHoldError } from "../../src/snippet/published/errors";

const TABLE = readFileSync(new URL("../../../docs/messages.md", import.meta.url), "utf8");
const MESSAGES = TABLE.split("\n").flatMap(line => (line.startsWith("| `") ? [line.split(" | ")[1] ?? ""] : []));

describe("texts that may hold an error", () => {
  it("are all messages of the table of the documentation, without the name of an exception, in lines of any length", () => {
    expect(MESSAGES.length).toBeGreaterThan(40);
    expect(MESSAGES.filter(each => !mayHoldError(each))).toEqual([]);
    expect(MESSAGES.filter(each => !mayHoldError(each.replaceAll(" ", "\n")))).toEqual([]);
  });

  it("are no programs about the same things", () => {
    const program = "import torch\nw = torch.ones(3, requires_grad=True)  # requires grad\nmodel.view(2).add_(1)\nx.detach().numpy()\n";
    expect(mayHoldError(program)).toBe(false);
  });
});
