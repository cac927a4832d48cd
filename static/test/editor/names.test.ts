import { describe, expect, test } from "vitest";
import { aliasesIn, torchNames } from "../../src/editor/torch-names";
import NAMES from "../../src/editor/torch-names.gen.json";

describe("names behind a dot", () => {
  const code = "import torch\nimport torch.nn.functional as F\nfrom torch import nn, optim as o\nimport numpy as np\n";
  const behind = (path: string) => torchNames(NAMES, aliasesIn(code), path);

  test.each([
    ["torch", "matmul"],
    ["torch.nn", "Linear"],
    ["nn", "Linear"],
    ["F", "softmax"],
    ["o", "Adam"],
    ["x", "unsqueeze"],
    ["self.weight", "detach"],
    [")", "sum"],
  ])("%s. has %s", (path, name) => {
    expect(behind(path)).toContain(name);
  });

  test.each(["np", "self", "Model", "torch.nowhere"])("%s. has none of ours", path => {
    expect(behind(path)).toEqual([]);
  });
});
