"""Which op made a tensor: the node that plain PyTorch hung on it, and the op event that made this node, say the same."""

from __future__ import annotations

import textwrap

from gradreel.diagnose.lookup.history import History
from gradreel.trace import OpEvent, Recording
from gradreel.tracer.limits import TracerLimits
from tests.tracer.oracle import traced

LIMITS = TracerLimits(events=200_000, trace_bytes=64 * 1024**2)


def film(code: str) -> Recording:
    found = traced("import torch\n" + textwrap.dedent(code), LIMITS).recording
    assert found is not None
    return found


def maker(seen: Recording, name: str) -> str | None:
    tensor = next(tensor for tensor in seen.tensors if name in tensor.names)
    if tensor.op is None:
        return None
    op = seen.events[tensor.op]
    assert isinstance(op, OpEvent)
    assert tensor.id in op.outputs
    return op.name


def test_result_of_an_op_names_the_op_that_made_its_node() -> None:
    seen = film("w = torch.ones(2, requires_grad=True)\nx = w * 2\ny = x.exp()\n")
    assert [maker(seen, name) for name in "wxy"] == ["ones", "mul", "exp"]
    nodes = {node.id: node.op for node in seen.nodes}
    for tensor in seen.tensors:
        states = [state for event in seen.events if isinstance(event, OpEvent) for state in event.states if state.tensor == tensor.id]
        if states and states[0].grad_fn is not None:
            assert tensor.op == nodes[states[0].grad_fn]


def test_result_of_a_custom_function_is_made_by_its_call_and_not_by_its_forward() -> None:
    code = textwrap.dedent(
        """
        class Double(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                y = x * 2
                return y
            @staticmethod
            def backward(ctx, g):
                return g * 2
        w = torch.ones(2, requires_grad=True)
        z = Double.apply(w)
        """
    )
    seen = film(code)
    assert maker(seen, "z") == "Double.apply"
    assert (
        History(f"import torch\n{code}", seen).maker[next(tensor.id for tensor in seen.tensors if "z" in tensor.names)].name
        == "Double.apply"
    )


def test_edit_of_a_tensor_that_was_there_before_has_not_made_it() -> None:
    seen = film("import copy\nx = copy.deepcopy(torch.ones(2))\nx.mul_(2)\ny = x.requires_grad_()\n")
    assert maker(seen, "x") not in ("mul_", "requires_grad_")


def test_gradient_that_is_read_twice_was_first_handed_out_by_the_first_read() -> None:
    seen = film("w = torch.ones(2, requires_grad=True)\nw.sum().backward()\ng = w.grad\nh = w.grad\n")
    made = next(tensor for tensor in seen.tensors if "g" in tensor.names)
    reads = [event.index for event in seen.events if isinstance(event, OpEvent) and made.id in event.outputs]
    assert made.op == (reads[0] if reads else None)
