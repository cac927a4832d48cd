"""Follows the expressions of a piece of code: what each may be, and what the ops in it keep for their gradients."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from gradreel.reading.edits import OPERATORS, called, dotted
from gradreel.reading.keeping import kept_by
from gradreel.reading.layers import WITH_WEIGHTS, Layer, Layers
from gradreel.reading.memory import ANYTHING, NUMBER, Requires, Save, State, Store, Value

NAMESPACES = frozenset(("torch", "F", "nn", "np", "numpy", "math", "functional", "init", "optim", "linalg", "special", "autograd"))
SYMBOLS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "pow": "**", "mm": "@", "remainder": "%"}
PARTS = frozenset(("T", "mT", "H", "real", "imag"))
NUMBERS = frozenset(("shape", "dtype", "device", "ndim", "requires_grad", "is_leaf", "training", "grad_fn", "names", "itemsize"))
MAX_NAME = 40
MAX_GIVEN = 8
"""Calls that are not followed, of which it is noted that they were given a tensor."""
Note = Callable[[ast.AST, State, Value | None], None]
"""Is told of each node that may edit, after what it reads was followed; with what is edited, where that is known."""


class Expressions:
    """Follows expressions, in one function."""

    def __init__(self, layers: Layers, note: Note) -> None:
        self.layers = layers
        self.store = Store()
        self.note = note
        self.functions: set[str] = set()
        """Names of functions of the code, which are not followed."""
        self._weights: dict[str, int] = {}

    def value(self, node: ast.AST | None, state: State) -> Value:
        """Follow an expression."""
        if node is None or isinstance(node, ast.Constant | ast.JoinedStr):
            return NUMBER
        if isinstance(node, ast.Name | ast.Attribute):
            return self._named(node, state)
        if isinstance(node, ast.Subscript):
            return self._subscript(node, state)
        if isinstance(node, ast.BinOp):
            sides = (node.left, node.right)
            return self.operation(node, node.op, sides, [self.value(each, state) for each in sides], state)
        if isinstance(node, ast.Call):
            return self.call(node, state)
        if isinstance(node, ast.NamedExpr):
            value = self.value(node.value, state)
            state.names[node.target.id] = value
            return value
        return self._other(node, state)

    def _other(self, node: ast.AST, state: State) -> Value:
        if isinstance(node, ast.UnaryOp):
            value = self.value(node.operand, state)
            return NUMBER if value.kind == "number" else self.made((value,), state, keep=self.store.history(value))
        if isinstance(node, ast.Compare):
            values = [self.value(each, state) for each in (node.left, *node.comparators)]
            return NUMBER if all(each.kind == "number" for each in values) else self._fresh("", "no")
        if isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
            parts = [*node.keys, *node.values] if isinstance(node, ast.Dict) else node.elts
            return self._list([self.value(each, state) for each in parts if each is not None])
        if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            for each in node.generators:
                self.bind(each.target, self.element(self.value(each.iter, state)), state)
            return self._list([self.value(node.value if isinstance(node, ast.DictComp) else node.elt, state)])
        if isinstance(node, ast.IfExp):
            self.value(node.test, state)
            return self.value(node.body, state) | self.value(node.orelse, state)
        if isinstance(node, ast.BoolOp):
            values = [self.value(each, state) for each in node.values]
            return _union(values)
        if isinstance(node, ast.Lambda):
            return ANYTHING
        inner = [self.value(each, state) for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
        return inner[0] if isinstance(node, ast.Starred | ast.Await) and inner else ANYTHING

    def bind(self, target: ast.AST, value: Value, state: State, source: ast.expr | None = None) -> None:
        """Give a value a name; what is unpacked is a part of it."""
        if isinstance(target, ast.Tuple | ast.List):
            for each in target.elts:
                self.bind(each.value if isinstance(each, ast.Starred) else each, self.element(value), state)
        elif (name := dotted(target)) is not None:
            if isinstance(target, ast.Attribute) and target.attr == "requires_grad":
                self._require(self.value(target.value, state), source)
                return
            state.names[name] = value = self.store.capped(value)
            for at in value.at:
                self.store.memory[at].name = self.store.memory[at].name or name

    def element(self, value: Value) -> Value:
        """What is got out of a list, or is a part of a tensor."""
        return Value("any", value.at, value.cut, value.unseen, len(value.at) > 1) if value.kind == "list" else value

    def _fresh(self, name: str = "", requires: Requires = "maybe", history: int = 0) -> Value:
        at = self.store.make(name, "made", requires)
        self.store.memory[at].history = history
        return Value("tensor", frozenset((at,)))

    def _list(self, values: Sequence[Value]) -> Value:
        return self.store.capped(Value("list", frozenset().union(*(each.at for each in values)) if values else frozenset()))

    def made(self, values: Sequence[Value], state: State, keep: int = 0) -> Value:
        """The result of an op on these."""
        said = {self.store.requires(each) for each in values}
        requires: Requires = "no" if state.no_grad or said <= {"no"} else "yes" if "yes" in said else "maybe"
        history = keep
        for each in values:
            history |= self.store.history(each)
        return self._fresh("", requires, 0 if requires == "no" else history)

    def _named(self, node: ast.Name | ast.Attribute, state: State) -> Value:
        name = dotted(node)
        if name is not None and (name in self.layers.known or name in self.layers.instances):
            return Value("any", frozenset((self.weights(name),)))
        if name is not None and name in state.names:
            return state.names[name]
        if isinstance(node, ast.Attribute):
            if node.attr in NUMBERS:
                self.value(node.value, state)
                return NUMBER
            if node.attr in PARTS:
                return self.value(node.value, state)
            if node.attr == "data":
                base = self.value(node.value, state)
                return Value("tensor", base.at, True, True)
            if name is None:
                base = self.value(node.value, state)
                return Value("any", base.at) if node.attr in ("values", "indices", "weight", "bias") else ANYTHING
        if name is None or (name.partition(".")[0] in NAMESPACES and name.partition(".")[0] not in state.names):
            return ANYTHING
        return self._given(name, state)

    def _given(self, name: str, state: State) -> Value:
        """A name that is not bound in this function."""
        owner, _, last = name.rpartition(".")
        if last in ("weight", "bias") and owner in (*self.layers.known, *self.layers.instances):
            return Value("tensor", frozenset((self.weights(owner),)))
        parameter = name in self.layers.parameters
        at = self.store.make(name, "made" if parameter else "given", "yes" if parameter else "maybe", leaf=parameter)
        state.names[name] = Value("any", frozenset((at,)))
        return state.names[name]

    def weights(self, name: str) -> int:
        """The memory that stands for the weights of a module."""
        name = self.layers.same(name)
        if name not in self._weights:
            self._weights[name] = self.store.make(name, "made", "maybe", weights=True)
        return self._weights[name]

    @property
    def all_weights(self) -> frozenset[int]:
        """Those of all modules that were called so far."""
        return frozenset(self._weights.values())

    def _subscript(self, node: ast.Subscript, state: State) -> Value:
        base, index = self.value(node.value, state), self.value(node.slice, state)
        if base.kind in ("list", "number"):
            return self.element(base) if base.kind == "list" else NUMBER
        if index.kind == "tensor" or (index.kind == "list" and index.at):
            return self.op(node, "index", (node.value, node.slice), (base, index), state, ("self", "indices"), "[…]")
        return base

    def operation(
        self, node: ast.AST, operator: ast.operator, sides: Sequence[ast.expr], values: Sequence[Value], state: State, apply: bool = False
    ) -> Value:
        """Follow ``a * b``; or ``a *= b``, which edits ``a``."""
        if all(each.kind in ("number", "list") for each in values):
            return values[0] if values[0].kind == "list" else NUMBER
        op = OPERATORS.get(type(operator), "")
        name = SYMBOLS.get(op, op) + ("=" if apply else "")
        if op == "div" and values[0].kind == "number":
            return self.made(values, state)  # the reciprocal keeps its own result
        return self.op(node, op, sides, values, state, (), name, apply=apply)

    def op(
        self,
        node: ast.AST,
        op: str,
        sides: Sequence[ast.AST | None],
        values: Sequence[Value],
        state: State,
        given: Sequence[str],
        label: str,
        apply: bool = False,
    ) -> Value:
        """Follow an op: note what it keeps. ``apply``: it edits its first argument, which is its result."""
        named = [given[at] if at < len(given) else None for at in range(len(values))]
        kept = kept_by(op, named, [each.kind == "number" for each in values], apply)
        if kept is None:
            made = self.unknown(node, values, label, state)
            return values[0] if apply else made
        result = values[0] if apply else self.made(values, state)
        if state.no_grad:
            return result
        line = getattr(node, "lineno", 0)
        noted = 0
        for at, needs in kept.inputs.items():
            noted |= self._save(values[at], "input", text_of(sides[at]), needs, sides, values, (line, label, kept.sure))
        if kept.result is not None:
            noted |= self._save(result, "result", "", kept.result, sides, values, (line, label, kept.sure))
        state.live |= noted
        for at in result.at:
            history = noted
            for each in values:
                history |= self.store.history(each)
            self.store.memory[at].history |= history
        return result

    def _save(
        self,
        value: Value,
        keeps: str,
        name: str,
        needs: frozenset[int],
        sides: Sequence[ast.AST | None],
        values: Sequence[Value],
        of: tuple[int, str, bool],
    ) -> int:
        said = {at: self.store.requires(values[at]) for at in needs}
        able = [at for at in sorted(needs) if said[at] != "no"]
        if not able:
            return 0
        line, label, sure = of
        names = () if any(said[at] == "yes" for at in able) else tuple(dict.fromkeys(text_of(sides[at]) for at in able))
        save = Save(line, label, "result" if keeps == "result" else "weights" if keeps == "weights" else "input", name, names, sure)
        found = 0
        for at in value.at:
            found |= self.store.save(at, save)
        return found

    def unknown(self, node: ast.AST, values: Sequence[Value], label: str, state: State) -> Value:
        """Follow no further: what is given to it may be kept."""
        line = getattr(node, "lineno", 0)
        for each in values:
            for at in each.at:
                if len(self.store.memory[at].given_to) < MAX_GIVEN:
                    self.store.memory[at].given_to.append((line, label))
        result = self.made(values, state) if values else self._fresh()
        for at in result.at:
            self.store.memory[at].origin = "unknown"
            self.store.memory[at].requires = "no" if state.no_grad else "maybe"
        return Value("any", result.at)

    def _require(self, value: Value, source: ast.expr | None) -> None:
        if source is None or (isinstance(source, ast.Constant) and source.value is False):
            return
        for at in value.at:
            memory = self.store.memory[at]
            memory.requires = "yes"
            memory.leaf = memory.leaf or (memory.origin == "made" and not memory.history and not memory.weights)

    def call(self, node: ast.Call, state: State) -> Value:
        """Follow a call."""
        raise NotImplementedError

    def layer(
        self, node: ast.Call, layer: Layer, name: str, side: ast.AST | None, value: Value, more: Sequence[Value], state: State
    ) -> Value:
        """Follow the call of a layer whose class is known."""
        names = WITH_WEIGHTS.get(layer.kind)
        label = name
        if names is None:
            others = list(node.args[1:]) if more else []
            sides = (side, *others)
            return self.op(node, layer.kind, sides, (value, *more), state, (), label, apply=layer.in_place)
        weight = Value("tensor", frozenset((self.weights(name),)))
        sides = (side, ast.Name(f"{name}.weight"))
        return self.op(node, layer.kind, sides, (value, weight), state, names, label)


def _union(values: Sequence[Value]) -> Value:
    found = values[0]
    for each in values[1:]:
        found |= each
    return found


def text_of(node: ast.AST | None) -> str:
    if node is None:
        return ""
    text = ast.unparse(node).replace("\n", " ")
    return text if len(text) <= MAX_NAME else f"{text[: MAX_NAME - 1]}…"


def called_as(node: ast.Call) -> str:
    """Return the name of what is called, as the code writes it, as far as that is short."""
    return dotted(node.func) or called(node) or text_of(node.func)
