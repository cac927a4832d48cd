"""A piece of code as far as it can be known without running it: its names, which of them stand for one tensor, and which op made each."""

from __future__ import annotations

import ast
import re
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator
from textwrap import dedent

from gradreel.reading.edits import MAX_NODES, OPERATORS, VIEWS, Edits, called, dotted, name_in
from gradreel.reading.model import Frame
from gradreel.reading.nodes import nodes_of

MAX_CODE = 400_000
MADE_BY_CLASS = {
    "linear": ("addmm", "linear", "mm", "unsafeview", "view", "t"),
    "conv1d": ("convolution", "cudnnconvolution", "mkldnnconvolution", "squeeze", "slowconv2d", "thnnconv2d"),
    "conv2d": ("convolution", "cudnnconvolution", "mkldnnconvolution", "thnnconv2d"),
    "conv3d": ("convolution", "cudnnconvolution", "mkldnnconvolution", "slowconv3d"),
    "batchnorm1d": ("nativebatchnorm", "cudnnbatchnorm", "miopenbatchnorm"),
    "batchnorm2d": ("nativebatchnorm", "cudnnbatchnorm", "miopenbatchnorm"),
    "layernorm": ("nativelayernorm",),
    "groupnorm": ("nativegroupnorm",),
    "embedding": ("embedding",),
    "matmul": ("mm", "bmm", "mv", "dot", "unsafeview"),
    "zeros_like": ("copyslices",),
}
"""Function or class, in small letters → the ops whose results it may return, where the names differ."""
COMMENT = re.compile(r"#.*$")


class Program:
    """The code, parsed."""

    def __init__(self, code: str, tree: ast.Module) -> None:
        self.lines = code.split("\n")
        self.tree = tree
        self._places: dict[str, list[int]] = defaultdict(list)
        """Line as it is compared → the numbers of the lines like it."""
        for number, line in enumerate(self.lines, 1):
            if compared := _compared(line):
                self._places[compared].append(number)
        self.edits = tuple(Edits(code, tree).found)
        self._parent: dict[str, str] = {}
        self._made: dict[str, set[str]] = defaultdict(set)
        self.numbers: set[str] = set()
        """Names that hold numbers, lists or dicts at first."""
        self.shapes: dict[str, set[tuple[int, ...]]] = defaultdict(set)
        """Names of tensors that are made with sizes that the code says."""
        self.functions: list[tuple[int, int]] = []
        """First and last lines."""
        self.loops: list[tuple[int, int]] = []
        self._parameters: dict[str, list[str]] = {}
        self._classes: dict[str, str] = {}
        """Name → class that it was made with, in small letters."""
        for node in nodes_of(tree):
            self._note(node)
        for node in nodes_of(tree):
            self._join(node)

    def _note(self, node: ast.AST) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self.functions.append((node.lineno, node.end_lineno or node.lineno))
            self._parameters[node.name] = [each.arg for each in node.args.args if each.arg != "self"]
        elif isinstance(node, ast.For | ast.While):
            self.loops.append((node.lineno, node.end_lineno or node.lineno))
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            name = called(node.value)
            if name[:1].isupper():
                self._classes.update({named: name.lower() for named in map(dotted, node.targets) if named})

    def _join(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._assigned(target, node.value)
        elif isinstance(node, ast.For):
            self._assigned(node.target, node.iter)
        elif isinstance(node, ast.Call):
            for parameter, argument in zip(self._parameters.get(called(node), ()), node.args, strict=False):
                self._same(parameter, dotted(argument))

    def _assigned(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple | ast.List):
            values = (
                value.elts
                if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts)
                else [value] * len(target.elts)
            )
            for each, other in zip(target.elts, values, strict=True):
                self._assigned(each, other)
            return
        name = dotted(target)
        if name is None:
            return
        if _is_number(value):
            self.numbers.add(name)
        self._made[name] |= set(self.ops_of(value))
        if (sizes := _sizes(value)) is not None:
            self.shapes[name].add(sizes)
        if isinstance(value, ast.Name | ast.Attribute | ast.Subscript) or (isinstance(value, ast.Call) and called(value) in VIEWS):
            self._same(name, name_in(value))

    def _same(self, one: str | None, other: str | None) -> None:
        if one and other and one != other:
            self._parent[self._root(one)] = self._root(other)

    def _root(self, name: str) -> str:
        seen = 0
        while (above := self._parent.get(name)) is not None and above != name and seen < 1000:
            name, seen = above, seen + 1
        return name

    def are_one(self, one: str, other: str) -> bool:
        """Whether two names may stand for one tensor, or views of one."""
        return self._root(one) == self._root(other)

    def ops_of(self, value: ast.expr) -> Iterator[str]:
        """The ops that an expression may be the result of."""
        if isinstance(value, ast.BinOp):
            op = OPERATORS.get(type(value.op), "")
            yield from (op, *(MADE_BY_CLASS["matmul"] if op == "mm" else ()))
        elif isinstance(value, ast.UnaryOp):
            yield "neg"
        elif isinstance(value, ast.Subscript):
            yield from ("select", "slice", "index")
        elif isinstance(value, ast.Call):
            name = called(value).lower()
            made = self._classes.get(dotted(value.func) or "", name)
            yield from (made, made.strip("_").replace("_", ""), *MADE_BY_CLASS.get(made, ()))

    def made_by(self, op: str) -> set[str]:
        """Return the names that such an op may have made."""
        return {name for name, ops in self._made.items() if op in ops}

    def names_on(self, line: int) -> tuple[set[str], set[str]]:
        """Return the names that the statement of a line reads, and those that it binds."""
        read: set[str] = set()
        bound: set[str] = set()
        for node in self.statements_on(line):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
            bound |= {name for name in map(name_in, targets) if name}
            read |= {name for each in ast.walk(node) if isinstance(each, ast.Name | ast.Attribute) and (name := dotted(each))}
        return read, bound

    def statements_on(self, line: int) -> list[ast.stmt]:
        """Return the innermost statements that lie on a line."""
        on = [
            node for node in nodes_of(self.tree) if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
        ]
        return [node for node in on if not any(hasattr(node, part) for part in ("body", "handlers"))]

    def function_at(self, line: int) -> int:
        """Return the line of the innermost function around a line; 0 for none."""
        return max((first for first, last in self.functions if first <= line <= last), default=0)

    def loops_at(self, line: int) -> tuple[int, ...]:
        """Return the loops around a line, the outermost first, within its function."""
        function = self.function_at(line)
        return tuple(sorted(first for first, last in self.loops if first <= line <= last and first > function))

    def line_of(self, frame: Frame) -> int | None:
        """Return the line of the code that a frame is at: by its text, which may have moved, else by its number."""
        if frame.text is None:
            return frame.line if frame.line is not None and frame.own and frame.line <= len(self.lines) and not frame.file else None
        found = self._places.get(_compared(frame.text), ())
        return min(found, key=lambda number: abs(number - (frame.line or 0)), default=None)

    def last_line_of(self, frames: Iterable[Frame]) -> int | None:
        """Return the line of the innermost frame that is in the code."""
        return next((line for frame in reversed(tuple(frames)) if frame.own and (line := self.line_of(frame)) is not None), None)


def program_of(code: str) -> Program | None:
    """Parse a piece of code; None for what Python cannot read, or what is too large to look at."""
    if len(code) > MAX_CODE:
        return None
    text = code.replace("\r\n", "\n").replace("\r", "\n")
    for each in (text, dedent(text)):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(each)
            if len(nodes_of(tree)) > MAX_NODES:
                return None
            return Program(each, tree)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return None


def _compared(line: str) -> str:
    return COMMENT.sub("", line).strip() or line.strip()


def _is_number(value: ast.expr) -> bool:
    if isinstance(value, ast.Constant | ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.JoinedStr):
        return True
    return isinstance(value, ast.Call) and called(value) in (
        "list",
        "dict",
        "set",
        "len",
        "int",
        "float",
        "item",
        "defaultdict",
        "deque",
        "tolist",
    )


def _sizes(value: ast.expr) -> tuple[int, ...] | None:
    """The sizes that a call makes a tensor with: ``torch.zeros(3, 4)``."""
    if not isinstance(value, ast.Call) or called(value) not in ("zeros", "ones", "empty", "rand", "randn", "full"):
        return None
    sizes = value.args[0].elts if value.args and isinstance(value.args[0], ast.Tuple | ast.List) else value.args
    numbers = [each.value for each in sizes if isinstance(each, ast.Constant) and isinstance(each.value, int)]
    return tuple(numbers) if numbers and len(numbers) == len(sizes) else None
