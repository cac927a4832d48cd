"""What to search for of a NaN that anomaly mode names: the op whose node it was, by the messages of plain PyTorch."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import pytest
import torch

from gradreel.reading import read


def leaf(*numbers: float) -> torch.Tensor:
    return torch.tensor(numbers, requires_grad=True)


def eye() -> torch.Tensor:
    return torch.eye(2, requires_grad=True)


class Own(torch.autograd.Function):
    """A backward() that computes a NaN."""

    @staticmethod
    def forward(ctx: object, x: torch.Tensor) -> torch.Tensor:
        return x * 2

    @staticmethod
    def backward(ctx: object, g: torch.Tensor) -> torch.Tensor:
        return g * math.nan


def run(function: Any, x: torch.Tensor) -> torch.Tensor:
    result: torch.Tensor = function.apply(x)
    return result


BORN: dict[str, tuple[Callable[[], torch.Tensor], str, str]] = {
    "sqrt": (lambda: leaf(0.0).sqrt(), "sqrt(", "slope at 0"),
    "rsqrt": (lambda: leaf(0.0).rsqrt(), "rsqrt(", "slope at 0"),
    "acos": (lambda: leaf(1.0).acos(), "acos(", "1 and -1"),
    "asin": (lambda: leaf(-1.0).asin(), "asin(", "1 and -1"),
    "acosh": (lambda: leaf(1.0).acosh(), "acosh(", "at 1"),
    "pow": (lambda: leaf(0.0) ** 0.5, "**", "below 1"),
    "log": (lambda: leaf(0.0).log(), "log(", "log(0)"),
    "log1p": (lambda: leaf(-1.0).log1p(), "log1p(", "log1p(-1)"),
    "div": (lambda: leaf(0.0) / leaf(0.0), "/", "division"),
    "std": (lambda: leaf(1.0).std(), "std(", "one number"),
    "hypot": (lambda: torch.hypot(leaf(0.0), leaf(0.0)), "hypot(", "0 / 0"),
    "logsumexp": (lambda: leaf(-math.inf, -math.inf).logsumexp(0), "logsumexp(", "∞ - ∞"),
    "log_softmax": (lambda: leaf(-math.inf, -math.inf).log_softmax(0), "log_softmax(", "∞ - ∞"),
    "eigh": (lambda: torch.linalg.eigh(eye())[1], "eigh(", "equal"),
    "svd": (lambda: torch.linalg.svd(eye())[0], "svd(", "equal"),
    "norm": (lambda: leaf(math.inf, 1.0).norm(), "norm(", "infinite number"),
    "mul": (lambda: leaf(math.inf) * leaf(1.0), "*", "infinite factor"),
    "exp": (lambda: leaf(1000.0).exp(), "exp(", "overflows"),
    "tan": (lambda: leaf(math.inf).tan(), "tan(", "TanBackward0 is its gradient"),
    "own": (lambda: run(Own, leaf(1.0)), "def backward(ctx", "custom Function"),
}


@pytest.mark.parametrize("name", BORN)
def test_nan_of_a_node_is_searched_for_by_the_calls_that_record_it(name: str) -> None:
    compute, first, reason = BORN[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with torch.autograd.detect_anomaly():
            result = compute()
            with pytest.raises(RuntimeError, match="returned nan values") as raised:
                torch.autograd.backward(result, torch.zeros_like(result))
    reading = read(f"RuntimeError: {raised.value}")
    assert reading.suspects[0].text == first
    assert reason in reading.suspects[0].reason
    assert name in ("sqrt", "rsqrt") or not any(each.text == "sqrt(" for each in reading.suspects)
    assert read(f"RuntimeError: {raised.value}", lang="zh").suspects[0].reason


def test_lines_of_the_program_that_record_the_node_are_told_instead() -> None:
    code = "import torch\nx = torch.ones(3, requires_grad=True)\ny = x.sqrt()\nz = torch.acos(x)  # sqrt( is not it\nz.sum().backward()\n"
    reading = read("RuntimeError: Function 'AcosBackward0' returned nan values in its 0th output.", code)
    assert [(each.line, each.text.partition("  ")[0]) for each in reading.suspects] == [(4, "z = torch.acos(x)")]


FORWARD = """[W python_anomaly_mode.cpp:115] Warning: Error detected in {node}. Traceback of forward call that caused the error:
  File "train.py", line 12, in <module>
    {line}
 (function _print_stack)
Traceback (most recent call last):
  File "train.py", line 14, in <module>
    loss.backward()
RuntimeError: Function '{node}' returned nan values in its 0th output.
"""


@pytest.mark.parametrize(
    ("node", "line", "searched"),
    [
        ("AcosBackward0", "y = torch.acos(x)", ["acos("]),
        ("AcosBackward0", "y = x.arccos()  # acos(x)", ["arccos("]),
        ("AcosBackward0", "y = angle_between(a, b)", ["acos(", "arccos("]),
        ("PowBackward0", "y = x ** 0.5", ["**"]),
        ("DivBackward0", "y = torch.div(x, z)", ["div("]),
        ("MmBackward0", "y = a @ b", ["@"]),
        ("LogSoftmaxBackward0", "loss = F.cross_entropy(y, t)", ["cross_entropy(", "masked_fill(", "-inf"]),
    ],
)
def test_call_is_searched_for_as_the_line_that_recorded_the_node_spells_it(node: str, line: str, searched: list[str]) -> None:
    reading = read(FORWARD.format(node=node, line=line))
    assert reading.failed_node == node
    assert [each.text for each in reading.suspects] == searched
