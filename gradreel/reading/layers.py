"""The layers that a piece of code makes, by the names that it gives them, and which of its classes are modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from gradreel.reading.edits import called, dotted, is_flag
from gradreel.reading.keeping import plain
from gradreel.reading.nodes import nodes_of

WITH_WEIGHTS: dict[str, tuple[str, ...]] = {
    "linear": ("mat1", "mat2"),
    "conv1d": ("input", "weight"),
    "conv2d": ("input", "weight"),
    "conv3d": ("input", "weight"),
    "convtranspose1d": ("input", "weight"),
    "convtranspose2d": ("input", "weight"),
    "convtranspose3d": ("input", "weight"),
    "batchnorm1d": ("input", "weight"),
    "batchnorm2d": ("input", "weight"),
    "batchnorm3d": ("input", "weight"),
    "layernorm": ("input", "weight"),
    "groupnorm": ("input", "weight"),
    "embedding": ("indices", "weight"),
    "prelu": ("self", "weight"),
}
"""Layers with a weight: what the table calls their input and their weight."""
PLAIN_LAYERS = frozenset(
    (
        *(
            "relu",
            "relu6",
            "sigmoid",
            "tanh",
            "softmax",
            "logsoftmax",
            "leakyrelu",
            "elu",
            "selu",
            "celu",
            "gelu",
            "silu",
            "mish",
            "hardtanh",
        ),
        *("hardswish", "hardsigmoid", "softplus", "logsigmoid", "softsign", "dropout", "dropout1d", "dropout2d", "flatten", "unflatten"),
        *(
            "identity",
            "maxpool1d",
            "maxpool2d",
            "maxpool3d",
            "avgpool1d",
            "avgpool2d",
            "avgpool3d",
            "adaptiveavgpool1d",
            "adaptiveavgpool2d",
        ),
        *(
            "adaptivemaxpool2d",
            "upsample",
            "mseloss",
            "l1loss",
            "crossentropyloss",
            "nllloss",
            "bceloss",
            "bcewithlogitsloss",
            "smoothl1loss",
        ),
        *("huberloss", "glu", "pixelshuffle", "zeropad2d"),
    )
)
"""Layers without a weight."""
MODULES = ("Module", "LightningModule", "Sequential")
MAX_LAYERS = 200


@dataclass(frozen=True)
class Layer:
    """A layer that is called."""

    kind: str
    """Its class, in small letters and without underscores."""
    in_place: bool
    made: ast.Call


def layers_of(value: ast.expr) -> tuple[Layer, ...] | None:
    """Return the layers that an expression makes, in the order in which they are applied; None where it makes others, or none."""
    if not isinstance(value, ast.Call):
        return None
    name = called(value)
    if name == "Sequential":
        found: list[Layer] = []
        for each in value.args:
            inner = layers_of(each)
            if inner is None or len(found) > MAX_LAYERS:
                return None
            found += inner
        return tuple(found) or None
    kind = plain(name)
    if not name[:1].isupper() or (kind not in WITH_WEIGHTS and kind not in PLAIN_LAYERS):
        return None
    first = value.args[0] if value.args else None
    positional = kind in ("relu", "relu6", "silu", "mish", "selu", "hardswish") and isinstance(first, ast.Constant) and first.value is True
    return (Layer(kind, is_flag(value, "inplace") or positional, value),)


class Layers:
    """What is known of the modules of a piece of code, by name."""

    def __init__(self, tree: ast.Module) -> None:
        self.classes = {node.name: node for node in nodes_of(tree) if isinstance(node, ast.ClassDef)}
        self.modules = {name for name, node in self.classes.items() if self._is_module(node, 0)}
        """Classes of the code that are modules."""
        self.known: dict[str, tuple[Layer, ...]] = {}
        """Name → layers that it stands for."""
        self.instances: dict[str, str] = {}
        """Name → class of what it holds, which is a module of the code, or one whose layers are not known."""
        self.parameters: set[str] = set()
        """Names of what is made with ``nn.Parameter``."""
        self._same: dict[str, str] = {}
        owners = {_whose_parameters(node) for node in nodes_of(tree)}
        for name, value in _assigned(tree):
            if (other := dotted(value)) is not None and (other in self.known or other in self.instances) and other != name:
                self._same[name] = self._same.get(other, other)
                if other in self.known:
                    self.known[name] = self.known[other]
                else:
                    self.instances[name] = self.instances[other]
            elif (layers := layers_of(value)) is not None:
                self.known[name] = layers
            elif isinstance(value, ast.Call) and called(value) in ("Parameter", "register_parameter"):
                self.parameters.add(name)
            elif isinstance(value, ast.Call) and (called(value) in self.modules or _of_nn(value) or name in owners):
                self.instances[name] = called(value)

    def same(self, name: str) -> str:
        """Return the first of the names of a module."""
        return self._same.get(name, name)

    def _is_module(self, node: ast.ClassDef, depth: int) -> bool:
        names = [(dotted(base) or "").rpartition(".")[2] for base in node.bases]
        if any(name in MODULES for name in names):
            return True
        above = [self.classes[name] for name in names if name in self.classes and self.classes[name] is not node]
        return depth < 20 and any(self._is_module(each, depth + 1) for each in above)


def _whose_parameters(node: ast.AST) -> str | None:
    """Whose parameters a call gets."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("parameters", "state_dict"):
        return dotted(node.func.value)
    return None


def _of_nn(value: ast.Call) -> bool:
    func = value.func
    return isinstance(func, ast.Attribute) and func.attr[:1].isupper() and dotted(func.value) in ("nn", "torch.nn")


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in nodes_of(tree):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        value = getattr(node, "value", None)
        if not isinstance(value, ast.expr):
            continue
        for target in targets:
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
                pairs = list(zip(target.elts, value.elts, strict=True))
            elif isinstance(target, ast.Tuple) and isinstance(value, ast.GeneratorExp | ast.ListComp):
                pairs = [(each, value.elt) for each in target.elts]
            yield from ((name, each) for one, each in pairs if (name := dotted(one)))
