"""The call that wrote is stated where its line holds more than that call: what a reader is told of an edit is what edits."""

from __future__ import annotations

import pytest

from gradreel.trace import OpEvent
from tests.tracer.test_events import of, recording

START = "import torch\nw = torch.ones(3, requires_grad=True)\nh, k = w * 2, w * 3\n"
OPTIMIZER = START + "opt = torch.optim.SGD([w], lr=0.1)\nother = [1]\n"
LINES = {
    "other.clear(); h.sum().backward(); opt.step()": ["opt.step()"] * 2,
    "if other.copy(): h.zero_()": ["h.zero_()"],
    "y = torch.exp(h).mul_(2).sub_(1)": ["torch.exp(h).mul_(2)", "….sub_(1)"],
    "other.clear(); h[0] = 5; k += h": ["h[0] = 5", "k += h"],
    "é = torch.relu(h, ); h.mul_(2)": ["h.mul_(2)"],
    "h.zero_()": [None],
    "y = h.mul_(2)  # not (k)": [None],
    "h[0] = k.sum().item()": [None],
    "y = torch.nn.functional.relu(h, inplace=True)": [None],
}


def codes(line: str) -> list[str | None]:
    """What the writes of the last line of a program are called."""
    program = OPTIMIZER + line
    return [event.code for event in of(recording(program), OpEvent) if event.writes and event.line == program.count("\n") + 1]


@pytest.mark.parametrize(("line", "expected"), LINES.items())
def test_line_with_several_calls_states_the_one_that_wrote(line: str, expected: list[str | None]) -> None:
    found = codes(line)
    assert list(dict.fromkeys(found)) == list(dict.fromkeys(expected))


def test_call_whose_result_is_returned_is_stated_without_the_return() -> None:
    program = START + "def f(x):\n    return x.relu().mul_(2)\ny = f(h)"
    found = [event.code for event in of(recording(program), OpEvent) if event.writes]
    assert found == ["x.relu().mul_(2)"]


def test_call_over_several_lines_is_stated_in_one() -> None:
    program = START + "y = (torch.exp(h)\n     .mul_(\n         2).add(1))"
    found = [event.code for event in of(recording(program), OpEvent) if event.writes]
    assert found == ["….mul_(2)"]


def test_edit_of_the_shape_alone_is_stated_as_such() -> None:
    found = of(recording("import torch\nh = torch.ones(2, 3)\nh.t_()\nh.add_(1)"), OpEvent)
    writes = {event.name: [write.metadata_only for write in event.writes] for event in found if event.writes}
    assert writes == {"t_": [True], "add_": [False]}
