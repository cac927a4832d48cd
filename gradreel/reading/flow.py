"""Follows each function of a piece of code, statement by statement, and notes at each edit what above it has kept the edited tensor.

Loops are followed twice, so that an edit meets what the round before has kept; a branch may be taken or not; what a call of a function of
the code does is not followed. Nothing is run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gradreel.reading.calls import Calls
from gradreel.reading.edits import Edit, dotted
from gradreel.reading.layers import Layers
from gradreel.reading.memory import NUMBER, Memory, Save, State, Value
from gradreel.reading.nodes import nodes_of
from gradreel.reading.program import Program

MAX_DEPTH = 3
"""Loops in loops that are followed twice."""
MAX_SAVES = 24
"""Of what was kept of one tensor, what an edit of it is told to break."""
MAX_WORK = 8_000
"""Statements that are followed in all, loops counted twice."""


@dataclass
class Met:
    """What an edit has met, each time that it was come to."""

    edit: Edit
    followed: int = 0
    tensors: int = 0
    """How often what is edited may have been a tensor."""
    saves: dict[Save, None] = field(default_factory=dict)
    given_to: dict[tuple[int, str], None] = field(default_factory=dict)
    given: bool = False
    """Whether it may come from outside of the function."""
    unknown: bool = False
    """Whether it may come from a call that is not followed."""
    leaf: bool = False
    unseen: bool = False


def met_in(program: Program) -> tuple[Met, ...]:
    """Return what each edit of a piece of code meets, in the order of their lines."""
    layers = Layers(program.tree)
    found: dict[int, list[Met]] = {id(edit.node): [] for edit in program.edits}
    met = [Met(edit) for edit in program.edits]
    for each in met:
        found[id(each.edit.node)].append(each)
    budget = [MAX_WORK]
    functions = {node.name for node in nodes_of(program.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    for body in _bodies(program.tree):
        Flow(layers, functions, found, budget).follow(body)
    return tuple(sorted(met, key=lambda each: each.edit.line))


def _bodies(tree: ast.Module) -> Iterator[ast.Module | ast.FunctionDef | ast.AsyncFunctionDef]:
    yield tree
    for node in nodes_of(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


class Flow:
    """One function."""

    def __init__(self, layers: Layers, functions: set[str], edits: dict[int, list[Met]], budget: list[int]) -> None:
        self._edits = edits
        self._calls = Calls(layers, self._note)
        self._calls.functions = functions
        self._budget = budget
        self._depth = 0

    def follow(self, body: ast.Module | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Follow it from its beginning to its end."""
        state = State()
        if not isinstance(body, ast.Module):
            state.no_grad = any(_turns_off(each) for each in body.decorator_list)
        self._block(body.body, state)

    def _block(self, body: Sequence[ast.stmt], state: State) -> bool:
        """Whether it goes on behind it."""
        return all(self._statement(each, state) for each in body)

    def _statement(self, node: ast.stmt, state: State) -> bool:
        self._budget[0] -= 1
        if self._budget[0] < 0:
            return False
        value = self._calls.value
        if isinstance(node, ast.Assign):
            self._assign(node, state)
        elif isinstance(node, ast.AnnAssign):
            if node.value is not None:
                self._calls.bind(node.target, value(node.value, state), state, node.value)
        elif isinstance(node, ast.AugAssign):
            self._augmented(node, state)
        elif isinstance(node, ast.If):
            value(node.test, state)
            return self._branches([node.body, node.orelse], state)
        elif isinstance(node, ast.For | ast.AsyncFor | ast.While):
            self._loop(node, state)
        elif isinstance(node, ast.With | ast.AsyncWith):
            return self._with(node, state)
        elif isinstance(node, ast.Try | ast.TryStar):
            self._branches([[*node.body, *node.orelse], *([*node.body, *each.body] for each in node.handlers[:1])], state)
            return self._block(node.finalbody, state)
        elif isinstance(node, ast.Match):
            value(node.subject, state)
            return self._branches([*(each.body for each in node.cases), []], state)
        elif isinstance(node, ast.ClassDef):
            self._block([each for each in node.body if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)], state)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for each in ast.iter_child_nodes(node):
                if isinstance(each, ast.expr):
                    value(each, state)
        return not isinstance(node, ast.Return | ast.Raise | ast.Continue | ast.Break)

    def _assign(self, node: ast.Assign, state: State) -> None:
        whole = node.value
        value = self._calls.value(whole, state)
        for target in node.targets:
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple | ast.List) and isinstance(whole, ast.Tuple | ast.List) and len(target.elts) == len(whole.elts):
                pairs = [(each, self._calls.value(part, state)) for each, part in zip(target.elts, whole.elts, strict=True)]
            for each, given in pairs:
                self._to(node, each, given, state)

    def _to(self, node: ast.Assign, target: ast.expr, value: Value, state: State) -> None:
        if not isinstance(target, ast.Subscript) and not (isinstance(target, ast.Attribute) and target.attr in ("real", "imag")):
            self._calls.bind(target, value, state, node.value)
            return
        base = self._calls.value(target.value, state)
        if base.kind == "list" or _is_key(target):
            self._note(node, state, NUMBER, target)
            name = dotted(target.value)
            if name is not None:
                state.names[name] = self._calls.store.capped(Value("list", base.at | value.at))
            return
        self._note(node, state, base, target)
        self._mixed(base, value, state)

    def _mixed(self, base: Value, value: Value, state: State) -> None:
        """What is written into a tensor brings its graph along."""
        store = self._calls.store
        for at in base.at if not state.no_grad else ():
            memory = store.memory[at]
            memory.history |= store.history(value)
            if memory.requires == "no":
                memory.requires = store.requires(value)

    def _augmented(self, node: ast.AugAssign, state: State) -> None:
        target = node.target
        base = self._augmentable(target, state)
        other = self._calls.value(node.value, state)
        if base.kind in ("number", "list"):
            self._note(node, state, NUMBER)
        if base.kind == "list" and other.kind in ("list", "number"):
            self._calls.bind(target, Value("list", base.at | other.at), state)
            return
        values = (base, other)
        if base.kind in ("number", "list"):
            made = self._calls.operation(node, node.op, (target, node.value), values, state)
            if not isinstance(target, ast.Subscript):
                self._calls.bind(target, made, state)
            return
        self._note(node, state, base)
        self._mixed(base, other, state)
        self._calls.operation(node, node.op, (target, node.value), values, state, apply=True)

    def _augmentable(self, target: ast.expr, state: State) -> Value:
        """What is edited: of ``x[i] += y`` the whole of x, and if x is a list, what is in it."""
        if not isinstance(target, ast.Subscript):
            return self._calls.value(target, state)
        whole = self._calls.value(target.value, state)
        self._calls.value(target.slice, state)
        if whole.kind != "list":
            return whole
        return self._calls.element(whole) if whole.at else NUMBER

    def _branches(self, bodies: Sequence[Sequence[ast.stmt]], state: State) -> bool:
        ended: list[State] = []
        for body in bodies:
            branch = state.copy()
            if self._block(body, branch):
                ended.append(branch)
        if not ended:
            return False
        first = ended[0]
        for each in ended[1:]:
            first.join(each)
        state.names = {name: self._calls.store.capped(value) for name, value in first.names.items()}
        state.live = first.live
        return True

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, state: State) -> None:
        before = state.copy()
        self._depth += 1
        for _ in range(2 if self._depth <= MAX_DEPTH else 1):
            if isinstance(node, ast.While):
                self._calls.value(node.test, state)
            else:
                self._calls.bind(node.target, self._calls.element(self._calls.value(node.iter, state)), state)
            self._block(node.body, state)
        self._depth -= 1
        for name, value in before.names.items():
            state.names.setdefault(name, value)
        self._block(node.orelse, state)

    def _with(self, node: ast.With | ast.AsyncWith, state: State) -> bool:
        before = state.no_grad
        for item in node.items:
            held = self._calls.value(item.context_expr, state)
            if item.optional_vars is not None:
                self._calls.bind(item.optional_vars, held, state)
            state.no_grad = (
                True if _turns_off(item.context_expr) else False if "enable_grad" in ast.dump(item.context_expr) else state.no_grad
            )
        goes_on = self._block(node.body, state)
        state.no_grad = before
        return goes_on

    def _note(self, node: ast.AST, state: State, value: Value | None, target: ast.AST | None = None) -> None:
        """Come to an edit; of a statement with several, to that of ``target``."""
        for met in self._edits.get(id(node), ()):
            if target is not None and met.edit.edited not in (target, getattr(target, "value", None)):
                continue
            if met.edit.how == "module" and value is None:
                met.followed, met.tensors, met.unknown = met.followed + 1, met.tensors + 1, True  # some layer in it edits something
            else:
                self._meet(met, value if value is not None else self._edited(met.edit, state), state)

    def _edited(self, edit: Edit, state: State) -> Value:
        calls = self._calls
        if edit.how == "step":
            owner = edit.node.func.value if isinstance(edit.node, ast.Call) and isinstance(edit.node.func, ast.Attribute) else None
            held = state.names.get(dotted(owner) or "", Value())
            given = frozenset(at for at in held.at if calls.store.memory[at].weights or calls.store.memory[at].leaf)
            return Value("tensor", given or calls.all_weights)
        if edit.how in ("load", "norm"):
            called = edit.node.func if isinstance(edit.node, ast.Call) else None
            return Value("tensor", frozenset((calls.weights(dotted(edit.edited if edit.how == "load" else called) or ""),)))
        if isinstance(edit.edited, ast.expr):
            return calls.value(edit.edited, state)
        return Value("any")

    def _meet(self, met: Met, value: Value, state: State) -> None:
        met.followed += 1
        if value.kind == "number":
            return
        met.tensors += 1
        met.unseen = met.unseen or value.unseen
        for at in value.at:
            memory: Memory = self._calls.store.memory[at]
            for save in self._calls.store.first(memory.saves & state.live, MAX_SAVES):
                met.saves[save] = None
            met.given_to.update(dict.fromkeys(memory.given_to))
            met.given = met.given or memory.origin == "given"
            met.unknown = met.unknown or memory.origin == "unknown"
            met.leaf = met.leaf or (memory.leaf and not state.no_grad and not value.cut and not value.unseen)


def _is_key(target: ast.expr) -> bool:
    """Whether it writes into a dict."""
    return isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant) and isinstance(target.slice.value, str)


def _turns_off(node: ast.AST) -> bool:
    said = ast.dump(node)
    return "no_grad" in said or "inference_mode" in said
