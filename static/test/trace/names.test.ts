import { expect, test } from "vitest";
import { buildIndex } from "../../src/trace/index";
import { goldenRun } from "../support/golden";

test("a tensor with another name inside a function keeps the name that its caller gave it", () => {
  const index = buildIndex(goldenRun("whole/custom-function-stale"));
  const h = index.run.tensors.find(tensor => tensor.names.includes("h"));
  expect(h?.names).toContain("x");
  expect(index.namesAt(h?.id ?? "", Number.POSITIVE_INFINITY).at(-1)).toBe("h");
});
