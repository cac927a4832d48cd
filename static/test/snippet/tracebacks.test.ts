import { describe, expect, it } from "vitest";
import { readPage } from "../../src/snippet/published/read-page";

const FRAMES = `  File "/home/me/train.py", line 58, in train
    accelerator.backward(losses)
  File "/home/me/lib/accelerate.py", line 2151, in backward
    loss.backward(**kwargs)
    ^^^^^^^^^^^^^^^^^^^^^^^
  File "/home/me/lib/engine.py", line 173, in backward
    Variable._execution_engine.run_backward(  # calls into C++
`;
const CODE = "import torch\nw = torch.ones(3, requires_grad=True)\nw.sum().backward()\n";

describe("a traceback beside code", () => {
  it.each([
    ["without its last line", `Traceback (most recent call last):\n${FRAMES}`],
    ["without its first line", `${FRAMES}RuntimeError: no\n`],
    ["without both", FRAMES],
  ])("gives no cell of code %s", (_, traceback) => {
    for (const text of [`What is wrong here?\n\n${traceback}\n${CODE}`, `This is my program:\n\n${CODE}\n${traceback}`]) {
      const { cells, code } = readPage(text);
      expect(cells).toEqual({ code: 1, text: expect.any(Number) });
      expect(code).toContain("#     accelerator.backward(losses)");
    }
  });

  it.each(["[rank0]: ", "[default1]:", "web-1  | ", "2024-05-06 07:08:09,123 - ERROR - "])("gives no cell of code behind %s", prefix => {
    const whole = `Traceback (most recent call last):\n${FRAMES}RuntimeError: no`;
    const prefixed = whole.split("\n").map(line => `${prefix}${line}`);
    const { cells } = readPage(`What is wrong here?\n\n${prefixed.join("\n")}\n\n${CODE}`);
    expect(cells).toEqual({ code: 1, text: expect.any(Number) });
    expect(readPage(`${prefixed.join("\n")}\n`)).toMatchObject({ cells: null, unread: { kind: "traceback" } });
  });

  it("of anomaly mode gives no cell of code, with the line of the library that warned", () => {
    const warned =
      "lib/torch/autograd/__init__.py:175: UserWarning: Error detected in BmmBackward0. Traceback of forward call that caused the error:";
    const triggered =
      " (Triggered internally at ../csrc/python_anomaly_mode.cpp:104.)\n  allow_unreachable=True, accumulate_grad=True)  # C++\n";
    const { cells } = readPage(`What is wrong here?\n\n${warned}\n${FRAMES}${triggered}\n${CODE}`);
    expect(cells).toEqual({ code: 1, text: expect.any(Number) });
  });

  it("is a message in a sentence too", () => {
    const { unread } = readPage("It says that element 0 of tensors does not require grad and does not have a grad_fn, what now?\n");
    expect(unread?.kind).toBe("traceback");
  });

  it("is no program by itself, with a heading or in another language", () => {
    const text = `### Question\n\n${"RuntimeError: no"}\n\n### 补充信息\n\nTraceback (most recent call last):\n${FRAMES}`;
    const { cells, unread, code } = readPage(text);
    expect(cells).toBeNull();
    expect(unread?.kind).toBe("traceback");
    expect(code).toBe(text);
  });
});
