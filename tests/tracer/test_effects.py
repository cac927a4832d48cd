"""What an op's ``effects`` say, by the names of the program's own variables."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from gradreel.trace import OpEvent, Recording
from gradreel.tracer import ops
from tests.tracer.test_events import of, recording

HEAD = """import torch
w = torch.tensor([[1., 2.], [3., 4.]], requires_grad=True)
x = torch.tensor([[1., 2.], [3., 4.]])
y = torch.ones(2, 2)
i = torch.tensor([0, 1])
"""


def effects(text: str, name: str) -> dict[str, Any]:
    """Return what the last op of this name did, with names in place of ids."""
    found = recording(HEAD + text)
    op = [event for event in of(found, OpEvent) if event.name == name][-1]
    return named(found, op)


def named(found: Recording, op: OpEvent) -> dict[str, Any]:
    names = {tensor.id: tensor.names[0] if tensor.names else tensor.id for tensor in found.tensors}

    def worded(value: Any) -> Any:
        return [worded(each) for each in value] if isinstance(value, tuple | list) else names.get(value, value)

    return {key: worded(value) for key, value in op.effects.model_dump(exclude_defaults=True).items()}


VIEWS = {
    "z = x.t()": "t",
    "z = x[0]": "__getitem__",
    "z = x.expand(3, 2, 2)": "expand",
    "z = x.as_strided((2,), (2,))": "as_strided",
    "z = x.T": "T",
    "z = x.view(4)": "view",
    "z = x.reshape(4)": "reshape",
    "z = x.unbind(1)[1]": "unbind",
}


@pytest.mark.parametrize(("text", "name"), VIEWS.items())
def test_output_that_shares_storage_is_a_view(text: str, name: str) -> None:
    stated = effects(text, name)
    assert ["x", "z"] in stated.pop("views")
    assert stated == {}


SAME = {"z = x.detach()": "detach", "z = x.data": "data", "z = x.view_as(y)": "view_as", "z = x[:]": "__getitem__"}


@pytest.mark.parametrize(("text", "name"), SAME.items())
def test_output_with_the_same_elements_is_stated_as_such(text: str, name: str) -> None:
    stated = effects(text, name)
    assert (stated["views"], stated["same_elements"]) == ([["x", "z"]], [["x", "z"]])


NEITHER = {"z = x.contiguous()": "contiguous", "z = x * 2": "mul", "z = x.clone()": "clone", "z = x.t().reshape(4)": "reshape"}


@pytest.mark.parametrize(("text", "name"), NEITHER.items())
def test_output_in_memory_of_its_own_is_no_view(text: str, name: str) -> None:
    assert effects(text, name) == {}


EDITS: dict[str, tuple[str, dict[str, Any]]] = {
    "x.mul_(y)": ("mul_", {"out_of_place": "mul"}),
    "x += y": ("add_", {"out_of_place": "add"}),
    "x.relu_()": ("relu_", {"out_of_place": "relu"}),
    "x.zero_()": ("zero_", {"fills": ["x"], "reads": []}),
    "x.copy_(y)": ("copy_", {"fills": ["x"], "reads": ["y"]}),
    "x[0] = y[1]": ("__setitem__", {"fills": ["x"]}),
    "x[i] = y": ("__setitem__", {"fills": ["x"], "reads": ["i", "y"]}),
    "x.fill_diagonal_(2)": ("fill_diagonal_", {"fills": ["x"], "reads": []}),
    "x.normal_()": ("normal_", {"fills": ["x"], "reads": []}),
    "x.index_put_((i,), y)": ("index_put_", {"fills": ["x"], "reads": ["i", "y"], "out_of_place": "index_put"}),
    "x.index_put_((i,), y, accumulate=True)": ("index_put_", {"out_of_place": "index_put"}),
    "torch.add(y, y, out=x)": ("add", {"fills": ["x"], "reads": ["y"]}),
    "torch.add(x, y, out=x)": ("add", {"fills": ["x"], "reads": ["x", "y"]}),
    "torch._foreach_zero_([x, y])": ("_foreach_zero_", {"fills": ["x", "y"], "reads": []}),
    "torch._foreach_add_([x, y], 1)": ("_foreach_add_", {"out_of_place": "_foreach_add"}),
    "x.t_()": ("t_", {"out_of_place": "t"}),
}


@pytest.mark.parametrize(("text", "expected"), EDITS.items())
def test_edit_states_what_it_fills_reads_and_its_out_of_place_form(text: str, expected: tuple[str, dict[str, Any]]) -> None:
    name, fields = expected
    stated = effects(text, name)
    if text == "x[0] = y[1]":  # a temporary view has no name
        assert len(stated.pop("reads")) == 1
    assert stated == fields


READS: dict[str, tuple[str, dict[str, Any]]] = {
    "z = torch.zeros_like(w)": ("zeros_like", {"reads": []}),
    "z = x.expand_as(y)": ("expand_as", {"reads": ["x"], "views": [["x", "z"]], "same_elements": [["x", "z"]]}),
    "x.requires_grad_()": ("requires_grad_", {"reads": []}),
    "x.data = y": ("data.__set__", {"reads": ["y"], "fills": ["x"]}),
    "z = torch.matmul(x, y)": ("matmul", {}),
}


@pytest.mark.parametrize(("text", "expected"), READS.items())
def test_op_states_the_inputs_whose_elements_it_reads(text: str, expected: tuple[str, dict[str, Any]]) -> None:
    assert effects(text, expected[0]) == expected[1]


CUTS = {
    "z = w.detach()": ("detach", "detach"),
    "h = w * 1\nh.detach_()": ("detach_", "detach"),
    "z = w.data": ("data", "data"),
    "z = w.sum().item()": ("item", "item"),
    "z = (w.sum() * 2).tolist()": ("tolist", "item"),
    "z = torch.tensor(w)": ("tensor", "tensor"),
    "z = torch.tensor(w, requires_grad=True)": ("tensor", "tensor"),
    "z = w > 1": ("__gt__", "integer"),
    "with torch.no_grad():\n    z = w * 2": ("mul", "no_grad"),
    "with torch.no_grad():\n    y.copy_(w)": ("copy_", "no_grad"),
    "with torch.no_grad():\n    y[0] = w[0]": ("__setitem__", "no_grad"),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("text", "expected"), CUTS.items())
def test_op_whose_result_has_no_path_back_cuts_its_inputs(text: str, expected: tuple[str, str]) -> None:
    found = recording(HEAD + text)
    op = [event for event in of(found, OpEvent) if event.effects.cuts][-1]
    assert op.name in (expected[0], "gt")
    assert op.effects.cuts == op.inputs[-1:]
    assert op.effects.cut_by == expected[1]


NO_CUT = (
    "z = w * 2",
    "z = x.detach()",
    "z = torch.zeros_like(w)",
    "z = torch.as_tensor(w)",
    "z = x.sum().item()",
    "with torch.no_grad():\n    w.sub_(0.1)",
    "with torch.no_grad():\n    w -= 0.1 * x",
    "y[0] = w[0]",
    "class Cube(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        return x * x * x\n"
    "    @staticmethod\n    def backward(ctx, g):\n        return g\nz = Cube.apply(w)",
    "values, indices = w.max(0)",
    "opt = torch.optim.SGD([w], 0.1, momentum=0.9)\nfor _ in range(2):\n    opt.zero_grad()\n    (w * w).sum().backward()\n    opt.step()",
)


@pytest.mark.parametrize("text", NO_CUT)
def test_op_whose_result_keeps_its_path_cuts_nothing(text: str) -> None:
    assert [event for event in of(recording(HEAD + text), OpEvent) if event.effects.cuts] == []


def test_lent_memory_is_stated_where_it_is_lent_and_where_it_is_written() -> None:
    found = recording(HEAD + "a = x.numpy()\na[0, 0] = 7\n")
    lent, written = [event for event in of(found, OpEvent) if event.effects.hands_out]
    assert (lent.name, lent.writes) == ("numpy", ())
    assert (written.effects.hands_out, written.effects.reads, written.writes[0].via) == (lent.inputs, (), "foreign")


def test_tensor_over_memory_of_an_array_is_stated_as_lent() -> None:
    stated = effects("import numpy as np\nz = torch.as_tensor(np.ones(3))", "as_tensor")
    assert stated == {"hands_out": ["z"]}
    assert effects("z = torch.as_tensor([1., 2.])", "as_tensor") == {}


def test_every_out_of_place_form_in_the_table_exists_in_torch() -> None:
    from gradreel.tracer.call import Call

    edits = [name for name in dir(torch.Tensor) if name.endswith("_") and not name.endswith("__")]
    found = {name: Call(name).form for name in (*edits, *ops.IN_PLACE_OPERATORS)}
    places = (torch.Tensor, torch, torch.nn.functional)
    assert [form for form in found.values() if form is not None and not any(callable(getattr(p, form, None)) for p in places)] == []
    assert (found["mul_"], found["fill_diagonal_"], found["normal_"], found["random_"]) == ("mul", None, None, None)


def test_out_of_place_form_gives_what_the_edit_leaves() -> None:
    for name in ("abs_", "neg_", "relu_", "sigmoid_", "t_", "tril_", "sqrt_", "unsqueeze_"):
        form = ops.out_of_place(name)
        assert form is not None
        arguments = (0,) if name == "unsqueeze_" else ()
        start = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
        kept, edited = getattr(start, form)(*arguments), getattr(start.clone(), name)(*arguments)
        assert torch.equal(kept, edited)


def test_table_needs_no_torch() -> None:
    import subprocess
    import sys

    code = "import sys; import gradreel.tracer.ops; assert 'torch' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
