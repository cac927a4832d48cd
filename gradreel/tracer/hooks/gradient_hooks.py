"""Records the gradient hooks of the program when the engine runs them: on tensors, on nodes, on modules, after accumulation.

Nothing is wrapped: the program finds its own objects in ``_backward_hooks``, and a hook is called by the engine and nobody else. What is
remembered is the code of every function that was registered; when a frame of that code is entered from the engine, it is the hook, its
argument is the gradient and what it returns is the one that takes its place. A hook without a Python frame, such as ``print``, cannot
be seen in this way and is counted as not shown.
"""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from torch import _C, Tensor, nn
from torch.autograd.function import _HookMixin
from torch.autograd.graph import Node
from torch.nn.modules import module as module_hooks
from torch.utils.hooks import BackwardHook

from gradreel.tracer.graph.backward import Backward
from gradreel.tracer.graph.nodes import Nodes
from gradreel.tracer.journal import Journal
from gradreel.tracer.program.stepping import Stepping
from gradreel.tracer.safety.guard import guarded
from gradreel.tracer.safety.opaque import is_opaque
from gradreel.tracer.tensors.flags import grad_fn_of
from gradreel.tracer.tensors.identity import Tensors
from gradreel.tracer.tensors.kinds import is_tensor
from gradreel.tracer.tensors.values import Values

# Of a hook's several gradients, so many are looked at.
MAX_GRADIENTS = 8

_internals: Any = _C
_mro = type.__dict__["__mro__"].__get__
# Frames that call hooks: the tracer's own, in which the engine runs, and what PyTorch puts between the engine and the hooks of a module.
ENGINE = Backward.run_engine.__code__


def _inner_functions(code: types.CodeType, name: str) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            if constant.co_name == name:
                yield constant
            yield from _inner_functions(constant, name)


MODULE_HOOKS = frozenset(
    code for method in (BackwardHook._set_user_hook, BackwardHook.setup_output_hook) for code in _inner_functions(method.__code__, "hook")
)
# What registers a hook, by the way in which the hook's gradient is the first or a later argument of it.
ON_TENSOR = (Tensor.register_hook, Tensor.register_post_accumulate_grad_hook)
ON_NODE = (_HookMixin._register_hook,)
ON_MODULE = (
    nn.Module.register_full_backward_hook,
    nn.Module.register_full_backward_pre_hook,
    module_hooks.register_module_full_backward_hook,
    module_hooks.register_module_full_backward_pre_hook,
)


@dataclass(frozen=True)
class Registered:
    """A function that was registered as a hook."""

    position: int
    """Which of its arguments is the gradient."""
    tensor: str | None = None
    node: str | None = None
    """The node that the tensor hung on then; None for a leaf, and where it was registered on a node or a module."""


class GradientHooks:
    """The hooks of one run."""

    def __init__(
        self, journal: Journal, stepping: Stepping, tensors: Tensors, nodes: Nodes, values: Values, accumulated: Callable[[Node], None]
    ) -> None:
        """``accumulated`` is called with an AccumulateGrad before a hook that runs after it."""
        self._journal = journal
        self._stepping = stepping
        self._files = stepping.files
        self._tensors = tensors
        self._nodes = nodes
        self._values = values
        self._accumulated = accumulated
        self._registered: dict[types.CodeType, dict[Registered, None]] = {}
        self._runs: dict[tuple[types.CodeType, str | None], int] = {}
        """How often a function has run as a hook of a node: several outputs of one node may have the same hook."""
        self._watch(ON_TENSOR, self._register_on_tensor)
        self._watch(ON_NODE, self._register_on_node)
        self._watch(ON_MODULE, self._register_on_module)

    def begin_step(self) -> None:
        """Another training step begins: forget hooks of tensors that are no longer known."""
        self._runs.clear()
        known = {each.id for each in self._tensors.known.values()}
        for registered in self._registered.values():
            for entry in [entry for entry in registered if entry.tensor is not None and entry.tensor not in known]:
                del registered[entry]

    def _watch(self, functions: tuple[Any, ...], begin: Callable[[types.FrameType], None]) -> None:
        for function in functions:
            self._stepping.watch(function.__code__, begin)

    def _register_on_tensor(self, frame: types.FrameType) -> None:
        tensor: Any = frame.f_locals.get("self")
        if is_tensor(tensor) and not is_opaque() and tensor.requires_grad:
            node = grad_fn_of(tensor)
            known = self._tensors.meet(tensor, self._stepping.line())
            self._register(frame, 0, known.id, self._nodes.get(node) if node is not None else None)

    def _register_on_node(self, frame: types.FrameType) -> None:
        self._register(frame, 0, None, None)

    def _register_on_module(self, frame: types.FrameType) -> None:
        self._register(frame, 1, None, None)

    def _register(self, frame: types.FrameType, position: int, tensor: str | None, node: str | None) -> None:
        """Remember the code of a hook: one of the program's, or one that the program itself registers."""
        hook = frame.f_locals.get("hook")
        code, given = code_of(hook)
        by_program = frame.f_back is not None and self._files.has(frame.f_back.f_code)
        if code is None:
            if by_program:
                name = getattr(hook, "__qualname__", None)
                self._journal.coverage.add("hook", name if type(name) is str else type(hook).__name__, self._stepping.line())
        elif by_program or self._files.has(code):
            self._registered.setdefault(code, {})[Registered(position + given, tensor, node)] = None
            self._stepping.watch(code, self._begin)

    def _begin(self, frame: types.FrameType) -> Callable[..., None] | None:
        """A function that was registered as a hook is entered: if the engine runs it, return what is to be done when it ends."""
        if not _is_run_by_engine(frame) or is_opaque():
            return None
        node = _internals._current_autograd_node()
        identity = self._nodes.get(node) if node is not None else None
        for registered in self._registered[frame.f_code]:
            argument = _argument(frame, registered.position)
            if is_tensor(argument) or type(argument) is tuple:
                return self._ending(frame, argument, node, identity)
        return None

    def _ending(self, frame: types.FrameType, argument: Any, node: Any, identity: str | None) -> Callable[..., None]:
        """Look at what the hook was given, and return what records it when it ends."""
        event: dict[str, Any] = {"kind": "hook", "index": None, "line": None, "what": "node", "node": identity}
        grads = _listed(argument)
        if type(argument) is not tuple:
            is_leaf = getattr(node, "variable", None) is argument
            event["what"] = "post_accumulate" if is_leaf else "tensor"
            if is_leaf:
                self._accumulated(node)
            event["tensor"] = self._tensors.meet(argument, None).id if is_leaf else self._tensor_of(frame.f_code, node, identity)
            grads = [argument.grad] if is_leaf else grads
        given = [self._values.of(grad) if is_tensor(grad) else None for grad in grads]

        def finish(frame: types.FrameType, result: Any) -> None:
            place, returned = _place(grads, _listed(result)), _listed(result)
            event["line"] = self._files.line(frame) if self._files.has(frame.f_code) else self._stepping.line()
            event["given"] = given[place] if place < len(given) else None
            event["returned"] = self._values.of(returned[place]) if place < len(returned) and is_tensor(returned[place]) else None
            self._journal.put(event)

        def end(frame: types.FrameType, step: str, result: Any) -> None:
            if step == "return" and self._files.has(frame.f_code):
                finish(frame, result)
            elif step == "return" and self._journal.open:
                guarded(self._journal, finish, frame, result)

        frame.f_trace_lines = self._files.has(frame.f_code)
        return end

    def _tensor_of(self, code: types.CodeType, node: Any, identity: str | None) -> str | None:
        """Return the tensor whose hook runs: the one that was registered with this function, and hung on this node or is its leaf."""
        mark = self._nodes.mark_of(node) if node is not None else None
        leaf = mark.leaf if mark is not None else None
        entries = [entry for entry in self._registered[code] if entry.tensor is not None]
        fitting = [entry for entry in entries if (entry.node is not None and entry.node == identity) or entry.tensor == leaf]
        if not fitting:
            return entries[0].tensor if len(entries) == 1 else None
        key = (code, identity)
        run = self._runs[key] = self._runs.get(key, -1) + 1
        return fitting[run % len(fitting)].tensor


def code_of(hook: Any) -> tuple[types.CodeType | None, int]:
    """Return the code that runs when a hook is called, and how many arguments it is given before the hook's own."""
    given = 0
    while True:
        kind = type(hook)
        if kind is types.FunctionType:
            return hook.__code__, given
        if kind is functools.partial:
            given += len(hook.args)
            hook = hook.func
        elif kind is types.MethodType:
            given += 1
            hook = hook.__func__
        else:
            called = next((vars(base)["__call__"] for base in _mro(kind) if "__call__" in vars(base)), None)
            return (called.__code__, given + 1) if type(called) is types.FunctionType else (None, given)


def _is_run_by_engine(frame: types.FrameType) -> bool:
    caller = frame.f_back
    if caller is not None and caller.f_code in MODULE_HOOKS:
        caller = caller.f_back
    return caller is not None and caller.f_code is ENGINE


def _argument(frame: types.FrameType, position: int) -> Any:
    code, values = frame.f_code, frame.f_locals
    if position < code.co_argcount:
        return values.get(code.co_varnames[position])
    if code.co_flags & inspect.CO_VARARGS:
        rest = values.get(code.co_varnames[code.co_argcount + code.co_kwonlyargcount], ())
        return rest[position - code.co_argcount] if position - code.co_argcount < len(rest) else None
    return None


def _listed(value: Any) -> list[Any]:
    return list(value[:MAX_GRADIENTS]) if type(value) is tuple else [value]


def _place(given: list[Any], returned: list[Any]) -> int:
    """Return which gradient a hook replaced; where it replaced none, the first that there is."""
    pairs = zip(given, returned, strict=False)
    replaced = (place for place, (one, other) in enumerate(pairs) if is_tensor(other) and other is not one)
    return next(replaced, next((place for place, one in enumerate(given) if one is not None), 0))
