"""Records calls of PyTorch's API as op events.

The mode receives every call that the program, or the Python part of a library function, makes. A Python library function is run
again with the mode on, so that its inner ops are recorded, each ``within`` it; where it has none, the call itself is recorded.
"""

from __future__ import annotations

import sys
import types
from sys import gettrace, settrace
from typing import Any, Self

from torch import _C, Tensor
from torch.overrides import TorchFunctionMode

from gradreel.tracer.call import Call
from gradreel.tracer.graph.copy_slices import CopySlicesSaves
from gradreel.tracer.graph.op_events import Ops
from gradreel.tracer.hooks.calls import NATIVE, SILENT, Calls, applied_call
from gradreel.tracer.hooks.reentry import unpatched
from gradreel.tracer.journal import Journal
from gradreel.tracer.listeners import Listeners
from gradreel.tracer.ops import FORWARD_AD
from gradreel.tracer.program.raises import Raises
from gradreel.tracer.program.stepping import Stepping
from gradreel.tracer.safety.guard import guarded
from gradreel.tracer.safety.opaque import is_opaque
from gradreel.tracer.tensors.external_writes import ExternalWrites
from gradreel.tracer.tensors.identity import Tensors
from gradreel.tracer.tensors.kinds import PLAIN_TYPES, flatten, has_own_functions, has_own_ops
from gradreel.tracer.tensors.writes import Begun, versions


class FunctionMode(TorchFunctionMode):
    """The function mode of one run."""

    def __init__(
        self,
        journal: Journal,
        stepping: Stepping,
        tensors: Tensors,
        ops: Ops,
        raises: Raises,
        hidden: CopySlicesSaves,
        external_writes: ExternalWrites,
        listeners: Listeners,
    ) -> None:
        super().__init__()
        self._journal = journal
        self._stepping = stepping
        self._tensors = tensors
        self._ops = ops
        self._raises = raises
        self._hidden = hidden
        self._external_writes = external_writes
        self._listeners = listeners
        self._calls = Calls()
        self._known = self._calls.known
        self.grad_read: str | None = None
        """The tensor whose ``.grad`` is being read."""
        self._applied: list[Begun] = []
        self._within: list[str] = []
        self._open: list[Any] = []
        self._above = 0
        """How many modes of the program stood above this one when it left the stack."""

    def __torch_function__(self, func: Any, kinds: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None) -> Any:
        """Run ``func`` and record it."""
        kwargs = kwargs or {}
        call = self._known.get(func) if type(func) in NATIVE else None
        # A query of ordinary tensors is answered in C: nothing is recorded, and nothing runs that a trace function could see.
        if not self._journal.open or (call is SILENT and not kinds):
            if type(func) is types.FunctionType:
                func = unpatched(func, sys._getframe(1))
            return func(*args, **kwargs)
        trace = gettrace()
        settrace(None)  # first of all: every Python call under a trace function costs more than what it does here
        if type(func) is types.FunctionType:
            func = unpatched(func, sys._getframe(1))
        if is_opaque():
            self._note_opaque(func)
            settrace(trace)
            return func(*args, **kwargs)
        if trace is not self._stepping.trace:
            trace = self._stepping.found_without(trace, sys._getframe(1))
        try:
            if call is None:
                call = self._calls.of(func)
            if call.silent or (call.body is None and call.name == ""):
                return func(*args, **kwargs)
            if kinds and self._note_subclasses(kinds) and (call.body is not None or call.engine):
                return self._hand_over(call, func, args, kwargs, trace)
            if call.body is not None and not (self._open and self._open[-1] is func):
                return self._enter(call, func, args, kwargs, trace)
            return self._leaf(call, func, args, kwargs)
        finally:
            settrace(trace)

    def _enter(self, call: Call, func: Any, args: Any, kwargs: Any, trace: Any) -> Any:
        """Run a Python function with the mode on; record the whole only if nothing inside it was recorded."""
        assert call.body is not None
        begun = self._begin(call, args, kwargs)
        recorded = self._ops.recorded
        self._open.append(func)
        self._within.append(call.name)
        try:
            _C._push_on_torch_function_stack(self)
            try:
                settrace(trace)
                result = call.body(*args, **kwargs)
            finally:
                settrace(None)
                _C._pop_torch_function_stack()
        except BaseException as error:
            self._raised(error, begun, within=1)
            raise
        finally:
            self._within.pop()
            self._open.pop()
        if recorded == self._ops.recorded and not call.engine:
            self._record(begun, result)
        return result

    def _hand_over(self, call: Call, func: Any, args: Any, kwargs: Any, trace: Any) -> Any:
        """Run a Python function of which a subclass of the program has its own: what runs inside is for that one to say."""
        begun = self._begin(call, args, kwargs)
        try:
            settrace(trace)
            result = func(*args, **kwargs)
        except BaseException as error:
            settrace(None)
            self._raised(error, begun)
            raise
        finally:
            settrace(None)
        if not call.engine:
            self._record(begun, result)
        return result

    def _leaf(self, call: Call, func: Any, args: Any, kwargs: Any) -> Any:
        begun = self._begin(call, args, kwargs)
        if call.attribute == "grad" and begun.watched:
            with _C.DisableTorchFunction():
                known = self._tensors.get(begun.watched[0])
            self.grad_read = known.id if known is not None else None
        try:
            if call.op.in_place and self._is_hidden(begun.watched):
                with self._hidden.watching(call.name, begun.watched[0]) as begun.kept:
                    result = func(*args, **kwargs)
            else:
                result = func(*args, **kwargs)
        except BaseException as error:
            self._raised(error, begun)
            raise
        finally:
            self.grad_read = None
        if call.attribute != "grad" or call.setter:  # else a look at a tensor that is there already
            self._record(begun, result)
        return result

    def _is_hidden(self, watched: list[Tensor]) -> bool:
        """Tell whether an edit may save something out of sight."""
        with _C.DisableTorchFunction():
            return self._hidden.wanted(watched)

    def begin_apply(self, name: str, arguments: Any) -> None:
        """A custom Function begins, or a module that takes its fast path: neither passes through the function mode."""
        watched: list[Tensor] = []
        flatten(arguments, watched)
        begun = Begun(applied_call(name), (), {}, watched, self._raises.count)
        begun.before = versions(watched)
        begun.inside = self._applied[-1].inside if self._applied else {}
        self._applied.append(begun)
        self._within.append(name)

    def __enter__(self) -> Self:
        """Come below the modes that an earlier cell of the program has entered and not left."""
        self.step_back(self._above)
        return self

    def __exit__(self, _kind: Any, _error: Any, _traceback: Any) -> None:
        """Take this mode off the stack, also from below others: a block in a generator may end while those of its caller run."""
        self._above = self.step_aside() or 0

    def suspend(self) -> bool:
        """Pop this mode from the stack, where it is the innermost; return whether it was."""
        depth = _C._len_torch_function_stack()
        if not depth or _C._get_function_stack_at(depth - 1) is not self:
            return False
        _C._pop_torch_function_stack()
        return True

    def resume(self) -> None:
        """Push it again."""
        _C._push_on_torch_function_stack(self)

    def step_aside(self) -> int | None:
        """Take this mode off the stack, also from below others; return how many stood above it, or None where it is not there."""
        above = []
        found = False
        while not found and _C._len_torch_function_stack():
            mode = _C._pop_torch_function_stack()
            found = mode is self
            if not found:
                above.append(mode)
        for mode in reversed(above):
            _C._push_on_torch_function_stack(mode)
        return len(above) if found else None

    def step_back(self, above: int) -> None:
        """Put it back below as many others."""
        others = [_C._pop_torch_function_stack() for _ in range(min(above, _C._len_torch_function_stack()))]
        for mode in (self, *reversed(others)):
            _C._push_on_torch_function_stack(mode)

    def end_apply(self, result: Any) -> None:
        """It has ended; with None where it raised."""
        begun = self._applied.pop()
        self._within.pop()
        if result is not None:
            self._write_down(begun, result)

    def _begin(self, call: Call, args: Any, kwargs: Any) -> Begun:
        """Look at what a call was given; raises only where the program itself has no stack left."""
        watched: list[Tensor] = []
        begun = Begun(call, args, kwargs, watched, self._raises.count)
        if self._applied:
            begun.inside = self._applied[-1].inside
        try:
            with _C.DisableTorchFunction():
                flatten(args, watched)
                for value in kwargs.values():
                    flatten(value, watched, 3)
                if self._external_writes.watching:
                    guarded(self._journal, self._external_writes.check, self._stepping.line())
                begun.before = versions(watched)
                if kwargs and kwargs.get("out") is not None:
                    flatten(kwargs["out"], out := list[Tensor]())
                    begun.out = out
                if call.watched_before or begun.out:
                    self._ops.before(begun)
        except RecursionError:
            raise
        except Exception as error:
            self._journal.blame(error)
        return begun

    def _raised(self, error: BaseException, begun: Begun, within: int = 0) -> None:
        """Record what the outermost call raised; ``within``: how many of the functions that are open it is itself."""
        if self._journal.open and len(self._within) == within and isinstance(error, Exception):
            guarded(self._journal, self._write_raise, error, begun)
            if self._listeners.refused is not None:
                self._listeners.refused(error)

    def _write_raise(self, error: BaseException, begun: Begun) -> None:
        line = self._stepping.line()
        inputs = tuple(self._tensors.meet(tensor, line).id for tensor in begun.watched)
        self._raises.record(error, line, begun.raised, op=begun.call.name, inputs=inputs)

    def _record(self, begun: Begun, result: Any) -> None:
        if self._journal.open:
            guarded(self._journal, self._write_down, begun, result)

    def _write_down(self, begun: Begun, result: Any) -> None:
        call = begun.call
        if type(result) is Tensor:
            outputs = [result]
        else:
            flatten(result, outputs := [])
        begun.moved = begun.before != versions(begun.watched) or (begun.unseen is not None and bool(begun.unseen.written))
        if call.hands_out:
            self._handed_out(call, begun.watched + outputs)
        if begun.moved or begun.uncounted or call.without_outputs or self._has_happened(begun, outputs):
            self._ops.record(begun, self._stepping.place(call.name), outputs, self._within)

    def _note_opaque(self, func: Any) -> None:
        call = self._calls.of(func)
        if not (call.silent or call.engine or call.name.startswith("_")):
            self._journal.coverage.add_opaque(self._stepping.line())
        if call.op.in_place and not call.op.metadata_edit:
            self._journal.coverage.add_opaque_edit(call.name, self._stepping.line())

    def _handed_out(self, call: Call, tensors: list[Tensor]) -> None:
        if call.name == FORWARD_AD:
            self._journal.coverage.add("forward_ad", "make_dual", self._stepping.line())
            return
        for tensor in tensors:
            self._external_writes.watch(tensor, call.name, self._stepping.line())

    def _note_subclasses(self, kinds: Any) -> bool:
        """Count what is not shown of tensor subclasses of the program; return whether one of them wants to be asked about every call."""
        asked = False
        for kind in kinds:
            if kind not in PLAIN_TYPES and has_own_ops(kind):
                self._journal.coverage.add("subclass", kind.__name__, self._stepping.line())
                asked |= has_own_functions(kind)
        return asked

    def _has_happened(self, begun: Begun, outputs: list[Tensor]) -> bool:
        if not self._within:
            return bool(outputs)
        # Inside a library function what hands back its own arguments is not worth telling.
        for output in outputs:
            for given in begun.watched:
                if given is output:
                    break
            else:
                return True
        return False


OP = FunctionMode.__torch_function__.__code__
"""Inside of it run PyTorch's ops."""
LIBRARY = (FunctionMode._enter.__code__, FunctionMode._hand_over.__code__)
"""Inside of them run PyTorch's Python functions, which may call functions of the program."""
