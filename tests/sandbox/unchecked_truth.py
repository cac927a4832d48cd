"""What a version check prevented, by PyTorch's own engine: every call gives back the version counters that it has moved.

An op that edits in place and saves its own result (``relu_``) saves it at the moved version, which the counter then does not have: the
engine refuses such a program, and cannot be asked.

One JSON line in, one out; each program runs in a fork of this process, untraced and without any code of ours.

{"code", "pass", "names"}  ──▶  {"unchecked": …, "right": …}    each {"named": {name: elements}, "all": [elements]}, or {"error"}
{"code", "fixed"}          ──▶  {"fixed": …, "right": …}        each {"ended": [elements]}, or {"error"}
"""

from __future__ import annotations

import contextlib
import gc
import io
import sys
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any

import torch
import torch._dynamo
import torch.autograd
from torch import Tensor
from torch.overrides import TorchFunctionMode

from tests.diagnose.oracle import FILENAME, answer_in_fork
from tests.seeding import seed

_autograd: Any = torch.autograd


class Uncounted(TorchFunctionMode):
    """Has no call move a version counter of what it is given."""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: dict[str, Any] | None = None) -> Any:
        given = tuple(each for each in _tensors([*args, *(kwargs or {}).values()]) if not each.is_inference())
        with _autograd._unsafe_preserve_version_counter(given):
            return func(*args, **(kwargs or {}))


def _tensors(values: Any) -> Iterator[Tensor]:
    for value in values:
        if isinstance(value, Tensor):
            yield value
        elif isinstance(value, list | tuple):
            yield from _tensors(value)
        elif isinstance(value, dict):
            yield from _tensors(value.values())


class Reached(BaseException):
    """The pass in question is over."""


def gradients_of(code: str, number: int, names: list[str], way: AbstractContextManager[Any]) -> dict[str, Any]:
    """The gradients of one pass of a program that runs in some ``way``."""
    seed()
    engine: Any = _autograd._engine_run_backward
    found: dict[str, Any] = {"error": "not reached"}
    count = 0

    def run(roots: Any, grad_outputs: Any, retain_graph: Any, create_graph: Any, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        nonlocal count
        this, count = count, count + 1
        leaves = _leaves(roots) if this == number else []
        result = engine(roots, grad_outputs, retain_graph, create_graph, inputs, *args, **kwargs)
        if this == number:
            of = {id(leaf): leaf.grad for leaf in leaves}
            if not kwargs.get("accumulate_grad"):
                of = {id(each): gradient for each, gradient in zip(inputs, result, strict=True)}
            found.clear()
            found["named"] = {name: _elements(of[id(each)]) for name in names if (each := _called(name, set(of))) is not None}
            found["all"] = [_elements(each) for each in of.values()]
            raise Reached
        return result

    _autograd._engine_run_backward = run
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            with way:
                exec(compile(code, FILENAME, "exec"), {"__name__": "__main__"})  # noqa: S102  running snippets is what this is for
        except Reached:
            pass
        except BaseException as error:
            if "error" in found:
                found["error"] = f"{type(error).__name__}: {str(error)[:90]}"
        finally:
            _autograd._engine_run_backward = engine
    return found


def _leaves(roots: Any) -> list[Tensor]:
    leaves = {id(root): root for root in roots if root.grad_fn is None}
    nodes = dict.fromkeys(root.grad_fn for root in roots if root.grad_fn is not None)
    new = list(nodes)
    while new:
        following = dict.fromkeys(each for node in new for each, _ in node.next_functions if each is not None)
        new = [each for each in following if each not in nodes]
        nodes |= dict.fromkeys(new)
    variables = [node.variable for node in nodes if hasattr(node, "variable")]
    return [*leaves.values(), *variables]


def _called(name: str, wanted: set[int]) -> Tensor | None:
    """What the program calls so where the pass was begun, or further outside."""
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == FILENAME:
            with contextlib.suppress(Exception):
                found = eval(name, frame.f_globals, frame.f_locals)
                if id(found) in wanted:
                    return found  # type: ignore[no-any-return]
        frame = frame.f_back  # type: ignore[assignment]
    return None


def _elements(tensor: Tensor | None) -> list[float] | None:
    if tensor is None:
        return None
    plain = tensor.detach()
    return (torch.view_as_real(plain.resolve_conj()) if plain.is_complex() else plain).double().flatten().tolist()


def gradients_in_the_end(code: str, way: AbstractContextManager[Any]) -> dict[str, Any]:
    """All gradients that a program still holds when it has ended, or the error that ended it."""
    seed()
    names: dict[str, Any] = {"__name__": "__main__"}
    before = _living()  # of a program that ran in this process before
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            with way:
                exec(compile(code, FILENAME, "exec"), names)  # noqa: S102
        except BaseException as error:
            return {"error": f"{type(error).__name__}: {str(error)[:90]}"}
        return {"ended": [_elements(each.grad) for each in _living() if not any(each is other for other in before)]}


def _living() -> list[Tensor]:
    # By their type: to ask a proxy of the program's what it is runs into what it stands for.
    return [each for each in gc.get_objects() if issubclass(type(each), Tensor) and each.is_leaf and each.grad is not None]


def answer_of(request: dict[str, Any]) -> dict[str, Any]:
    """Both kinds of gradients of one pass; or those of a fixed program in the end, and of the program with copies of what it saves."""
    copies = torch.autograd.graph.saved_tensors_hooks(lambda tensor: tensor.detach().clone(), lambda tensor: tensor)
    if "fixed" in request:
        fixed = gradients_in_the_end(request["fixed"], contextlib.nullcontext())
        return {"fixed": fixed, "right": gradients_in_the_end(request["code"], copies)}
    given = request["code"], request["pass"], request["names"]
    return {"unchecked": gradients_of(*given, Uncounted()), "right": gradients_of(*given, copies)}


def main() -> None:
    """Answer until standard input ends."""
    for line in sys.stdin:
        sys.stdout.write(answer_in_fork(line, answer_of) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
