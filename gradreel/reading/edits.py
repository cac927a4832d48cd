"""Finds what edits tensors in place in a piece of code, by its syntax tree; nothing is run, so whether a name is a tensor is a guess."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from gradreel.reading.nodes import nodes_of

How = Literal["augmented", "subscript", "attribute", "method", "module", "out", "step", "load", "norm", "data"]

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.Pow: "pow",
    ast.FloorDiv: "div",
    ast.Mod: "remainder",
    ast.MatMult: "mm",
}
NO_EDITS = frozenset(
    ("requires_grad_", "retain_grad_", "detach_", "share_memory_", "register_", "clip_grad_norm_", "clip_grad_value_", "unscale_")
)
"""Methods whose names end in ``_`` and that edit no tensor's values, or those of gradients alone."""
SCALERS = ("scaler", "grad_scaler", "accelerator", "fabric")
NO_OPTIMIZERS = ("sched", "env", "writer", "prof", "sim", "lr_")
VIEWS = frozenset(
    (
        *(
            "view",
            "view_as",
            "reshape",
            "detach",
            "t",
            "transpose",
            "permute",
            "squeeze",
            "unsqueeze",
            "flatten",
            "expand",
            "narrow",
            "select",
        ),
        *("unbind", "chunk", "split", "contiguous", "data", "T", "mT", "numpy", "swapaxes", "movedim", "diagonal", "unfold"),
    )
)
"""Methods and attributes that give the same memory."""
LOADERS = ("load_state_dict", "reset_parameters")
"""Methods of modules that overwrite parameters."""
WRAPPERS = frozenset(("from_numpy", "as_tensor", "asarray", "enumerate", "zip", "reversed", "list"))
MAX_NODES = 200_000
MAX_DEPTH = 60
MAX_STEPS = 3
"""Names between a module and the call of it."""


@dataclass(frozen=True)
class Edit:
    """Something that edits in place."""

    line: int
    text: str
    how: How
    target: str | None
    """What is edited, as the code calls it, without subscripts."""
    op: str
    """The op that it is recorded as, in small letters: ``add``, ``copyslices``."""
    function: int
    """The line of the function that it is in; 0 for the module."""
    loops: tuple[int, ...]
    """The lines of the loops around it, the outermost first."""
    no_grad: bool
    data: bool = False
    """Whether it goes through ``.data``, past the version counter."""
    grad: bool = False
    """Whether it edits a gradient."""
    node: ast.stmt | ast.expr | None = field(default=None, compare=False, repr=False)
    edited: ast.AST | None = field(default=None, compare=False, repr=False)
    """The expression that is edited."""


def name_in(node: ast.AST | None) -> str | None:
    """Return the name that an expression is a part or a view of: ``self.h`` in ``self.h[0].view(-1)``."""
    for _ in range(MAX_DEPTH):
        if isinstance(node, ast.Subscript | ast.Starred):
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in VIEWS:
            node = node.func.value
        elif isinstance(node, ast.Call) and called(node) in WRAPPERS and node.args:
            node = node.args[0]
        elif isinstance(node, ast.Attribute) and node.attr in VIEWS | {"grad"}:
            node = node.value
        else:
            break
    return dotted(node)


def dotted(node: ast.AST | None) -> str | None:
    """Return a name with its attributes."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute) and len(parts) < MAX_DEPTH:
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    return ".".join([node.id, *reversed(parts)])


def called(call: ast.Call) -> str:
    """Return the last name of what is called."""
    func = call.func
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def is_flag(call: ast.Call, name: str) -> bool:
    """Whether a call sets an option to True."""
    return any(each.arg == name and isinstance(each.value, ast.Constant) and each.value.value is True for each in call.keywords)


class Edits(ast.NodeVisitor):
    """All edits of a program, and what they are ranked by."""

    def __init__(self, code: str, tree: ast.Module) -> None:
        self._lines = code.split("\n")
        self._function = 0
        self._loops: tuple[int, ...] = ()
        self._no_grad = False
        self._classes: list[str] = []
        self.modules = _modules_in_place(tree)
        """Names of modules that edit what they are given."""
        self.found: list[Edit] = []
        self.visit(tree)

    def _add(self, node: ast.stmt | ast.expr, how: How, target: ast.AST | None, op: str) -> None:
        line = node.lineno
        text = self._lines[line - 1].strip() if line <= len(self._lines) else ""
        data = target is not None and any(isinstance(each, ast.Attribute) and each.attr == "data" for each in ast.walk(target))
        grad = target is not None and any(isinstance(each, ast.Attribute) and each.attr == "grad" for each in ast.walk(target))
        self.found.append(Edit(line, text, how, name_in(target), op, self._function, self._loops, self._no_grad, data, grad, node, target))

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Note which function it is; a loop around a function does not repeat its lines by itself."""
        before = self._function, self._loops, self._no_grad
        decorated = any("no_grad" in ast.dump(each) or "inference_mode" in ast.dump(each) for each in node.decorator_list)
        self._function, self._loops, self._no_grad = node.lineno, (), decorated
        self.generic_visit(node)
        self._function, self._loops, self._no_grad = before

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_For(self, node: ast.For | ast.AsyncFor | ast.While) -> None:
        """Note the loop."""
        before = self._loops
        self._loops = (*before, node.lineno)
        self.generic_visit(node)
        self._loops = before

    visit_AsyncFor = visit_For
    visit_While = visit_For

    def visit_With(self, node: ast.With | ast.AsyncWith) -> None:
        """Note ``no_grad``."""
        before = self._no_grad
        if any("no_grad" in ast.dump(each.context_expr) or "inference_mode" in ast.dump(each.context_expr) for each in node.items):
            self._no_grad = True
        self.generic_visit(node)
        self._no_grad = before

    visit_AsyncWith = visit_With

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Find ``x += y`` and ``x[i] += y``."""
        op = OPERATORS.get(type(node.op), type(node.op).__name__.lower())
        self._add(node, "augmented", node.target, "copyslices" if isinstance(node.target, ast.Subscript) else op)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Find ``x[i] = y`` and ``x.real = y``."""
        for target in node.targets:
            for each in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
                if isinstance(each, ast.Subscript):
                    self._add(node, "subscript", each, "copyslices")
                elif isinstance(each, ast.Attribute) and each.attr in ("real", "imag"):
                    self._add(node, "attribute", each.value, "copyslices")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Find calls that edit."""
        name = called(node)
        receiver = node.func.value if isinstance(node.func, ast.Attribute) else None
        first = node.args[0] if node.args else None
        if _edits(name):
            of_module = dotted(receiver) in (
                "torch",
                "F",
                "nn.functional",
                "torch.nn.functional",
                "nn.init",
                "torch.nn.init",
                "init",
                "nn.utils",
            )
            target = first if of_module or receiver is None else receiver
            self._add(node, "method", target, name.strip("_").lower())
        elif is_flag(node, "inplace") and name[:1].islower():
            self._add(node, "module", first, name.lower())
        elif any(each.arg == "out" for each in node.keywords):
            self._add(node, "out", next(each.value for each in node.keywords if each.arg == "out"), name.lower())
        elif name == "step" and receiver is not None and _is_optimizer(receiver, node):
            self._add(node, "step", None, "step")
        elif name in LOADERS:
            self._add(node, "load", receiver, "copy")
        elif how := self._module(node):
            self._add(node, how[0], first, how[1])
        self.generic_visit(node)

    def _module(self, node: ast.Call) -> tuple[How, str] | None:
        """How a call of a module edits what it is given, or what it holds."""
        named = name_in(node.func)
        direct = node.func if isinstance(node.func, ast.Call) else None
        if direct is not None and called(direct)[:1].isupper() and is_flag(direct, "inplace"):
            return "module", called(direct).lower()
        return self.modules.get(named) if named else None


def _edits(name: str) -> bool:
    """Whether a method of that name edits in place."""
    if not name.endswith("_") or name.endswith("__") or name in NO_EDITS:
        return False
    return not name.startswith("_") or name.startswith("_foreach_")


def _modules_in_place(tree: ast.Module) -> dict[str, tuple[How, str]]:
    """Names bound to modules that edit: ``self.act = nn.ReLU(inplace=True)``, a class that holds one, an instance of that class."""
    found: dict[str, tuple[How, str]] = {}
    bindings = [pair for node in nodes_of(tree) for pair in _bindings(node)]
    for _ in range(MAX_STEPS):
        for name, value in bindings:
            if name not in found and (how := _held(value, found)) is not None:
                found[name] = how
    return found


def _bindings(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """What names a statement binds, and to what; of a loop, to what it goes over."""
    if isinstance(node, ast.For):
        pairs = [(each, node.iter) for each in ([node.target] if not isinstance(node.target, ast.Tuple) else node.target.elts)]
    elif isinstance(node, ast.Assign):
        pairs = [pair for target in node.targets for pair in _paired(target, node.value)]
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        pairs = [(node.target, node.value)]
    else:
        return
    yield from ((name, value) for target, value in pairs if (name := name_in(target)))


def _paired(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return list(zip(target.elts, value.elts, strict=True))
    return [(target, value)]


def _held(value: ast.expr, known: dict[str, tuple[How, str]]) -> tuple[How, str] | None:
    if (same := name_in(value)) is not None:
        return known.get(same)
    for each in ast.walk(value):
        if isinstance(each, ast.Call) and called(each)[:1].isupper():
            positional = called(each) in ("ReLU", "ReLU6", "SiLU", "Mish", "SELU", "Hardswish") and each.args
            if is_flag(each, "inplace") or (positional and isinstance(each.args[0], ast.Constant) and each.args[0].value is True):
                return "module", called(each).lower()
            if any(option.arg == "max_norm" for option in each.keywords):
                return "norm", "renorm"
        elif (
            isinstance(each, ast.Name | ast.Attribute) and isinstance(value, ast.Call) and dotted(each) in known and each is not value.func
        ):
            return known[str(dotted(each))]
    return None


def _is_optimizer(receiver: ast.expr, call: ast.Call) -> bool:
    """Whether ``.step()`` may be an optimizer's."""
    name = (dotted(receiver) or ast.dump(receiver)).lower()
    if any(word in name.rpartition(".")[2] for word in NO_OPTIMIZERS):
        return False
    return not call.args or any(word in name for word in (*SCALERS, "opt"))
