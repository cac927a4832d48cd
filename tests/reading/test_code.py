"""With the code beside the text, its lines are found there, and edits are ranked with reasons."""

from __future__ import annotations

from textwrap import dedent

import pytest

from gradreel.reading import Reading, read

BEGIN = "one of the variables needed for gradient computation has been modified by an inplace operation: "


def text_of(code: str, message: str, raises: str, forward: str | None = None, shift: int = 0) -> str:
    """A traceback at the line of a program that has this text; with anomaly mode's where that line is given."""
    lines = [line.strip() for line in code.split("\n")]
    at = lines.index(raises) + 1 + shift
    text = (
        f'Traceback (most recent call last):\n  File "/home/me/train.py", line {at}, in <module>\n    {raises}\nRuntimeError: {message}\n'
    )
    if forward is None:
        return text
    number = lines.index(forward) + 1 + shift
    detected = "w.py:1: UserWarning: Error detected in MulBackward0. Traceback of forward call that caused the error:\n"
    return f'{detected}  File "/home/me/train.py", line {number}, in <module>\n    {forward}\n (Triggered internally at x.cpp:1.)\n{text}'


def stale(shape: str = "[3]", node: str | None = None) -> str:
    output = f", which is output 0 of {node}," if node else ""
    return f"{BEGIN}[torch.FloatTensor {shape}]{output} is at version 1; expected version 0 instead."


def first(reading: Reading) -> str:
    assert reading.code == "read"
    assert reading.suspects[0].line is not None
    return reading.suspects[0].text


PROGRAM = dedent(
    """
    import torch

    w = torch.ones(3, requires_grad=True)
    state = torch.zeros(3)
    other = torch.zeros(3)
    for step in range(3):
        h = w * state
        total = 0
        total += 1
        state += 1
        other[0] = 5
        h.sum().backward()
    """
)


def test_edit_of_a_name_on_the_forward_line_is_the_first_suspect() -> None:
    reading = read(text_of(PROGRAM, stale(), "h.sum().backward()", "h = w * state"), PROGRAM)
    assert first(reading) == "state += 1"
    assert "state" in reading.suspects[0].reason
    assert (reading.forward_line, reading.raise_line) == (8, 13)


def test_counter_of_rounds_is_the_last_suspect() -> None:
    reading = read(text_of(PROGRAM, stale(), "h.sum().backward()", "h = w * state"), PROGRAM)
    assert reading.suspects[-1].text == "total += 1"


@pytest.mark.parametrize("shift", [0, 40, -1])
def test_lines_are_found_by_their_text_where_they_have_moved(shift: int) -> None:
    reading = read(text_of(PROGRAM, stale(), "h.sum().backward()", "h = w * state", shift), PROGRAM)
    assert (reading.forward_line, reading.raise_line) == (8, 13)


def test_code_without_the_lines_of_the_traceback_says_so() -> None:
    reading = read(text_of(PROGRAM, stale(), "h.sum().backward()"), "y = 1\ny += 2\n")
    assert any("No line of the traceback" in fact for fact in reading.facts)
    assert reading.raise_line == 13


RANKED = {
    "edit that records the node which the message names": (
        "y = x.exp()\nz = y * y\nx2 = z.sigmoid()\ny[0] = 1\nx2.mul_(1)\nz.sum().backward()", stale(node="CopySlices"), "y[0] = 1",
    ),
    "edit of the result of the op that the message names": (
        "y = x.exp()\nz = x.sin()\nz += 1\ny += 1\n(y + z).sum().backward()", stale(node="ExpBackward0"), "y += 1",
    ),
    "edit through another name": (
        "y = x.exp()\nz = y.detach()\nq = torch.ones(5)\nq.zero_()\nz.zero_()\ny.sum().backward()", stale(node="ExpBackward0"), "z.zero_()",
    ),
    "step where a leaf was edited": (
        "for b in data:\n    loss = net(b)\n    count += 1\n    opt.step()\n    loss.backward()", stale(), "opt.step()",
    ),
    "step where the weight of a layer was edited": (
        "a = net(x)\nloss1.backward(retain_graph=True)\nopt.step()\na.mul_(2)\nloss2.backward()", stale(node="TBackward0"), "opt.step()",
    ),
    "module that overwrites its input": (
        "act = nn.ReLU(inplace=True)\nh = x.sigmoid()\nn = 0\nn += 1\ny = act(h)\ny.sum().backward()",
        stale(node="ReluBackward0"),
        "y = act(h)",
    ),
    "tensor of the shape that the message names": (
        "b = torch.zeros(5)\nc = torch.zeros(3)\nb.add_(1)\nc.add_(1)\nout.sum().backward()", stale("[3]"), "c.add_(1)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", RANKED)
def test_first_suspect_is_the(case: str) -> None:
    code, message, wanted = RANKED[case]
    raises = code.split("\n")[-1].strip()
    assert first(read(text_of(code, message, raises), code)) == wanted


def test_edit_through_data_is_no_suspect_and_is_ruled_out() -> None:
    code = "y = x.exp()\ny.data.zero_()\ny += 1\ny.sum().backward()"
    reading = read(text_of(code, stale(node="ExpBackward0"), "y.sum().backward()"), code)
    assert [suspect.text for suspect in reading.suspects] == ["y += 1"]
    assert any(".data" in what for what in reading.ruled_out)


LEAF = "a leaf Variable that requires grad is being used in an in-place operation."
INTERIOR = "leaf variable has been moved into the graph interior"
FREED = "Trying to backward through the graph a second time, but the buffers have already been freed."
NO_PATH = "element 0 of tensors does not require grad and does not have a grad_fn"
OTHER_KINDS = {
    "edit that was refused": (f"w = torch.ones(2, requires_grad=True)\nv = 1\nv += 1\nw += 1 #{LEAF}", "w += 1"),
    "edit of a leaf, found in backward": (
        f"n = 0\nn += 1\nw = torch.zeros(3, requires_grad=True)\nw[0] = 1\nw.sum().backward() #{INTERIOR}", "w[0] = 1",
    ),
    "other pass": (f"loss.backward()\nz = 1\nloss.backward() #{FREED}", "loss.backward()"),
    "state that a loop carries": (
        f"h = torch.zeros(3)\nfor x in data:\n    h = cell(x, h)\n    loss = h.sum()\n    loss.backward() #{FREED}", "h = cell(x, h)",
    ),
    "detach": (f"y = model(x)\nz = y.detach()\nloss = z.sum()\nloss.backward() #{NO_PATH}", "z = y.detach()"),
    "number": (f"y = model(x)\nloss = torch.tensor(y.mean())\nloss.backward() #{NO_PATH}", "loss = torch.tensor(y.mean())"),
    "no_grad": (f"with torch.no_grad():\n    y = model(x)\nloss = y.sum()\nloss.backward() #{NO_PATH}", "with torch.no_grad():"),
}  # fmt: skip


@pytest.mark.parametrize("case", OTHER_KINDS)
def test_first_suspect_of_another_kind_is_the(case: str) -> None:
    code, wanted = OTHER_KINDS[case]
    program, _, message = code.rpartition(" #")
    at = len(program.split("\n"))
    raises = program.split("\n")[-1].strip()
    text = f'Traceback (most recent call last):\n  File "t.py", line {at}, in <module>\n    {raises}\nRuntimeError: {message}\n'
    reading = read(text, program)
    assert first(reading) == wanted
    assert reading.raise_line == at


def test_code_that_tells_nothing_leaves_what_to_search_for() -> None:
    reading = read(text_of("y = f(x)\ny.sum().backward()", stale(), "y.sum().backward()"), "y = f(x)\ny.sum().backward()")
    assert reading.suspects
    assert all(suspect.line is None for suspect in reading.suspects)
