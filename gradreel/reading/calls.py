"""Follows the calls of a piece of code: constructors, views, layers, ops, ``backward()``; what is not known is not followed."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from gradreel.reading.edits import VIEWS, called, dotted, is_flag
from gradreel.reading.expressions import NAMESPACES, Expressions, called_as, text_of
from gradreel.reading.keeping import kept_by
from gradreel.reading.layers import Layer, layers_of
from gradreel.reading.memory import ANYTHING, NUMBER, Requires, Save, State, Value

COUNTS = frozenset(("item", "size", "dim", "numel", "tolist", "stride", "nelement", "get_device"))
"""Methods that give numbers."""
BUILTIN_COUNTS = frozenset(("len", "int", "float", "str", "bool", "range", "round", "ord", "hash"))
MAKERS = frozenset(
    (
        *("zeros", "ones", "empty", "full", "rand", "randn", "randint", "randperm", "arange", "linspace", "eye", "tensor", "logspace"),
        *(
            "zeros_like",
            "ones_like",
            "empty_like",
            "full_like",
            "rand_like",
            "randn_like",
            "randint_like",
            "new_zeros",
            "new_ones",
            "new_full",
        ),
        *("new_empty", "new_tensor", "one_hot", "normal", "tril_indices", "triu_indices", "Tensor", "FloatTensor"),
    )
)
SAME_OR_COPY = frozenset(
    ("reshape", "contiguous", "flatten", "to", "float", "double", "half", "cpu", "cuda", "type_as", "type", "ravel", "bfloat16")
)
SHARING = frozenset(("from_numpy", "as_tensor", "asarray", "Parameter", "Variable", "requires_grad_", "array"))
ADDS = frozenset(("append", "extend", "insert", "appendleft", "add", "update", "setdefault"))
PASSES = frozenset(
    ("list", "tuple", "zip", "enumerate", "reversed", "iter", "next", "pop", "values", "items", "keys", "popleft", "sorted", "dict", "set")
)
IGNORED = frozenset(
    (
        *(
            "print",
            "isinstance",
            "hasattr",
            "manual_seed",
            "format",
            "zero_grad",
            "retain_grad",
            "register_hook",
            "eval",
            "train",
            "type",
            "id",
        ),
        *(
            "is_available",
            "super",
            "set_detect_anomaly",
            "set_printoptions",
            "repr",
            "write",
            "log_scalar",
            "no_grad",
            "sleep",
            "time",
            "step",
        ),
        *(
            "allclose",
            "equal",
            "is_tensor",
            "data_ptr",
            "get_device",
            "clip_grad_norm_",
            "clip_grad_value_",
            "unscale_",
            "device",
            "tqdm_write",
        ),
    )
)

OPTIMIZERS = frozenset(
    ("SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "Adadelta", "Adamax", "LBFGS", "NAdam", "RAdam", "Rprop", "ASGD", "Adafactor")
)
OF_PARAMETERS = frozenset(("parameters", "named_parameters", "state_dict", "buffers", "children", "modules"))
LISTS_OF_VIEWS = frozenset(("unbind", "chunk", "split", "tensor_split", "hsplit", "vsplit"))


class Calls(Expressions):
    """Follows expressions with their calls."""

    def call(self, node: ast.Call, state: State) -> Value:
        """Follow a call."""
        func = node.func
        owner = func.value if isinstance(func, ast.Attribute) else None
        spaced = owner is not None and self._is_namespace(owner, state)
        name = dotted(func)
        receiver = None
        if owner is not None and not spaced and not self._is_module(name) and dotted(owner) not in ("self", "cls", "super"):
            receiver = self._receiver(owner, state)
        values = [self.value(each.value if isinstance(each, ast.Starred) else each, state) for each in node.args]
        named = [(each.arg or "", each.value, self.value(each.value, state)) for each in node.keywords]
        layers = layers_of(func) if isinstance(func, ast.Call) else self.layers.known.get(name or "")
        if layers is not None and values:
            return self._layers(node, layers, name or called(func) if isinstance(func, ast.Call) else name or "", values, state)
        self.note(node, state, _edited(node, receiver, values, named))
        if name is not None and name in self.layers.instances:
            return self._module(node, name, values, state)
        if (known := self._plainly(node, spaced, receiver, values, state)) is not None:
            return known
        return self._op(node, spaced, receiver, values, named, state)

    def _is_namespace(self, owner: ast.expr, state: State) -> bool:
        root = (dotted(owner) or "").partition(".")[0]
        return root in NAMESPACES and root not in state.names

    def _is_module(self, name: str | None) -> bool:
        return name is not None and (name in self.layers.known or name in self.layers.instances)

    def _receiver(self, owner: ast.expr, state: State) -> Value:
        name = dotted(owner)
        if self._is_module(name):
            return Value("any", frozenset((self.weights(str(name)),)))
        return self.value(owner, state)

    def _layers(self, node: ast.Call, layers: Sequence[Layer], name: str, values: Sequence[Value], state: State) -> Value:
        value = values[0]
        side: ast.AST | None = node.args[0]
        for number, layer in enumerate(layers):
            if layer.in_place:
                self.note(node, state, value)
            value = self.layer(node, layer, name, side, value, values[1:] if not number else (), state)
            side = None
        return value

    def _module(self, node: ast.Call, name: str, values: Sequence[Value], state: State) -> Value:
        """A module whose layers are not known: it may keep its weights, and what it is given."""
        result = self.unknown(node, values, name, state)
        if not state.no_grad:
            weights = self.weights(name)
            bit = self.store.save(weights, Save(node.lineno, name, "weights", name, (), False))
            state.live |= bit
            for at in result.at:
                self.store.memory[at].history |= bit | self.store.memory[weights].history
        return result

    def _plainly(self, node: ast.Call, spaced: bool, receiver: Value | None, values: Sequence[Value], state: State) -> Value | None:
        """What is no op; None for what may be one."""
        name = called(node)
        first = receiver if receiver is not None else values[0] if values else None
        if name == "backward" or (name == "grad" and spaced):
            self._release(node, receiver if receiver is not None else first, state)
            return self._fresh("", "no") if name == "grad" else NUMBER
        if name in OF_PARAMETERS and isinstance(node.func, ast.Attribute):
            held = self._held_weights(receiver)
            return Value("list", held or frozenset((self.weights(dotted(node.func.value) or called_as(node)),)))
        if spaced and name[:1].isupper() and name not in (*MAKERS, *SHARING, *OPTIMIZERS):
            return ANYTHING  # a layer that is made
        if name in OPTIMIZERS:
            return Value("any", frozenset().union(*(each.at for each in values)) if values else frozenset())
        if (name in MAKERS and (spaced or receiver is None or name.startswith("new_"))) or (
            spaced and text_of(node.func).startswith("np.")
        ):
            return self._maker(node)
        if name in SHARING and first is not None:
            return self._shared(node, name, first)
        if name in ("detach", "detach_", "numpy") and receiver is not None:
            return Value("tensor", receiver.at, True, receiver.unseen or name == "numpy")
        if (name in COUNTS and receiver is not None) or (name in BUILTIN_COUNTS and isinstance(node.func, ast.Name)):
            return NUMBER
        if name in IGNORED or (name.startswith("__") and name.endswith("__")):
            return ANYTHING
        return self._held(node, spaced, receiver, values, state)

    def _held_weights(self, value: Value | None) -> frozenset[int]:
        """Those of the modules that a name may stand for."""
        return frozenset(at for at in value.at if self.store.memory[at].weights) if value is not None else frozenset()

    def _held(self, node: ast.Call, spaced: bool, receiver: Value | None, values: Sequence[Value], state: State) -> Value | None:
        """Views and lists."""
        name = called(node)
        first = receiver if receiver is not None else values[0] if values else None
        if isinstance(node.func, ast.Attribute) and receiver is not None and _adds(name, receiver):
            held = Value("list", receiver.at.union(*(each.at for each in values)))
            self.bind(node.func.value, held, state)
            return ANYTHING
        if name in PASSES and first is not None and (receiver is None or receiver.kind != "tensor"):
            whole = frozenset().union(*(each.at for each in (*values, *([receiver] if receiver else []))))
            return Value("any" if name in ("next", "pop", "popleft") else "list", whole)
        if isinstance(node.func, ast.Name) and name in ("min", "max") and len(values) > 1:
            return Value("any", frozenset().union(*(each.at for each in values)))
        if first is None or (receiver is None and not spaced):
            return None
        if name in LISTS_OF_VIEWS:
            return Value("list", first.at, first.cut, first.unseen)
        if name in SAME_OR_COPY:
            return first | self.made((first,), state)
        return first if name in VIEWS else None

    def _op(
        self,
        node: ast.Call,
        spaced: bool,
        receiver: Value | None,
        values: Sequence[Value],
        named: Sequence[tuple[str, ast.expr, Value]],
        state: State,
    ) -> Value:
        name = called(node)
        own = receiver is None and not spaced
        sides: list[ast.AST | None] = [*([] if receiver is None else [_owner(node)]), *node.args]
        all_values = [*([] if receiver is None else [receiver]), *values]
        names = [""] * len(all_values)
        for key, side, value in named:
            if value.kind != "number" and key not in ("out", "inplace", "dim"):
                sides.append(side)
                all_values.append(value)
                names.append("self" if key == "input" and not all_values else key)
        if own and (name in self.functions or not isinstance(node.func, ast.Name) or name[:1].isupper()):
            return self.unknown(node, all_values, called_as(node), state)
        apply = (name.endswith("_") and not name.endswith("__")) or is_flag(node, "inplace")
        if not all_values or (own and kept_by(name, names, [each.kind == "number" for each in all_values]) is None):
            return self.unknown(node, all_values, called_as(node), state)
        label = f".{name}()" if receiver is not None else called_as(node)
        return self.op(node, name, sides, all_values, state, names, label, apply=apply)

    def _maker(self, node: ast.Call) -> Value:
        leaf = is_flag(node, "requires_grad")
        requires: Requires = "yes" if leaf else "no"
        return Value("tensor", frozenset((self.store.make("", "made", requires, leaf=leaf),)))

    def _shared(self, node: ast.Call, name: str, value: Value) -> Value:
        off = bool(node.args) and isinstance(node.args[0], ast.Constant) and node.args[0].value is False
        if name == "from_numpy":
            return Value("tensor", value.at, False, False)
        if name not in ("Parameter", "requires_grad_") and not is_flag(node, "requires_grad"):
            return Value("tensor", value.at, value.cut, value.unseen)
        found = Value("tensor", value.at) if value.at else self._maker(node)
        if not off:
            self._require(found, node)
        return found

    def _release(self, node: ast.Call, value: Value | None, state: State) -> None:
        """A backward pass frees its graph."""
        if is_flag(node, "retain_graph") or is_flag(node, "create_graph"):
            return
        history = self.store.history(value) if value is not None else 0
        if value is not None and value.one_of and history:
            state.live &= ~self.store.common_history(value)
            return
        state.live = state.live & ~history if history else 0


def _edited(node: ast.Call, receiver: Value | None, values: Sequence[Value], named: Sequence[tuple[str, ast.expr, Value]]) -> Value | None:
    """What a call edits, if it edits what it is called on or given."""
    first = receiver if receiver is not None else values[0] if values else None
    if called(node).endswith("_"):
        return first
    if is_flag(node, "inplace"):
        return values[0] if values else None
    return next((value for key, _, value in named if key == "out"), None)


def _adds(name: str, receiver: Value) -> bool:
    """Whether a method adds to a list; ``add`` and ``update`` may be others'."""
    return name in ADDS and (
        receiver.kind == "list" or (receiver.kind != "tensor" and name in ("append", "extend", "insert", "appendleft"))
    )


def _owner(node: ast.Call) -> ast.expr | None:
    return node.func.value if isinstance(node.func, ast.Attribute) else None
