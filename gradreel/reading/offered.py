"""Offers a small call of a module class: constructor arguments from defaults or small numbers, input shapes from its first layers.

Only what its layers say is offered: where it is not known what a module takes, no call is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gradreel.locale import Lang, clip, word
from gradreel.reading.constructed import MAX_DEPTH, Held, Module, NotOffered, constructed, method_of, number_of, parameters_of
from gradreel.reading.edits import called, dotted
from gradreel.reading.keeping import plain
from gradreel.reading.layers import Layers
from gradreel.reading.model import OfferedCall
from gradreel.reading.nodes import nodes_of
from gradreel.reading.program import Program

MAX_MODULES = 20
BATCH, LENGTH, SIDE = 2, 5, 16


@dataclass
class Shape:
    """What an input is like."""

    sizes: tuple[int, ...]
    whole: int | None = None
    """Below which its integers are; None for floating-point numbers."""

    def made(self) -> str:
        """Write the call that makes one."""
        sizes = ", ".join(map(str, self.sizes))
        return f"torch.randn({sizes})" if self.whole is None else f"torch.randint(0, {self.whole}, ({sizes}))"


def offered(program: Program, missing: frozenset[str], lang: Lang) -> tuple[OfferedCall, ...]:
    """Return the module classes of a piece of code, each with the call that is offered."""
    layers = Layers(program.tree)
    classes = [node for name, node in layers.classes.items() if name in layers.modules]
    made = {called(node) for node in nodes_of(program.tree) if isinstance(node, ast.Call)}
    return tuple(_offer(node, layers, made, missing, lang) for node in classes[:MAX_MODULES])


def _offer(node: ast.ClassDef, layers: Layers, made: set[str], missing: frozenset[str], lang: Lang) -> OfferedCall:
    try:
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and each.id in missing:
                raise NotOffered("missing", each.id)
        call, said = _call(node, layers), word("piece-call-offered", {"name": clip(node.name)}, lang)
    except NotOffered as why:
        call, said = None, word(f"piece-call-{why.key}", {"name": clip(node.name), "what": clip(why.name)}, lang)
    return OfferedCall(name=clip(node.name), line=node.lineno, call=call, reason=said, made=node.name in made)


def _call(node: ast.ClassDef, layers: Layers) -> str:
    given, module = constructed(node, layers)
    forward = method_of(node, "forward")
    if forward is None:
        raise NotOffered("no-forward", node.name)
    shapes = _inputs(module, forward, layers, 0)
    names = [_free(name) for name in shapes]
    lines = [f"model = {node.name}({', '.join(given)})"]
    lines += [f"{name} = {shape.made()}" for name, shape in zip(names, shapes.values(), strict=True)]
    result = f"model({', '.join(names)}){_part(forward, module)}"
    return "\n".join([*lines, f"{result}.sum().backward()"])


def _free(name: str) -> str:
    return name if name not in ("model", "torch") else f"{name}_input"


def _inputs(module: Module, forward: ast.FunctionDef, layers: Layers, depth: int) -> dict[str, Shape]:
    """The shape of each input that ``forward`` needs."""
    if forward.args.vararg is not None and not parameters_of(forward)[0]:
        raise NotOffered("inputs", f"*{forward.args.vararg.arg}")
    return {each.arg: _input(each.arg, module, forward, layers, depth) for each in parameters_of(forward)[0]}


def _input(name: str, module: Module, forward: ast.FunctionDef, layers: Layers, depth: int) -> Shape:
    """By the first layer that takes it."""
    for node, argument in _taking(forward, name):
        shape = _of_call(node, argument, module, layers, depth) if isinstance(node, ast.Call) else _of_product(node, name, module)
        if shape is not None:
            return shape
    raise NotOffered("inputs", name)


def _taking(forward: ast.FunctionDef, name: str) -> Iterator[tuple[ast.Call | ast.BinOp, int]]:
    """The calls and products that take a name, or what single ops make of it, in the order of the code; until it is another tensor."""
    found: list[tuple[tuple[int, int], ast.Call | ast.BinOp, int]] = []
    for node in ast.walk(forward):
        if isinstance(node, ast.Call):
            found += [((node.lineno, node.col_offset), node, at) for at, each in enumerate(node.args) if _is_of(each, name)]
        elif isinstance(node, ast.BinOp) and (_is_of(node.left, name) or _is_of(node.right, name)):
            found.append(((node.lineno, node.col_offset), node, 0))
    for _, node, at in sorted(found, key=lambda each: each[0]):
        yield node, at


SAME_SHAPE = frozenset(
    ("relu", "tanh", "sigmoid", "exp", "abs", "dropout", "clone", "float", "contiguous", "detach", "requires_grad_", "leaky_relu", "gelu")
)


def _is_of(node: ast.expr, name: str) -> bool:
    """Whether it is that input, or of the same shape."""
    at: ast.expr = node
    for _ in range(MAX_DEPTH):
        if isinstance(at, ast.Name):
            return at.id == name
        if not isinstance(at, ast.Call) or called(at) not in SAME_SHAPE:
            return False
        owner = at.func.value if isinstance(at.func, ast.Attribute) else None
        if owner is not None and dotted(owner) not in ("torch", "F", "self"):
            at = owner
        elif at.args:
            at = at.args[0]
        else:
            return False
    return False


def _of_call(node: ast.Call, argument: int, module: Module, layers: Layers, depth: int) -> Shape | None:
    name = dotted(node.func)
    if name is not None and name in module.made:
        return _of_layer(module.made[name], argument, module, layers, depth)
    if name in ("F.linear", "torch.nn.functional.linear", "nn.functional.linear") and argument == 0 and len(node.args) > 1:
        sizes = _parameter(node.args[1], module)
        return Shape((BATCH, sizes[1])) if sizes is not None and len(sizes) == 2 else None
    return None


def _of_layer(made: ast.Call, argument: int, module: Module, layers: Layers, depth: int) -> Shape | None:
    name = called(made)
    if name in layers.modules and name in layers.classes and depth < MAX_DEPTH:
        inner = layers.classes[name]
        given = [number_of(each, module) for each in made.args]
        forward = method_of(inner, "forward")
        if forward is None or made.keywords:
            return None
        required = parameters_of(forward)[0]
        if argument >= len(required):
            return None
        return _input(required[argument].arg, constructed(inner, layers, given)[1], forward, layers, depth + 1)
    if name == "Sequential":
        for each in made.args:
            if not isinstance(each, ast.Call):
                return None
            if plain(each.func.attr if isinstance(each.func, ast.Attribute) else called(each)) in SAME_IN_SEQUENCE:
                continue
            return _of_layer(each, argument, module, layers, depth + 1) if depth < MAX_DEPTH else None
        return None
    sizes = [number_of(each, module) for each in made.args]
    named = {each.arg: number_of(each.value, module) for each in made.keywords if each.arg}
    return _of_kind(plain(name), argument, sizes, named)


SAME_IN_SEQUENCE = frozenset(("relu", "sigmoid", "tanh", "dropout", "identity", "leakyrelu", "elu", "gelu", "silu"))
FIRST_SIZE = {
    "linear": "in_features",
    "lazylinear": "",
    "conv1d": "in_channels",
    "conv2d": "in_channels",
    "conv3d": "in_channels",
    "convtranspose2d": "in_channels",
    "convtranspose1d": "in_channels",
    "batchnorm1d": "num_features",
    "batchnorm2d": "num_features",
    "layernorm": "normalized_shape",
    "embedding": "num_embeddings",
    "lstm": "input_size",
    "gru": "input_size",
    "rnn": "input_size",
    "lstmcell": "input_size",
    "grucell": "input_size",
    "rnncell": "input_size",
    "transformerencoderlayer": "d_model",
    "multiheadattention": "embed_dim",
    "groupnorm": "num_channels",
}
"""Layer → what its first size is called."""


def _of_kind(kind: str, argument: int, sizes: list[Held | None], named: Mapping[str, object]) -> Shape | None:
    """What a layer of PyTorch takes as its first input."""
    key = FIRST_SIZE.get(kind)
    if key is None:
        return None
    at = 1 if kind == "groupnorm" else 0
    size = named.get(key, sizes[at] if len(sizes) > at else None)
    if kind == "layernorm" and isinstance(size, tuple):
        return Shape((BATCH, *map(int, size)))
    if not isinstance(size, int) or isinstance(size, bool) or not 0 < size < 100_000:
        return None
    if argument and not (kind == "multiheadattention" and argument < 3):
        if kind in ("rnncell", "grucell") and argument == 1 and len(sizes) > 1 and isinstance(sizes[1], int):
            return Shape((BATCH, sizes[1]))
        return None
    if kind == "embedding":
        return Shape((BATCH, LENGTH), size)
    if kind in ("conv2d", "batchnorm2d", "convtranspose2d", "groupnorm"):
        return Shape((BATCH, size, SIDE, SIDE))
    if kind in ("conv1d", "convtranspose1d"):
        return Shape((BATCH, size, SIDE))
    if kind == "conv3d":
        return Shape((BATCH, size, SIDE // 2, SIDE // 2, SIDE // 2))
    if kind in ("lstm", "gru", "rnn", "transformerencoderlayer", "multiheadattention"):
        return Shape((BATCH, LENGTH, size))
    return Shape((BATCH, size))


def _parameter(node: ast.expr, module: Module) -> tuple[int, ...] | None:
    """The sizes of a parameter that the constructor makes."""
    made = module.made.get(dotted(node) or "")
    if made is None or called(made) != "Parameter" or not made.args or not isinstance(made.args[0], ast.Call):
        return None
    inner = made.args[0]
    if called(inner) not in ("randn", "rand", "zeros", "ones", "empty", "Tensor", "FloatTensor"):
        return None
    parts = inner.args[0].elts if inner.args and isinstance(inner.args[0], ast.Tuple | ast.List) else inner.args
    sizes = [number_of(each, module) for each in parts]
    whole = tuple(each for each in sizes if isinstance(each, int))
    return whole if whole and len(whole) == len(sizes) else None


def _of_product(node: ast.Call | ast.BinOp, name: str, module: Module) -> Shape | None:
    """By the parameter that it is multiplied with."""
    if not isinstance(node, ast.BinOp):
        return None
    is_left = _is_of(node.left, name)
    other = node.right if is_left else node.left
    view = other.func if isinstance(other, ast.Call) else other
    turned = isinstance(view, ast.Attribute) and view.attr in ("T", "t", "mT")
    if isinstance(view, ast.Attribute) and turned:
        other = view.value
    sizes = _parameter(other, module)
    if sizes is None:
        return None
    if not isinstance(node.op, ast.MatMult):
        return Shape(sizes)
    if len(sizes) != 2:
        return Shape((BATCH, sizes[0])) if len(sizes) == 1 and is_left else None
    inner = sizes[1] if turned == is_left else sizes[0]
    return Shape((BATCH, inner)) if is_left else Shape((inner,))


def _part(forward: ast.FunctionDef, module: Module) -> str:
    """What of the result has a sum: the first, where it returns several."""
    returned = [node.value for node in ast.walk(forward) if isinstance(node, ast.Return) and node.value is not None]
    if not returned:
        raise NotOffered("no-result", "forward")
    last = returned[-1]
    if isinstance(last, ast.Dict | ast.DictComp | ast.ListComp | ast.Constant):
        raise NotOffered("no-result", "forward")
    if isinstance(last, ast.Tuple | ast.List):
        return "[0]"
    made = module.made.get(dotted(last.func) or "") if isinstance(last, ast.Call) else None
    return "[0]" if made is not None and plain(called(made)) in ("lstm", "gru", "rnn", "multiheadattention") else ""
