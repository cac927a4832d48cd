"""Compares the table of derivatives with what nodes really save, and with what their gradients really read.

``python -m tests.derivatives.test_table`` does the same with a sample of every op that PyTorch tests.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from gradreel.derivatives.formulas import FORMULAS
from gradreel.derivatives.notation import names_in
from gradreel.derivatives.table import table_of
from tests.derivatives.cases import cases

TABLE = table_of(torch.__version__)
N = torch.randn
MODULES: dict[str, Callable[[], Tensor]] = {
    "conv": lambda: nn.Conv2d(2, 3, 2)(N(1, 2, 4, 4)),
    "batch_norm": lambda: nn.BatchNorm1d(3)(N(4, 3)),
    "layer_norm": lambda: nn.LayerNorm(3)(N(4, 3)),
    "group_norm": lambda: nn.GroupNorm(1, 2)(N(2, 2, 3)),
    "lstm": lambda: nn.LSTM(2, 3)(N(4, 1, 2))[0],
    "attention": lambda: F.scaled_dot_product_attention(query := N(1, 2, 3, 4, requires_grad=True), query, query),
    "embedding": lambda: nn.Embedding(5, 2)(torch.tensor([1, 2])),
    "cat": lambda: torch.cat([N(2, requires_grad=True), N(3, requires_grad=True)]).exp(),
    "index_put": lambda: N(3, requires_grad=True).clone().index_put((torch.tensor([1]),), N(1, requires_grad=True)),
}


def nodes_of(root: Tensor) -> list[Any]:
    """Every node that leads to this tensor."""
    found: dict[Any, None] = {}
    stack = [root.grad_fn]
    while stack:
        node = stack.pop()
        if node is not None and node not in found:
            found[node] = None
            stack += [to for to, _ in node.next_functions]
    return [node for node in found if node.name() in TABLE]


def raw(node: Any) -> dict[str, Any]:
    """What a node keeps, by name: tensors that are there."""
    kept = {name.removeprefix("_raw_saved_"): getattr(node, name) for name in dir(node) if name.startswith("_raw_saved_")}
    return {name: each for name, each in kept.items() if (isinstance(each, tuple) and each) or getattr(each, "data", None) is not None}


def unknown(roots: Iterable[Tensor]) -> list[str]:
    """Nodes with other edges, or with other saved tensors, than the table says."""
    wrong: list[str] = []
    for root in roots:
        for node in nodes_of(root):
            entry, edges = TABLE[node.name()], len(node.next_functions)
            read = {name for names in entry.reads.values() for name in names}
            if not raw(node).keys() <= read or any(entry.input_of(edge, edges) is None for edge in range(edges)):
                wrong.append(f"{node.name()}: {sorted(raw(node))} {edges}")
    return wrong


@pytest.mark.parametrize("name", MODULES)
def test_nodes_of_modules_save_what_the_table_says(name: str) -> None:
    assert unknown([MODULES[name]()]) == []


def test_nodes_of_ops_save_what_the_table_says() -> None:
    called = [(name, call(*(each.detach().clone().requires_grad_() for each in inputs))) for name, call, inputs in cases()]
    assert unknown(root for _, root in called) == []
    assert all(name in {node.name() for node in nodes_of(root)} for name, root in called)


SEVERAL = [case for case in cases() if len(TABLE[case[0]].inputs) > 1 and len(case[2]) > 1]


@pytest.mark.parametrize("case", SEVERAL, ids=lambda case: case[0])
def test_gradient_does_not_change_with_what_the_table_says_it_does_not_read(case: Any) -> None:
    name, call, inputs = case
    entry = TABLE[name]
    node: Any
    for attribute in raw(_node(name, call, inputs)[0]):
        node, g = _node(name, call, inputs)
        before = [each if each is None else each.clone() for each in node(g)]
        kept = getattr(raw(node)[attribute], "data", None)
        if kept is None or not kept.is_floating_point():
            continue
        kept.data.fill_(math.nan)
        for edge, (one, other) in enumerate(zip(before, node(g), strict=True)):
            reads = entry.reads[entry.inputs[edge]]
            if one is not None and attribute not in reads:
                assert torch.equal(one, other), (attribute, edge)


def test_joint_formula_names_the_gradients_that_it_computes() -> None:
    assert TABLE["ConvolutionBackward0"].with_("weight") == ("input", "weight", "bias")
    assert TABLE["MulBackward0"].with_("self") == ("self",)


@pytest.mark.parametrize("version", ["2.4", "2.5", "2.6", "2.7", "2.8", "2.9", "2.10", "2.11", "2.12", "2.13", "2.14", "2.15"])
def test_gradient_with_a_formula_reads_what_it_mentions_in_every_version(version: str) -> None:
    table = table_of(f"{version}.1+cpu")
    for key, several in FORMULAS.items():
        node, _, name = key.partition(".")
        entry, today = table[node], TABLE[node]
        assert (entry.inputs, bool(entry.reads[name])) == (today.inputs, bool(today.reads[name])), key
        for formula in several:
            assert names_in(formula.text) & set(today.reads[name]) <= set(entry.reads[name]), key


def test_version_without_a_table_states_nothing() -> None:
    assert table_of("1.13.0") == {}
    assert table_of("../x.y") == {}


def _node(name: str, call: Callable[..., Tensor], inputs: tuple[Tensor, ...]) -> tuple[Any, Tensor]:
    """The node, and a gradient of ones of the shape that backward gives it."""
    out = call(*(each.detach().clone().requires_grad_() for each in inputs))
    node = next(node for node in nodes_of(out) if node.name() == name)
    came: list[Tensor] = []
    handle = node.register_prehook(lambda grads: came.append(grads[0]))
    torch.autograd.backward(out, torch.ones_like(out), retain_graph=True)
    handle.remove()
    return node, torch.ones_like(came[0])


def main() -> None:
    """Compare the nodes of every op in PyTorch's own database."""
    from tests.tracer import samples

    nodes: set[str] = set()
    for position in range(len(samples.OPS)):
        op, first, args, kwargs = samples.op_sample("op", position)
        try:
            root = samples.total(op(first, *args, **kwargs))
        except Exception as error:
            print(samples.OPS[position].name, type(error).__name__)
            continue
        if root is not None and root.grad_fn is not None:
            nodes |= {node.name() for node in nodes_of(root)}
            for wrong in unknown([root]):
                print(samples.OPS[position].name, wrong)
    print(len(nodes), "kinds of nodes")


if __name__ == "__main__":
    main()
