"""What a module of a piece of code is once it is constructed with small numbers: the numbers and the layers that it holds."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from gradreel.reading.edits import dotted
from gradreel.reading.layers import Layers

MAX_DEPTH = 6
SMALL = {
    "heads": 2,
    "head": 2,
    "layers": 2,
    "layer": 2,
    "blocks": 2,
    "depth": 2,
    "kernel": 3,
    "stride": 1,
    "padding": 1,
    "classes": 3,
    "vocab": 20,
    "steps": 3,
}
"""A word in the name of a constructor's argument → what it is given."""
SIZES = frozenset(
    (
        "in",
        "out",
        "dim",
        "dims",
        "size",
        "features",
        "channels",
        "hidden",
        "inplanes",
        "planes",
        "width",
        "units",
        "d",
        "n",
        "num",
        "c",
        "h",
    )
)
RATES = frozenset(("p", "dropout", "rate", "eps", "alpha", "beta", "scale", "momentum", "lr", "temperature", "slope", "drop"))
Number = int | float
Held = Number | str | tuple[Number, ...]
"""What a constructor is given."""


class NotOffered(Exception):
    """Why no call is: by its key, with what it names."""

    def __init__(self, key: str, name: str) -> None:
        super().__init__(key)
        self.key, self.name = key, name


@dataclass
class Module:
    """A class with what it is constructed with."""

    node: ast.ClassDef
    values: dict[str, Held] = field(default_factory=dict)
    """Names and attributes of it that are numbers."""
    made: dict[str, ast.Call] = field(default_factory=dict)
    """Attributes that are layers or modules."""


def method_of(node: ast.ClassDef, name: str) -> ast.FunctionDef | None:
    return next((each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == name), None)


def parameters_of(function: ast.FunctionDef) -> tuple[list[ast.arg], list[tuple[ast.arg, ast.expr]]]:
    """The parameters without and with defaults, without ``self``."""
    every = [*function.args.posonlyargs, *function.args.args][1:]
    defaults = function.args.defaults
    plain_ones = every[: len(every) - len(defaults)]
    keywords = [(each, value) for each, value in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True) if value is not None]
    return plain_ones, [*zip(every[len(plain_ones) :], defaults, strict=True), *keywords]


def constructed(node: ast.ClassDef, layers: Layers, given: list[Held | None] | None = None) -> tuple[list[str], Module]:
    """The arguments for a class, and what its attributes then are."""
    module = Module(node)
    init = method_of(node, "__init__")
    if init is None:
        if any((dotted(base) or "").rpartition(".")[2] in layers.modules for base in node.bases):
            raise NotOffered("inherited", node.name)
        return [], module
    if any(each is None for each in init.args.kw_defaults):
        raise NotOffered("argument", init.args.kwonlyargs[0].arg)
    required, optional = parameters_of(init)
    arguments: list[str] = []
    for number, each in enumerate(required):
        value = given[number] if given is not None and number < len(given) else None if given is not None else _small(each)
        if value is None:
            raise NotOffered("argument", each.arg)
        module.values[each.arg] = value
        arguments.append(repr(value))
    for number, (each, default) in enumerate(optional, len(required)):
        passed = given[number] if given is not None and number < len(given) else None
        value = passed if passed is not None else number_of(default, module)
        if value is not None:
            module.values[each.arg] = value
    for statement in (each for each in ast.walk(init) if isinstance(each, ast.Assign)):
        for target in statement.targets:
            name = dotted(target)
            if name is None:
                continue
            if isinstance(statement.value, ast.Call):
                module.made.setdefault(name, statement.value)
            if (held := number_of(statement.value, module)) is not None:
                module.values[name] = held
    return arguments, module


def _small(parameter: ast.arg) -> Number | None:
    """A small number for a constructor's argument, by its annotation and the words of its name; None where it may be something else."""
    annotation = ast.unparse(parameter.annotation) if parameter.annotation is not None else ""
    words = parameter.arg.lower().strip("_").split("_")
    if annotation not in ("", "int", "float"):
        return None
    if annotation == "float" or any(each in RATES for each in words):
        return 0.1
    for each in reversed(words):
        if each in SMALL:
            return SMALL[each]
    letters = parameter.arg.rstrip("0123456789").lower()
    known = (
        any(each.rstrip("0123456789") in SIZES for each in words)
        or letters in SIZES
        or any(letters.endswith(each) for each in ("dim", "size", "ch"))
    )
    return 8 if known or annotation == "int" else None


def number_of(node: ast.expr | None, module: Module, depth: int = 0) -> Held | None:
    """What a number in the constructor is."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float | str):
        return node.value
    if isinstance(node, ast.Name | ast.Attribute):
        return module.values.get(dotted(node) or "")
    if isinstance(node, ast.Tuple):
        parts = [number_of(each, module, depth + 1) for each in node.elts] if depth < MAX_DEPTH else []
        numbers = tuple(each for each in parts if isinstance(each, int | float))
        return numbers if numbers and len(numbers) == len(node.elts) else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = number_of(node.operand, module, depth + 1) if depth < MAX_DEPTH else None
        return -value if isinstance(value, int | float) else None
    if isinstance(node, ast.BinOp) and depth < MAX_DEPTH:
        left, right = number_of(node.left, module, depth + 1), number_of(node.right, module, depth + 1)
        if isinstance(left, int | float) and isinstance(right, int | float):
            return _computed(node.op, left, right)
    return None


def _computed(operator: ast.operator, left: Number, right: Number) -> Number | None:
    if max(abs(left), abs(right)) > 1_000_000:
        return None
    if isinstance(operator, ast.Add):
        return left + right
    if isinstance(operator, ast.Sub):
        return left - right
    if isinstance(operator, ast.Mult):
        return left * right
    if isinstance(operator, ast.FloorDiv | ast.Div) and right:
        return left // right if isinstance(operator, ast.FloorDiv) else left / right
    return None
