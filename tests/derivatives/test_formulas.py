"""Computes each readable formula on random inputs and compares it with what the engine gives, for every input that it names."""

from __future__ import annotations

import ast
import math
from typing import Any

import pytest
import torch
from torch import Tensor

from gradreel.derivatives.formula import Formula
from gradreel.derivatives.formulas import FORMULAS
from gradreel.derivatives.notation import names_in
from gradreel.derivatives.passing import PASSING
from gradreel.derivatives.table import table_of
from tests.derivatives.cases import Case, cases, options
from tests.seeding import seed

CASES, OPTIONS = cases(), options()
TABLE = table_of(torch.__version__)


class Computed:
    """One formula with what a node keeps in place of its names."""

    def __init__(self, node: Any, shape: torch.Size, g: Tensor, edge: int) -> None:
        self.kept = {name.removeprefix("_saved_"): getattr(node, name) for name in dir(node) if name.startswith("_saved_")}
        self.shape, self.grad, self.node, self.edge = shape, g, node.name(), edge
        dim = self.kept.get("dim")
        dims = () if dim is None else dim if isinstance(dim, tuple) else (dim,)
        self.dims = tuple(map(_signed, dims))
        self.sizes = {name: _signed(value) for name, value in self.kept.items() if isinstance(value, int)}
        functions: dict[str, Any] = {name: getattr(self, name) for name in dir(self) if not name.startswith("_")}
        functions |= {name: getattr(torch, name) for name in _TORCH} | {"log": _log, "sqrt": _sqrt, "pi": math.pi}
        kept = {name: self.broadcast(value) if name == "result" else value for name, value in self.kept.items()}
        self._names = {**functions, **kept, "g": self.broadcast(g)}

    def __call__(self, formula: Formula) -> Tensor:
        found = eval(compile(formula.text, "formula", "eval"), {"__builtins__": {}}, self._names)
        assert isinstance(found, Tensor)
        return _summed(found, self.shape)

    def broadcast(self, tensor: Tensor) -> Tensor:
        """Put back the dimensions that the op reduced, as ``keepdim`` would have left them."""
        for each in sorted(each % len(self.shape) for each in self.dims) if tensor.dim() < len(self.shape) else ():
            tensor = tensor.unsqueeze(each)
        return tensor

    def _along(self, dim: Any) -> tuple[int, ...]:
        return self.dims if dim is not None else tuple(range(len(self.shape)))

    def sum(self, x: Tensor, dim: Any = None) -> Tensor:
        return x.sum(self._along(dim), keepdim=True) if dim is not None and self.dims else x.sum()

    def expand(self, g: Tensor) -> Tensor:
        return g.expand(self.shape)

    def reshape(self, g: Tensor) -> Tensor:
        return g.reshape(self.shape)

    def sum_to_size(self, g: Tensor) -> Tensor:
        return g.sum_to_size(self.shape)

    def sum_copies(self, g: Tensor, repeats: tuple[int, ...]) -> Tensor:
        return g.reshape([size for pair in zip(repeats, self.shape, strict=True) for size in pair]).sum((0, 2))

    def part(self, g: Tensor, _dim: int) -> Tensor:
        return g.chunk(2, self.dims[0])[self.edge].reshape(self.shape)

    def put_back(self, _g: Tensor) -> Tensor:
        g, zeros, at = self.grad, torch.zeros(self.shape, dtype=torch.float64), self.sizes
        if self.node == "SelectBackward0":
            return zeros.select_scatter(g, at["dim"], at["index"])
        if self.node == "SliceBackward0":
            return zeros.slice_scatter(g, at["dim"], at["start"], at["end"], at["step"])
        return zeros.diagonal_scatter(g, at["offset"], at["dim1"], at["dim2"])

    def unpad(self, g: Tensor, pad: tuple[int, ...]) -> Tensor:
        return g.narrow(-1, pad[0], self.shape[-1])

    def permute_back(self, g: Tensor, dims: tuple[int, ...]) -> Tensor:
        return g.permute([dims.index(each) for each in range(len(dims))])

    def roll_back(self, g: Tensor, shifts: tuple[int, ...], dims: tuple[int, ...]) -> Tensor:
        return g.roll([-_signed(each) for each in shifts], [_signed(each) for each in dims])

    def flip(self, g: Tensor, dims: Any) -> Tensor:
        return g.flip(dims)

    def eye(self) -> Tensor:
        return torch.eye(*self.shape, dtype=torch.float64)

    def pixel_shuffle(self, g: Tensor, factor: int) -> Tensor:
        return torch.nn.functional.pixel_shuffle(g, factor)

    def pixel_unshuffle(self, g: Tensor, factor: int) -> Tensor:
        return torch.nn.functional.pixel_unshuffle(g, factor)

    def product_of_others(self, x: Tensor, dim: Any = None) -> Tensor:
        flat = x.reshape(1, -1) if dim is None else x.movedim(self.dims[0], -1)
        others = [flat[..., [k for k in range(flat.shape[-1]) if k != each]].prod(-1) for each in range(flat.shape[-1])]
        found = torch.stack(others, -1)
        return found.reshape(self.shape) if dim is None else found.movedim(-1, self.dims[0])

    def cross(self, a: Tensor, b: Tensor, _dim: int) -> Tensor:
        found: Tensor = torch.linalg.cross(a, b, dim=self.dims[0])
        return found

    def i1(self, x: Tensor) -> Tensor:
        found: Tensor = torch.special.i1(x)
        return found

    def index_fill(self, g: Tensor, index: Tensor, value: int, _dim: int) -> Tensor:
        return g.index_fill(self.dims[0], index, value)

    def index_put(self, g: Tensor, indices: Any, value: int) -> Tensor:
        return g.index_put(tuple(indices), torch.tensor(value, dtype=g.dtype))

    def index(self, g: Tensor, indices: Any) -> Tensor:
        return g[tuple(indices)]

    def put(self, g: Tensor, index: Tensor) -> Tensor:
        return torch.zeros(self.shape, dtype=g.dtype).put(index, g, accumulate=True)

    def mean(self, x: Tensor, dim: Any) -> Tensor:
        return x.mean(self._along(dim), keepdim=True)

    def count(self, *_: Any) -> int:
        return math.prod(self.shape[each] for each in self.dims or range(len(self.shape)))

    def numel(self, x: Tensor) -> int:
        return x.numel()

    def T(self, x: Tensor) -> Tensor:
        return x.mT

    def Phi(self, x: Tensor) -> Tensor:
        found: Tensor = torch.special.ndtr(x)
        return found

    def phi(self, x: Tensor) -> Tensor:
        return torch.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)

    def softplus(self, x: Tensor) -> Tensor:
        return torch.nn.functional.softplus(x)

    def trigamma(self, x: Tensor) -> Tensor:
        return torch.polygamma(1, x)

    def where(self, condition: Tensor, one: Any, other: Any) -> Tensor:
        return torch.where(condition, torch.as_tensor(one, dtype=torch.float64), torch.as_tensor(other, dtype=torch.float64))

    def one_hot(self, target: Tensor) -> Tensor:
        classes = torch.arange(self.shape[1]).reshape(-1, *[1] * (target.dim() - 1))
        return (target.unsqueeze(1) == classes).double()

    def masked_scatter(self, g: Tensor, mask: Tensor) -> Tensor:
        return torch.zeros(self.shape, dtype=g.dtype).masked_scatter(mask, g)

    def gather(self, g: Tensor, index: Tensor, _dim: int) -> Tensor:
        return g.gather(self.dims[0], index)

    def scatter(self, g: Tensor, index: Tensor, value: int, _dim: int) -> Tensor:
        return g.scatter(self.dims[0], index, value)

    def index_select(self, g: Tensor, index: Tensor, _dim: int) -> Tensor:
        return g.index_select(self.dims[0], index)

    def scatter_add(self, g: Tensor, index: Tensor, dim: Any = None) -> Tensor:
        if dim is None:  # places of a window in the two last dimensions
            flat = torch.zeros(self.shape, dtype=g.dtype).flatten(2).scatter_add(2, index.flatten(2), g.flatten(2))
            return flat.reshape(self.shape)
        return torch.zeros(self.shape, dtype=g.dtype).scatter_add(self.dims[0], self.broadcast(index), g)

    def index_add(self, g: Tensor, index: Any, dim: Any = None) -> Tensor:
        zeros = torch.zeros(self.shape, dtype=g.dtype)
        if dim is not None:
            return zeros.index_add(self.dims[0], index, g)
        return zeros.index_put(index if isinstance(index, tuple | list) else (index,), g, accumulate=True)


_TORCH = (
    *("exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "abs", "sign", "sigmoid"),
    *("isfinite", "isnan", "digamma", "erfinv", "outer", "trunc", "floor"),
    *("cumsum", "polygamma", "rot90", "squeeze", "transpose", "tril", "triu"),
)


def _log(x: Any) -> Any:
    return torch.log(x) if isinstance(x, Tensor) else math.log(x)


def _sqrt(x: Any) -> Any:
    return torch.sqrt(x) if isinstance(x, Tensor) else math.sqrt(x)


def _summed(found: Tensor, shape: torch.Size) -> Tensor:
    return found.sum_to_size(shape) if found.shape != shape and found.dim() >= len(shape) else found.expand(shape)


def _run(case: Case) -> tuple[Any, Tensor, list[tuple[str, int, Tensor]]]:
    """Call the op; return its node, the gradient that comes in, and what goes to each input, with its name and edge."""
    name, call, inputs = case
    leaves = [each.detach().clone().requires_grad_() for each in inputs]
    with torch.random.fork_rng():
        seed()
        out = call(*leaves)
        g = torch.randn(out.shape, dtype=torch.float64)
    node: Any = out.grad_fn
    while node.name() != name:  # what came after it changed nothing
        node = node.next_functions[0][0]
    sent = node(g)
    sent = sent if isinstance(sent, tuple) else (sent,)
    names = [TABLE[name].input_of(edge, len(sent)) or "" for edge in range(len(sent))]
    return node, g, [(names[edge], edge, each) for edge, each in enumerate(sent) if each is not None]


def _signed(value: Any) -> Any:
    return value - (1 << 64) if type(value) is int and value >= 1 << 63 else value


def _holds(formula: Formula, node: Any) -> bool:
    kept = {name.removeprefix("_saved_"): _signed(getattr(node, name)) for name in dir(node) if name.startswith("_saved_")}
    return all(kept[name] in values for name, values in formula.when.items()) and all(kept[name] is None for name in formula.absent)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_formula_gives_what_the_engine_gives(case: Case) -> None:
    node, g, sent = _run(case)
    known = {name for key in FORMULAS for known_node, _, name in [key.partition(".")] if known_node == case[0]}
    compared = set()
    for name, edge, gradient in sent:
        formula = next((each for each in FORMULAS.get(f"{case[0]}.{name}", ()) if _holds(each, node)), None)
        if formula is not None:
            torch.testing.assert_close(Computed(node, gradient.shape, g, edge)(formula).to(gradient.dtype), gradient)
            compared.add(name)
    assert compared == known


@pytest.mark.parametrize("case", OPTIONS, ids=lambda case: case[0])
def test_formula_is_only_told_where_the_options_of_its_op_leave_it_true(case: Case) -> None:
    node, g, sent = _run(case)
    for name, edge, gradient in sent:
        formula = next((each for each in FORMULAS.get(f"{case[0]}.{name}", ()) if _holds(each, node)), None)
        if formula is not None:
            torch.testing.assert_close(Computed(node, gradient.shape, g, edge)(formula).to(gradient.dtype), gradient)


def test_formulas_say_or_ask_for_every_number_that_their_nodes_note() -> None:
    unsaid: set[tuple[str, str]] = set()
    for case in CASES:
        node, _, sent = _run(case)
        noted = {name.removeprefix("_saved_") for name in dir(node) if name.startswith("_saved_") and not hasattr(node, f"_raw{name}")}
        for name, _, _ in sent:
            several = FORMULAS.get(f"{case[0]}.{name}", ())
            asked = {key for each in several for key in each.when}
            unsaid |= {(formula.text, number) for formula in several for number in noted - names_in(formula.text) - asked - SHAPES}
    assert not unsaid


def test_every_formula_is_computed() -> None:
    computed = set()
    for case in CASES:
        node, _, sent = _run(case)
        for name, _, _ in sent:
            several = FORMULAS.get(f"{case[0]}.{name}", ())
            computed |= {(f"{case[0]}.{name}", number) for number, each in enumerate(several) if _holds(each, node)}
    assert {(key, number) for key, several in FORMULAS.items() for number in range(len(several))} == computed


@pytest.mark.parametrize("key", FORMULAS)
def test_formula_mentions_only_what_the_table_says_its_gradient_reads(key: str) -> None:
    node, _, name = key.partition(".")
    for formula in FORMULAS[key]:
        tree = ast.parse(formula.text, mode="eval")
        functions = {each.func.id for each in ast.walk(tree) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)}
        names = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)} - functions - {"g", "pi"}
        reads = set(TABLE[node].reads[name])
        assert bool(names & reads) == (key not in PASSING), "reads nothing that is kept"
        assert names - reads <= NUMBERS, names - reads


def test_two_hundred_kinds_of_nodes_have_a_formula() -> None:
    assert len({key.partition(".")[0] for key in FORMULAS}) >= 200


SHAPES = {
    *("self_sym_sizes", "mat1_sym_sizes", "mat1_sym_strides", "mat2_sym_sizes", "mat2_sym_strides", "self_sym_strides"),
    *("batch1_sym_argsize_0", "batch1_sym_argsize_1", "batch2_sym_argsize_2", "weight_sym_argsize_0", "source_dim"),
    *(
        "self_sym_numel",
        "self_sym_argsize_0",
        "mask_sym_sizes",
        "source_sym_sizes",
        "self_dim",
        "dim1",
        "dim2",
        "offset",
        "index",
        "start",
        "end",
        "step",
    ),
    *(
        "alpha",
        "accumulate",
        "keepdim",
        "dim",
        "beta",
        "sparse",
        "sparse_grad",
        "kernel_size",
        "stride",
        "padding",
        "dilation",
        "ceil_mode",
    ),
}
"""What a formula need not say: shapes, what only ``g`` and the result have; the factor of another input; which layout the gradient has;
where a part lies."""


NUMBERS = {
    *("alpha", "beta", "dim", "exponent", "lambd", "max", "max_val", "min", "min_val"),
    *("delta", "diagonal", "dim0", "dim1", "dims", "downscale_factor", "k", "n", "other", "pad", "repeats"),
    *("self_sym_numel", "shifts", "upscale_factor", "weight"),
    *("negative_slope", "p", "scale", "self", "threshold", "value"),
}
