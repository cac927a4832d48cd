import { describe, expect, test } from "vitest";
import { readPage } from "../../src/snippet/published/read-page";

const TRACEBACK = `Traceback (most recent call last):
  File "/home/me/train.py", line 12, in <module>
    loss.backward()
  File "/usr/lib/python3/dist-packages/torch/_tensor.py", line 487, in backward
    torch.autograd.backward(
RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
`;
const IPYTHON = `---------------------------------------------------------------------------
RuntimeError                              Traceback (most recent call last)
Cell In[2], line 2
      1 w = torch.zeros(3, requires_grad=True)
----> 2 w[0] = 1.0

RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation.
`;
const BOXED = `╭──────────── Traceback (most recent call last) ────────────╮
│ /home/me/repro.py:9 in <module>                           │
│                                                           │
│   8 p = torch.randn(5, requires_grad=True)                │
│ ❱ 9 forward(p).max().backward()                           │
╰───────────────────────────────────────────────────────────╯
RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation
`;
const FRAMES_OF_CPP = `On some data sets I get this:

\`\`\`
element 0 of tensors does not require grad and does not have a grad_fn
Exception raised from run_backward at ../torch/csrc/autograd/autograd.cpp:105 (most recent call first):
frame #0: c10::Error::Error(c10::SourceLocation, std::__cxx11::basic_string<char>) + 0xb0 (0x7ea4ecc6f7f0 in /lib/libc10.so)
frame #1: c10::detail::torchCheckFail(char const*, char const*, unsigned int, std::__cxx11::basic_string<char> const&) + 0xfa
\`\`\`
`;
const HTML = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Autograd</title></head>
<body><p>Leaves must not be written to.</p>
<pre><code class="language-python">import torch
w = torch.ones(2, requires_grad=True)
w.add_(1)
</code></pre>
</body>
</html>
`;
const CPP = `#include <torch/torch.h>

int main() {
  auto w = torch::ones({2}, torch::requires_grad());
  (w * 2).sum().backward();
  return 0;
}
`;
const LANGUAGES: readonly (readonly [string, string])[] = [
  ["C++", CPP],
  ["C++", `In C++ it is done like this:\n\n\`\`\`cpp\n${CPP}\`\`\`\n\nand nothing is recorded.\n`],
  [
    "JavaScript",
    'const tf = require("@tensorflow/tfjs");\nconst x = tf.tensor1d([1, 2, 3]);\nfor (let i = 0; i < 3; i++) {\n  g(x).print();\n}\n',
  ],
  ["R", "library(torch)\nw <- torch_ones(2, requires_grad = TRUE)\nloss <- torch_sum(w * 2)\nloss$backward()\nprint(w$grad)\n"],
  ["R", "w <- c(1, 2)\ns <- sum(w)\nprint(s)\n"],
  ["Java", 'public class Main {\n  public static void main(String[] args) {\n    System.out.println("hi");\n  }\n}\n'],
  ["Julia", "using Flux\nm = Dense(2 => 1)\nloss(x, y) = sum(abs2, m(x) .- y)\ngs = gradient(() -> loss(x, y), Flux.params(m))\n"],
  ["MATLAB", "x = dlarray([1 2 3]);\n[y, g] = dlfeval(@f, x);\nfunction [y, g] = f(x)\n  y = sum(x.^2);\nend\n"],
];

describe("what cannot be read stays as it was pasted, and it is told", () => {
  test.each([
    ["a book", "The old man walked along the river, as he had done every day (or nearly).\n\n".repeat(14_000), "long"],
    ["a book with code on every page", "He said nothing to her (or nearly).\n\nx = torch.ones(2)\nx.sum()\n\n".repeat(16_000), "long"],
    ["a picture", `\u0089PNG\r\n\u001a\n${"\u0000\ufffdx(".repeat(30_000)}`, "binary"],
    ["a file of bytes", "\u0000\u0001data(\u0002".repeat(100), "binary"],
    ["the source of a web page", HTML, "html"],
    ["a part of the source of a web page", '<div class="cell">\n<span>w</span>\n<span>x = 1</span>\n</div>\n', "html"],
    ["a traceback of Python", TRACEBACK, "traceback"],
    ["a traceback of IPython", IPYTHON, "traceback"],
    ["a traceback in a box", BOXED, "traceback"],
    ["the frames of C++ below a message", FRAMES_OF_CPP, "traceback"],
    ["a traceback with a question", `I get this error and do not know why:\n\n${TRACEBACK}\nAny idea?\n`, "traceback"],
    ["the last line of an error", "RuntimeError: element 0 of tensors does not require grad\n", "traceback"],
    ["sentences", "Why does my loss not go down? I have tried everything and nothing works.\n", "nocode"],
    ["Chinese sentences", "为什么我的损失不下降？我什么都试过了。\n", "nocode"],
  ])("of %s", (_, text, kind) => {
    expect(readPage(text)).toEqual({
      code: text,
      changes: [],
      cells: null,
      unread: { kind, language: "", length: kind === "long" ? text.length : 0 },
    });
  });

  test.each(LANGUAGES)("of %s: %j", (language, text) => {
    expect(readPage(text)).toEqual({ code: text, changes: [], cells: null, unread: { kind: "language", language, length: 0 } });
  });

  test("only where it is not Python: a page with a fence of C++ and one of Python is read", () => {
    const page = `In C++:\n\n\`\`\`cpp\n${CPP}\`\`\`\n\nand here:\n\n\`\`\`python\nimport torch\ntorch.ones(2)\n\`\`\`\n`;
    expect(readPage(page)).toMatchObject({ changes: ["fences"], cells: { code: 1, text: 1 }, unread: null });
  });

  test("only where something else is meant: output in colours is no file of bytes", () => {
    expect(readPage("print('\u001b[31mred\u001b[0m')\n").unread).toBeNull();
  });
});
