"""PyTorch's own databases of ops, modules, optimizers and custom Functions, traced and plain, also with what was saved edited."""

from __future__ import annotations

import pytest

from tests.long import every_nth
from tests.tracer.oracle import Run, plain, traced
from tests.tracer.samples import FUNCTIONS, MODULES, OPS, OPTIMIZERS, op_names
from tests.tracer.truth import check_truth

EDITS = {
    "none": "",
    "input": "edit(input)",
    "output": "edit(out)",
    "detached": "edit(input, 'detach')",
    "data": "edit(out, 'data')",
}

OP = """
import torch
from tests.tracer.samples import op_sample, tensors_in, total
def edit(value, how=None):
    for tensor in tensors_in(value)[:1]:
        if not tensor.is_floating_point() or tensor.layout is not torch.strided:
            return
        if how == "detach":
            tensor.detach().mul_(2)
        elif how == "data":
            tensor.data.mul_(2)
        elif tensor.is_leaf:
            with torch.no_grad():
                tensor.mul_(2)
        else:
            tensor.mul_(2)
op, input, args, kwargs = op_sample({kind!r}, {position})
leaves = [t for t in tensors_in((input, args, kwargs)) if t.requires_grad]
out = op(input, *args, **kwargs)
loss = total(out)
{edit}
if loss is not None and loss.requires_grad:
    loss.backward()
results = tensors_in(out)
for number, tensor in enumerate(results):
    globals()[f"result_{{number}}"] = tensor
for number, tensor in enumerate(leaves):
    globals()[f"leaf_{{number}}"] = tensor
"""

MODULE = """
from tests.tracer.samples import module_sample, tensors_in, total
module, args, kwargs = module_sample({position}, {training})
out = module(*args, **kwargs)
loss = total(out)
if loss is not None and loss.requires_grad:
    loss.backward()
for number, tensor in enumerate(tensors_in((out, args, kwargs))):
    globals()[f"tensor_{{number}}"] = tensor
"""

OPTIMIZER = """
import torch
from tests.tracer.samples import optimizer_sample
for number in range(20):
    sample = optimizer_sample({position}, number)
    if sample is None:
        break
    kind, options = sample
    if kind is torch.optim.Muon:
        model = torch.nn.Linear(3, 2, bias=False)
    else:
        model = torch.nn.Linear(3, 2)
    if kind is torch.optim.SparseAdam:
        model = torch.nn.Embedding(3, 2, sparse=True)
    opt = kind(model.parameters(), **options)
    def closure():
        opt.zero_grad()
        loss = model(torch.tensor([0, 2]) if kind is torch.optim.SparseAdam else torch.ones(4, 3)).pow(2).sum()
        loss.backward()
        return loss
    for step in range(2):
        print(kind.__name__, number, opt.step(closure).item())
    for name, tensor in model.state_dict(keep_vars=True).items():
        globals()[f"{{name}}_{{number}}"] = tensor
"""

# Whose results are not a function of their input: uninitialised memory, addresses.
NOT_REPEATABLE = frozenset(("empty_like", "new_empty", "new_empty_strided", "empty", "empty_permuted", "empty_strided"))


def compare(expected: Run, got: Run) -> None:
    """Insist that both runs did the same."""
    assert got.error == expected.error
    assert got.line == expected.line
    assert got.stdout == expected.stdout
    assert got.tensors == expected.tensors
    assert got.recording is not None
    check_truth(got.recording)


@pytest.mark.parametrize(("position", "name"), every_nth(enumerate(op_names()), 4), ids=op_names())
def test_op_with_any_edit_traced_equals_plain(position: int, name: str) -> None:
    if OPS[position].name in NOT_REPEATABLE:
        return
    for edit in EDITS.values():
        code = OP.format(kind="op", position=position, edit=edit)
        compare(plain(code), traced(code))


@pytest.mark.parametrize("position", range(len(FUNCTIONS)), ids=[function.name for function in FUNCTIONS])
def test_custom_function_with_any_edit_traced_equals_plain(position: int) -> None:
    for edit in EDITS.values():
        code = OP.format(kind="function", position=position, edit=edit)
        compare(plain(code), traced(code))


@pytest.mark.parametrize("training", [True, False], ids=["train", "eval"])
@pytest.mark.parametrize("position", range(len(MODULES)), ids=[module.name for module in MODULES])
def test_module_traced_equals_plain(position: int, training: bool) -> None:
    code = MODULE.format(position=position, training=training)
    compare(plain(code), traced(code))


@pytest.mark.parametrize("position", range(len(OPTIMIZERS)), ids=[info.optim_cls.__name__ for info in OPTIMIZERS])
def test_optimizer_with_all_options_traced_equals_plain(position: int) -> None:
    code = OPTIMIZER.format(position=position)
    compare(plain(code), traced(code))
