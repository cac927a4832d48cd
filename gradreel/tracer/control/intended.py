"""Runs a program in ways by which it can be told whether a fix of it works.

    fixed      the fixed program under plain PyTorch: how it ends, and what its backward passes begin from and give
    intended   the program before the fix, as it was meant: saved tensors are copies, no graph is freed, an inference tensor that has
               to be saved is copied, and a refused in-place edit is carried out on the values or in inference mode

Of a program in percent format only the last cell of code is run as it was meant; those before it are not, so that what fails in them
on purpose still does.

A refused edit has no gradient that could be called the meant one. From there on ``exact`` is false: values can be compared, gradients
cannot.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from torch import _C

from gradreel.cells import count_cells
from gradreel.tracer.control.fingerprint import named_tensors
from gradreel.tracer.control.passes import Passes
from gradreel.tracer.control.perturbed import perturbed_memory
from gradreel.tracer.control.plain import run_plain
from gradreel.tracer.control.reference import SavedCopies, saved_as
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.tensors.kinds import is_tensor
from gradreel.tracer.tensors.values import Values

REFUSED_EDITS = (
    "leaf Variable that requires grad is being used in an in-place operation",
    "is being modified inplace",
    "This view was created inside a custom Function",
)
"""Of leaves, and of views that autograd cannot follow, for whatever reason."""
REFUSED_INFERENCE_EDIT = "Inplace update to inference tensor outside InferenceMode is not allowed"
REFUSED_SAVE = "Inference tensors cannot be saved for backward"

HandIn = Callable[[bytes], None]


def run_fixed(code: str, limits: TracerLimits, hand_in: HandIn | None = None) -> bytes:
    """Run a fixed program untraced and return a ControlRun with ``passes`` and ``values``, as a line of JSON."""
    passes = Passes()
    return run_plain(code, limits, hand_in, passes.installed(), noted(passes))


def run_intended(code: str, limits: TracerLimits, hand_in: HandIn | None = None, perturbed: bool = False) -> bytes:
    """Run a program as it was meant and return the same of it; ``perturbed``: in memory with other leftovers."""
    passes = Passes(keep_graphs=True)
    lenient = _Lenient(passes, count_cells(code))
    return run_plain(code, limits, hand_in, _as_intended(passes, lenient, perturbed), noted(passes), lambda _: lenient.end_cell())


def run_intended_perturbed(code: str, limits: TracerLimits, hand_in: HandIn | None = None) -> bytes:
    """Run a program as it was meant, in memory with other leftovers: what differs then says nothing about a fix."""
    return run_intended(code, limits, hand_in, perturbed=True)


@contextmanager
def _as_intended(passes: Passes, lenient: _Lenient, perturbed: bool) -> Iterator[None]:
    with perturbed_memory() if perturbed else nullcontext(), passes.installed(), saved_as(lenient):
        yield


def noted(passes: Passes) -> Callable[[types.ModuleType], dict[str, Any]]:
    """Return what adds to a ControlRun its passes, and the values that names lead to in the end."""

    def look(module: types.ModuleType) -> dict[str, Any]:
        values = Values()
        with _C.DisableTorchFunction():
            named = {name: values.of(tensor) for name, tensor in named_tensors(module)}
        return {
            "passes": passes.notes,
            "pass_count": passes.count,
            "exact": passes.exact,
            "values": {name: value for name, value in named.items() if value is not None},
        }

    return look


class _Lenient(SavedCopies):
    """Carries out what PyTorch refuses because of the graph; of a program with cells, in the last one of ``cells``."""

    def __init__(self, passes: Passes, cells: int) -> None:
        super().__init__()
        self._passes = passes
        self._cells = max(cells, 1)
        self._set()

    def end_cell(self) -> dict[str, Any]:
        """Note that a cell is over."""
        self._cells -= 1
        self._set()
        return {}

    def _set(self) -> None:
        self.checks_versions = self._passes.refuses_freed = self._cells > 1

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: dict[str, Any] | None = None) -> Any:
        try:
            return super().__torch_function__(func, types, args, kwargs)
        except RuntimeError as error:
            if self.checks_versions:
                raise
            message = str(error)
            if REFUSED_SAVE in message:
                return func(*_mapped(args, _copied), **(kwargs or {}))
            if REFUSED_INFERENCE_EDIT in message:
                self._passes.exact = False
                with _C._InferenceMode(True):
                    return func(*args, **(kwargs or {}))
            if not args or not any(words in message for words in REFUSED_EDITS):
                raise
        self._passes.exact = False
        return _on_values(func, args, kwargs or {})


def _on_values(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Edit the memory of the first argument, past its version counter; return what the edit would have returned."""
    with _C.DisableTorchFunction():
        memory = _mapped(args[0], lambda tensor: tensor.data)
        rest = _mapped(args[1:], lambda tensor: tensor.detach())
    result = func(memory, *rest, **kwargs)
    return args[0] if result is memory else result


def _mapped(given: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(given, list | tuple):
        return type(given)(_mapped(each, change) for each in given)
    return change(given) if is_tensor(given) else given


def _copied(tensor: Any) -> Any:
    return tensor.clone() if tensor.is_inference() else tensor
