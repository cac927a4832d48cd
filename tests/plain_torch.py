"""Runs a program as plain PyTorch, without the library, and notes what a claim about it needs: names at each line, exceptions, gradients.

Nothing of ``gradreel`` is involved: the lines come from ``sys.settrace``, what was saved where from PyTorch's own saved-tensor hooks, the
order of nodes from their prehooks, and the lines of nodes from anomaly mode.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any

import torch

PROGRAM = "program.py"
Lists = Any
"""Numbers in nested lists, as ``tolist`` gives them; None for no gradient."""


@dataclass(frozen=True)
class Held:
    """A tensor that a name of the program held."""

    leaf: bool
    """Is it a leaf that requires grad?"""
    grad: Lists
    values: Lists
    memory: int
    """Address of its storage."""


Names = dict[str, Held]


@dataclass
class PlainRun:
    """What plain PyTorch did."""

    before: dict[tuple[int, int], Names] = field(default_factory=dict)
    """What each name held when a line began for the nth time."""
    after: dict[tuple[int, int], Names] = field(default_factory=dict)
    exceptions: list[tuple[int, int, str]] = field(default_factory=list)
    """Line, how many times it had begun, and message: of every exception, at the innermost line of the program."""
    savers: dict[int, set[int]] = field(default_factory=dict)
    """By address of a storage: the lines at which something in it was saved."""
    nodes: list[str] = field(default_factory=list)
    """Of the first pass: ``MulBackward0 of line 4``, ``AccumulateGrad of w``."""
    names: dict[str, Any] = field(default_factory=dict)
    """What the names of the program stood for in the end."""

    def gradients(self) -> dict[str, Lists]:
        """The ``.grad`` of every tensor that a name of the program reaches."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return {name: tensor.grad.tolist() if tensor.grad is not None else None for name, tensor in _reached(self.names)}

    def at(self, path: str) -> torch.Tensor:
        """The tensor at an attribute path: ``model.0.weight``."""
        first, *rest = path.split(".")
        found = self.names[first]
        for part in rest:
            found = found[int(part)] if part.isdigit() else getattr(found, part)
        return found  # type: ignore[no-any-return]


def run_plain(code: str, copy_saved: bool = False) -> PlainRun:
    """Run ``code``; ``copy_saved`` lets each node save a copy, so that no edit can reach what it has saved."""
    run = PlainRun(names={"__name__": "__main__"})
    compiled = _cells_of(code)
    torch.manual_seed(0)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with _saved_hooks(run) if copy_saved else contextlib.nullcontext(), _first_pass(run, copy_saved):
            _traced(run, compiled)
    return run


def _cells_of(code: str) -> list[CodeType]:
    """Its cells, each at its own lines, or the whole program: an exception ends its cell only."""
    lines = code.splitlines(keepends=True)
    starts = sorted({0, *(at for at, line in enumerate(lines) if line.startswith("# %%"))})
    ends = [*starts[1:], len(lines)]
    return [compile("\n" * start + "".join(lines[start:end]), PROGRAM, "exec") for start, end in zip(starts, ends, strict=True)]


def _traced(run: PlainRun, compiled: list[CodeType]) -> None:
    begun: Counter[int] = Counter()
    last: list[tuple[int, int]] = []
    seen: set[int] = set()
    kept: list[BaseException] = []

    def close() -> None:
        if last:
            run.after[last.pop()] = held_by(run.names)

    def trace(frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        if frame.f_code.co_filename != PROGRAM:
            return None
        line = frame.f_lineno
        if event == "line":
            begun[line] += 1
            if frame.f_code in compiled:
                close()
                run.before[line, begun[line]] = held_by(run.names)
                last.append((line, begun[line]))
        elif event == "exception" and id(argument[1]) not in seen:
            seen.add(id(argument[1]))
            kept.append(argument[1])
            run.exceptions.append((line, begun[line], str(argument[1])))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        for cell in compiled:
            with contextlib.suppress(Exception):
                exec(cell, run.names)  # noqa: S102  # what the tests run are programs of our own
    finally:
        sys.settrace(before)
        close()


def held_by(names: dict[str, Any]) -> Names:
    """What the names of the module hold, where it is a tensor."""
    return {
        name: Held(
            value.is_leaf and value.requires_grad,
            value.grad.tolist() if value.grad is not None else None,
            value.detach().tolist(),
            value.untyped_storage().data_ptr(),
        )
        for name, value in names.items()
        if isinstance(value, torch.Tensor)
    }


def innermost_line() -> int:
    """The line of the program that is running."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename != PROGRAM:
        frame = frame.f_back
    return frame.f_lineno if frame else 0


@contextlib.contextmanager
def _saved_hooks(run: PlainRun) -> Iterator[None]:
    def pack(tensor: torch.Tensor) -> torch.Tensor:
        run.savers.setdefault(tensor.untyped_storage().data_ptr(), set()).add(innermost_line())
        return tensor.detach().clone()

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        yield


@contextlib.contextmanager
def _first_pass(run: PlainRun, quiet: bool) -> Iterator[None]:
    """Note the nodes of the first pass in the order in which they run; anomaly mode knows the lines that they were recorded on."""
    if quiet:
        yield
        return
    real = torch.autograd.backward, torch.autograd.grad
    done: list[bool] = []

    def observed(call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(roots: Any, *args: Any, **kwargs: Any) -> Any:
            if not done:
                done.append(True)
                _register(run, [roots] if isinstance(roots, torch.Tensor) else list(roots))
            return call(roots, *args, **kwargs)

        return wrapped

    torch.autograd.backward, torch.autograd.grad = observed(real[0]), observed(real[1])
    try:
        with torch.autograd.set_detect_anomaly(True, check_nan=False):
            yield
    finally:
        torch.autograd.backward, torch.autograd.grad = real


def _register(run: PlainRun, roots: list[torch.Tensor]) -> None:
    todo = [root.grad_fn for root in roots if root.grad_fn is not None]
    seen = set(todo)
    for node in todo:
        new = [following for following, _ in node.next_functions if following is not None and following not in seen]
        seen.update(new)
        todo.extend(new)
        node.register_prehook(lambda _, node=node: run.nodes.append(_label(run, node)))


def _label(run: PlainRun, node: Any) -> str:
    name, variable = node.name().removeprefix("torch::autograd::"), getattr(node, "variable", None)
    if variable is not None:
        return f"{name} of {next((path for path, tensor in _reached(run.names) if tensor is variable), '?')}"
    lines = re.findall(rf'"{PROGRAM}", line (\d+)', "".join(node.metadata.get("traceback_", [])))
    return f"{name} of line {lines[-1] if lines else '?'}"


def _reached(names: dict[str, Any]) -> Iterator[tuple[str, torch.Tensor]]:
    for name, value in list(names.items()):
        if isinstance(value, torch.Tensor):
            yield name, value
        elif isinstance(value, torch.nn.Module):
            yield from ((f"{name}.{path}", parameter) for path, parameter in value.named_parameters())
