"""What the events of a recording say about small programs whose story is known."""

from __future__ import annotations

from typing import TypeVar

import pytest

from gradreel.trace import (
    AccumulateEvent,
    BackwardStartEvent,
    BindEvent,
    FreeEvent,
    LineEvent,
    NodeEvent,
    OpEvent,
    OutputEvent,
    RaiseEvent,
    Recording,
    UnpackEvent,
    WarningEvent,
)
from gradreel.tracer.torch_features import CAN_MAKE_SAVED
from tests.tracer.oracle import traced

T = TypeVar("T")
STALE = """import torch
x = torch.randn(2, 3)
w1 = torch.randn(3, 3, requires_grad=True)
w2 = torch.randn(3, 1, requires_grad=True)
d = torch.matmul(x, w1)
f = torch.matmul(d, w2)
d[:] = 0
f.backward(torch.ones_like(f))
"""


def recording(code: str) -> Recording:
    """Trace a program."""
    found = traced(code).recording
    assert found is not None
    return found


def of(found: Recording, kind: type[T]) -> list[T]:
    """Return the events of one kind."""
    return [event for event in found.events if isinstance(event, kind)]


def op(found: Recording, name: str) -> OpEvent:
    """Return the last op with this name."""
    return [event for event in of(found, OpEvent) if event.name == name][-1]


def named(found: Recording, name: str) -> str:
    """Return the id of the tensor that a name was bound to last."""
    return [event for event in of(found, BindEvent) if event.name == name][-1].tensor


def test_edit_of_saved_tensor_is_stale_at_the_edit_and_fails_at_its_node() -> None:
    found = recording(STALE)
    edit = op(found, "__setitem__")
    assert (edit.line, edit.inputs[0]) == (7, named(found, "d"))
    assert [(w.version_before, w.version_after, w.via) for w in edit.writes] == [(0, 1, "in_place")]
    saved = {entry.id: entry for entry in found.saved}
    assert [(saved[s].attribute, saved[s].tensor, saved[s].line) for s in edit.stale] == [("self", named(found, "d"), 6)]
    raised = of(found, RaiseEvent)
    assert [(event.line, event.saved) for event in raised] == [(8, edit.stale[0])]
    assert raised[0].node == saved[edit.stale[0]].node
    assert [event.ok for event in of(found, UnpackEvent)] == [True, False]
    assert found.outcome.failure is not None
    assert (found.outcome.failure.line, found.outcome.failure.event) == (8, raised[0].index)


def test_edit_one_line_earlier_makes_nothing_stale() -> None:
    lines = STALE.splitlines()
    lines[5], lines[6] = lines[6], lines[5]
    found = recording("\n".join(lines))
    assert not op(found, "__setitem__").stale
    assert all(event.ok for event in of(found, UnpackEvent))
    assert found.outcome.status == "completed"


def test_every_road_to_shared_counter_makes_stale() -> None:
    head = "import torch\nh = torch.ones(2, requires_grad=True) * 2\ny = (h * h).sum()\n"
    for edit in (
        "h.add_(1)",
        "h.detach().add_(1)",
        "h[0] = 5",
        "torch.no_grad()(lambda: h.mul_(2))()",
        "h.view(2, 1).zero_()",
        "h[:1] += 1",
    ):
        found = recording(head + edit)
        assert sum(len(event.stale) for event in of(found, OpEvent)) == 2, edit


def test_data_write_moves_another_counter_and_says_so() -> None:
    found = recording("import torch\nw = torch.ones(2, requires_grad=True)\ny = w * w\nw.data.mul_(3)\n")
    write = op(found, "mul_").writes[0]
    tensors = {tensor.id: tensor for tensor in found.tensors}
    w = tensors[named(found, "w")]
    assert write.via == "data"
    assert tensors[write.tensor].storage == w.storage
    assert write.counter != w.counter
    assert not op(found, "mul_").stale


def test_detach_shares_counter_and_clone_does_not() -> None:
    found = recording("import torch\na = torch.ones(2)\nb = a.detach()\nc = a.clone()\nd = a[:1]\n")
    counters = {tensor.names[0]: (tensor.storage, tensor.counter) for tensor in found.tensors if tensor.names}
    assert counters["a"] == counters["b"] == counters["d"]
    assert counters["c"][0] != counters["a"][0]
    assert counters["c"][1] != counters["a"][1]


def test_numpy_write_is_found_with_its_line_and_bytes() -> None:
    found = recording("import torch\nx = torch.zeros(4)\nn = x.numpy()\nn[1:3] = 7\ny = x + 1\n")
    event = next(event for event in of(found, OpEvent) if event.writes)
    assert event.line == 4
    write = event.writes[0]
    assert (write.via, write.version_before, write.version_after) == ("foreign", 0, 0)
    assert write.region is not None
    assert (write.region.start, write.region.end) == (4, 12)


def test_setitem_region_is_that_of_the_view() -> None:
    region = op(recording("import torch\nx = torch.zeros(4, 4)\nx[1, 1:3] = 7\n"), "__setitem__").writes[0].region
    assert region is not None
    assert (region.start, region.end) == (20, 28)


def test_embedding_max_norm_is_blamed_on_the_line_that_called_it() -> None:
    found = recording("import torch\ne = torch.nn.Embedding(3, 2, max_norm=0.1)\ns = (e.weight ** 2).sum()\nh = e(torch.tensor([0]))\n")
    edit = op(found, "embedding_renorm_")
    assert edit.line == 4
    assert edit.within == ("embedding",)
    assert edit.module == "e"
    assert len(edit.stale) == 1


def test_batch_norm_statistics_are_written_past_their_counter() -> None:
    found = recording("import torch\nbn = torch.nn.BatchNorm1d(3)\ny = bn(torch.randn(4, 3))\n")
    names = {tensor.id: tensor.names for tensor in found.tensors}
    assert [(w.via, w.op, names[w.tensor]) for w in op(found, "batch_norm").writes] == [
        ("foreign", "aten::native_batch_norm", ("bn.running_mean",)),
        ("foreign", "aten::native_batch_norm", ("bn.running_var",)),
    ]


def test_leaf_edit_raises_with_op_and_input() -> None:
    found = recording("import torch\nw = torch.ones(2, requires_grad=True)\nw += 1\n")
    event = of(found, RaiseEvent)[0]
    assert (event.line, event.op, event.inputs) == (3, "add_", (named(found, "w"),))


def test_same_refusal_met_again_is_another_exception_each_time() -> None:
    again = "for _ in range(4):\n    try:\n        {}\n    except RuntimeError:\n        pass\n"
    found = recording("import torch\nw = torch.ones(2, requires_grad=True)\n" + again.format("w.add_(1)"))
    assert [event.line for event in of(found, RaiseEvent)] == [5] * 4
    stale = "d = (w * 2).exp()\nd.add_(1)\n"
    found = recording("import torch\nw = torch.ones(2, requires_grad=True)\n" + stale + again.format("d.sum().backward()"))
    assert [(event.line, event.saved is not None) for event in of(found, RaiseEvent)] == [(7, True)] * 4


@pytest.mark.skipif(not CAN_MAKE_SAVED, reason="this PyTorch cannot make a SavedTensor: docs/torch-range.md")
def test_copy_slices_saves_are_seen_and_fail() -> None:
    found = recording(
        "import torch\nw = torch.ones(3, requires_grad=True) * 1\nb = torch.ones(2, 3, requires_grad=True).clone()\n"
        "b[0].mul_(w)\nw.add_(1)\nb.sum().backward()\n"
    )
    node = next(node for node in found.nodes if node.name == "CopySlices")
    assert {entry.tensor for entry in found.saved if entry.node == node.id} >= {named(found, "w")}
    assert len(op(found, "add_").stale) == 1
    assert of(found, RaiseEvent)[0].node == node.id


def test_custom_function_is_one_op_with_what_it_saved() -> None:
    found = recording(
        "import torch\nclass Sq(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        ctx.save_for_backward(x)\n"
        "        return x * x\n    @staticmethod\n    def backward(ctx, g):\n        x, = ctx.saved_tensors\n        return 2 * x * g\n"
        "x = torch.ones(2, requires_grad=True)\ny = Sq.apply(x)\ny.sum().backward()\n"
    )
    event = op(found, "Sq.apply")
    node = next(node for node in found.nodes if node.kind == "custom")
    assert event.line == 12
    assert event.nodes[-1] == node.id
    assert [(entry.attribute, entry.tensor) for entry in found.saved if entry.node == node.id] == [("saved_tensors[0]", named(found, "x"))]
    assert any(event.within == ("Sq.apply",) for event in of(found, OpEvent) if event.name == "mul")


def test_backward_tells_nodes_gradients_accumulation_and_freeing() -> None:
    found = recording("import torch\nx = torch.tensor([1., 2.], requires_grad=True)\ny = (x * x).sum()\ny.backward()\n")
    start = of(found, BackwardStartEvent)[0]
    assert (start.roots, start.call, start.retain_graph) == ((named(found, "y"),), "backward", False)
    names = {node.id: node.name for node in found.nodes}
    assert [names[event.node] for event in of(found, NodeEvent)] == ["SumBackward0", "MulBackward0", "AccumulateGrad"]
    accumulated = of(found, AccumulateEvent)[0]
    assert accumulated.grad is not None
    assert accumulated.grad.preview == (2.0, 4.0)
    assert [names[node] for event in of(found, FreeEvent) for node in event.nodes] == ["MulBackward0"]
    assert [(gradient.name, gradient.value and gradient.value.preview) for gradient in found.gradients] == [("x", (2.0, 4.0))]


def test_parallel_edges_stay_apart() -> None:
    found = recording("import torch\nx = torch.tensor(3., requires_grad=True)\ny = x * x\n")
    node = next(node for node in found.nodes if node.name == "MulBackward0")
    assert len(node.next_functions) == 2
    assert node.next_functions[0].node == node.next_functions[1].node


def test_accumulating_into_a_saved_grad_makes_it_stale() -> None:
    found = recording(
        "import torch\nx = torch.ones(3, requires_grad=True)\n(x * 2).sum().backward()\nw = torch.ones(3, requires_grad=True)\n"
        "loss = (x.grad * w).sum()\n(x * 5).sum().backward()\n"
    )
    assert [len(event.stale) for event in of(found, AccumulateEvent)] == [0, 1]


def test_modules_functions_and_iterations_are_told() -> None:
    found = recording(
        "import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.blocks = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)])\n    def forward(self, x):\n"
        "        for block in self.blocks:\n            x = block(x)\n        return x\nnet = Net()\nout = net(torch.ones(1, 2))\n"
    )
    linear = [event for event in of(found, OpEvent) if event.name == "linear"]
    assert [(event.module, event.function, event.iteration, event.line) for event in linear] == [
        ("net.blocks.0", "Net.forward", 1, 9),
        ("net.blocks.1", "Net.forward", 2, 9),
    ]
    assert {"net.blocks.0.weight", "net.blocks.1.bias"} <= {name for tensor in found.tensors for name in tensor.names}


def test_attention_shows_its_inner_ops() -> None:
    found = recording("import torch\nm = torch.nn.MultiheadAttention(4, 2)\nx = torch.ones(2, 1, 4)\ny, w = m(x, x, x)\n")
    inner = [event.name for event in of(found, OpEvent) if "multi_head_attention_forward" in event.within]
    assert {"linear", "baddbmm", "softmax"} & set(inner) >= {"linear"}
    assert len(inner) > 5


def test_lines_binds_output_and_warnings_are_told() -> None:
    found = recording("import torch\na = b = torch.ones(2, requires_grad=True) * 2\nprint('x', end='')\nprint('y', 1)\na.grad\n")
    assert [(event.line, event.function, event.depth) for event in of(found, LineEvent)] == [(n, "<module>", 0) for n in range(1, 6)]
    assert [(event.name, event.line) for event in of(found, BindEvent)] == [("a", 2), ("b", 2)]
    outputs = [(event.line, event.text) for event in of(found, OutputEvent) if event.stream == "stdout"]
    assert outputs == [(3, "x"), (4, "y 1\n")]
    warning = of(found, WarningEvent)[0]
    assert (warning.line, warning.category, warning.tensor) == (5, "UserWarning", named(found, "a"))


def test_edit_of_view_moves_both_grad_fns() -> None:
    found = recording("import torch\nx = torch.ones(4, requires_grad=True)\nb = x * 2\nv = b[1:3]\nv.mul_(10)\n")
    names = {node.id: node.name for node in found.nodes}
    states = {state.tensor: names[state.grad_fn] for state in op(found, "mul_").states if state.grad_fn}
    assert states == {named(found, "v"): "AsStridedBackward0", named(found, "b"): "CopySlices"}


def test_special_values_are_strings_and_counted() -> None:
    found = recording("import torch\nx = torch.tensor([float('nan'), float('inf'), -float('inf'), 1.5])\n")
    value = found.tensors[-1].value
    assert value is not None
    assert value.preview == ("NaN", "Infinity", "-Infinity", 1.5)
    assert (value.nan, value.inf, value.min, value.max) == (1, 2, 1.5, 1.5)


def test_large_tensor_shows_a_corner_and_a_summary() -> None:
    value = recording("import torch\nx = torch.arange(10000.).view(100, 100)\n").tensors[-1].value
    assert value is not None
    assert value.preview_shape == (8, 8)
    assert value.preview[:9] == (0, 1, 2, 3, 4, 5, 6, 7, 100)
    assert (value.min, value.max, value.mean) == (0, 9999, 4999.5)


def test_double_backward_makes_nodes_in_the_engine() -> None:
    found = recording(
        "import torch\nx = torch.tensor(2., requires_grad=True)\ng, = torch.autograd.grad(x ** 3, x, create_graph=True)\ng.backward()\n"
    )
    assert [event.call for event in of(found, BackwardStartEvent)] == ["grad", "backward"]
    assert any(node.op is None and node.kind == "function" for node in found.nodes)
    assert found.gradients[0].value is not None
    assert found.gradients[0].value.preview == (12.0,)


def test_dead_graph_is_not_called_stale() -> None:
    found = recording(
        "import torch\nw = torch.ones(2, requires_grad=True)\ny = (w * w).sum()\ndel y\nwith torch.no_grad():\n    w.add_(1)\n"
    )
    assert not op(found, "add_").stale


def test_own_saved_tensor_hooks_make_no_prediction() -> None:
    found = recording(
        "import torch\nx = torch.ones(3, requires_grad=True)\na = x * 2\n"
        "with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):\n    y = (a * a).sum()\na.add_(1)\ny.backward()\n"
    )
    assert not op(found, "add_").stale
    assert found.outcome.status == "completed"
