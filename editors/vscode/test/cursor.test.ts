import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { backwardLines, endOfCell, testAt } from "../src/cursor";

const TESTS = `import torch

def helper():
    return 1

class TestNet:
    @pytest.mark.parametrize("n", [
        1,
    ])
    def test_step(self, n):
        def inner():
            return n
        if n:

# a comment at the margin
            inner()

    async def test_other(self): ...

def test_alone():
    text = """
at the margin"""
    torch.ones(1)

value = 3
`.split("\n");
const at = (text: string) => testAt(TESTS, TESTS.findIndex(line => line.includes(text)));

test("cursor in a test gives the part of its id behind the file", () => {
  equal(at("inner()\n".trim()), "TestNet::test_step");
  equal(at("return n"), "TestNet::test_step");
  equal(at("def test_step"), "TestNet::test_step");
  equal(at("test_other"), "TestNet::test_other");
  equal(at("def test_alone"), "test_alone");
});

test("cursor outside of a test gives none", () => {
  equal(at("return 1"), null);
  equal(at("value = 3"), null);
  equal(at("class TestNet"), null);
});

test("cell ends before the next one, or with the file", () => {
  const cells = ["import torch", "# %% one", "a = 1", "#%%", "b = 2", ""];
  deepEqual(cells.map((_, line) => endOfCell(cells, line)), [0, 2, 2, 5, 5, 5]);
  equal(endOfCell(["a = 1"], 0), null);
});

test("lines that start a backward pass are found, and comments are not", () => {
  deepEqual(backwardLines(["loss.backward()", "# loss.backward()", "g = torch.autograd.grad(y, x)", "def backward(ctx):"]), [0, 2]);
});
