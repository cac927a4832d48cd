"""Random programs: views, edits by every road, several backward calls. What the recording predicts is what plain PyTorch does."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tracer.oracle import plain, traced
from tests.tracer.truth import check_truth

# Hooks are put on results only: on some views that PyTorch refuses, ``register_hook`` ends plain PyTorch with a segmentation fault.
HEAD = """
import torch
a = torch.rand(2, 3, requires_grad=True)
b = torch.rand(2, 3, requires_grad=True)
c = torch.rand(2, 3)
class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x * x
        ctx.save_for_backward(x, y)
        return x * y
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return 3 * y * g
made = [a * 1, b * 1, c]
def pick(k):
    return made[k % len(made)]
def put(t):
    made.append(t)
"""

TRY = """try:
    {}
except (RuntimeError, IndexError) as error:
    print({}, type(error).__name__, error)
"""

VALUES = st.sampled_from(
    [
        "{x}.exp()",
        "{x}.sin()",
        "{x}.sigmoid()",
        "{x}.relu()",
        "{x} + 1",
        "{x} * 2",
        "{x}.clone()",
        "{x} ** 2",
        "Cube.apply({x})",
        "{x}.sum()",
    ]
)
PAIRS = st.sampled_from(["{x} * {y}", "{x} + {y}", "{x} / ({y} + 2)", "torch.where({x} > 0.5, {x}, {y})", "torch.stack([{x}, {y}])[0]"])
VIEWS = st.sampled_from(
    [
        "{x}[0]",
        "{x}[:1]",
        "{x}[..., 1:]",
        "{x}.t()",
        "{x}.reshape(-1)",
        "{x}.unbind(0)[0]",
        "{x}.expand_as({x})",
        "{x}.detach()",
        "{x}.data",
    ]
)
EDITS = st.sampled_from(
    [
        "{x}.add_(1)",
        "{x}.mul_(2)",
        "{x}.mul_({y})",
        "{x}.exp_()",
        "{x}.sigmoid_()",
        "{x}.zero_()",
        "{x}.copy_({y})",
        "{x}[0] = 1",
        "{x}[..., :1] = {y}[..., 1:2]",
        "{x}[0].mul_({y}[-1])",
        "{x}.detach().mul_(3)",
        "{x}.data.mul_(3)",
        "torch.no_grad()(lambda: {x}.mul_(2))()",
        "torch.no_grad()(lambda: torch.mul({x}, 2, out={x}))()",
        "torch._foreach_add_([{x}], 1)",
        "a.data.add_(1)",
        "torch.no_grad()(lambda: b.add_(1))()",
    ]
)
ENDS = st.sampled_from(
    [
        "{x}.sum().backward()",
        "{x}.sum().backward(retain_graph=True)",
        "print(torch.autograd.grad({x}.sum(), a, allow_unused=True))",
        "g, = torch.autograd.grad({x}.sum(), a, create_graph=True); g.sum().backward()",
        "put({x} * 1), made[-1].register_hook(lambda g: g * 2)",
        "{x}.retain_grad()",
        "{x}.requires_grad_()",
    ]
)


@st.composite
def statements(draw: st.DrawFn) -> str:
    kind = draw(st.sampled_from(["value", "value", "pair", "view", "edit", "edit", "end"]))
    x, y = (f"pick({draw(st.integers(0, 9))})" for _ in range(2))
    if kind in ("value", "pair", "view"):
        text = draw({"value": VALUES, "pair": PAIRS, "view": VIEWS}[kind]).format(x=x, y=y)
        return f"put({text})"
    return draw(EDITS if kind == "edit" else ENDS).format(x=x, y=y)


def program(lines: list[str]) -> str:
    """Put statements together; each may fail, and the next goes on."""
    body = "".join(TRY.format(line, number) for number, line in enumerate([*lines, "pick(-1).sum().backward()"]))
    return HEAD + body + "for k, t in enumerate(made):\n    globals()[f't{k}'] = t\n"


@settings(max_examples=200, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.lists(statements(), min_size=2, max_size=12))
def test_random_program_traced_equals_plain(lines: list[str]) -> None:
    code = program(lines)
    expected, got = plain(code), traced(code)
    assert got.stdout == expected.stdout
    assert got.error == expected.error
    assert got.tensors == expected.tensors
    assert got.recording is not None
    check_truth(got.recording)
