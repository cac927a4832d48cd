"""What ``autograd.grad`` gave back is stated: each gradient, of what it is, and the node at which it arrived."""

from __future__ import annotations

from gradreel.trace import BackwardEndEvent, Recording
from tests.tracer.test_events import recording

HEAD = "import torch\nx = torch.tensor([1., 2.], requires_grad=True)\n"


def results(seen: Recording) -> list[tuple[list[str], list[str], str | None]]:
    """Names of each gradient, names of the tensor that it is of, and the name of the node."""
    names = {tensor.id: list(tensor.names) for tensor in seen.tensors}
    nodes = {node.id: node.name for node in seen.nodes}
    ends = [event for event in seen.events if isinstance(event, BackwardEndEvent)]
    return [(names[each.tensor], names[each.of], nodes.get(each.node or "")) for end in ends for each in end.results]


def test_gradient_that_came_along_two_edges_is_of_the_leaf() -> None:
    seen = recording(HEAD + "(slope,) = torch.autograd.grad((x * x).sum(), x)\n")
    assert results(seen) == [(["slope"], ["x"], "AccumulateGrad")]


def test_gradient_of_a_non_leaf_arrived_at_its_grad_fn() -> None:
    seen = recording(HEAD + "h = x.exp()\ng, s = torch.autograd.grad(h.sum(), (h, x))\n")
    assert results(seen) == [(["g"], ["h"], "ExpBackward0"), (["s"], ["x"], "AccumulateGrad")]


def test_tensor_that_was_not_used_has_no_result() -> None:
    code = HEAD + "w = torch.ones(2, requires_grad=True)\ngot = torch.autograd.grad(x.sum(), (w, x), allow_unused=True)\n"
    assert [of for _, of, _ in results(recording(code))] == [["x"]]


def test_backward_has_no_results() -> None:
    assert results(recording(HEAD + "x.exp().sum().backward(inputs=[x])\n")) == []


def test_product_with_a_jacobian_outside_of_its_transform_is_recorded_to_the_end() -> None:
    """What ``vjp`` returns calls the engine with tensors that its transform left behind: a view of those has no node."""
    code = HEAD + "out, product = torch.func.vjp(torch.sin, x.detach())\nproduct(torch.ones(2))\ny = x.exp()\ny.sum().backward()\n"
    seen = recording(code)
    assert seen.truncated is None
    assert any(node.name == "ExpBackward0" for node in seen.nodes)
