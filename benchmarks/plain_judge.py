"""Says what plain PyTorch makes of a fix: one JSON line in, one out. Nothing of Gradreel is loaded here.

{"code": before the fix, "fixed": [programs]}  ──▶  [verdict of each, the first item that differs]

raises    the fixed program raises
further   it raises something else than the program before the fix does
changes   it ends with another gradient than the program before the fix does where saved tensors are packed as copies
          (``torch.autograd.graph.saved_tensors_hooks``) and every pass has ``retain_graph=True``
later     it differs, but the first backward pass begins from the same value, and gives the same gradients or leaves some out
rooted    it differs, but the first backward pass begins from the same value
begins    its gradients are those, but it begins a backward pass from another value
finite    the program before the fix ends with a gradient that is not finite; those of the fixed one are, and are the same elsewhere
works     it does not
completes it ends, and the program before the fix cannot be run in that way: there is nothing to compare with
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import types
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
import torch._dynamo  # once, here: every optimizer imports it
from torch import Tensor

HANGING_S = 60
MAX_DEPTH = 4
RELATIVE, ABSOLUTE = 1e-3, 1e-5


class Ending:
    """How one run ended."""

    def __init__(self) -> None:
        self.error: str | None = None
        self.roots: list[Tensor] = []
        self.returned: list[Tensor] = []
        self.gradients: dict[str, Tensor] = {}
        self.message = ""
        self.first: list[Tensor] = []
        """The gradients of leaves after the first ``backward()``."""


def run(code: str, lenient: bool) -> Ending:
    """Run a program; ``lenient``: as it would run if no saved tensor were ever overwritten and no graph freed."""
    ending, module = Ending(), types.ModuleType("__main__")
    sys.modules["__main__"] = module
    sys.argv = ["snippet.py"]
    torch.manual_seed(0)
    np.random.seed(0)
    around = torch.autograd.graph.saved_tensors_hooks(Tensor.clone, lambda kept: kept) if lenient else contextlib.nullcontext()
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            with watched(ending, lenient), around:
                exec(compile(code, "snippet.py", "exec"), module.__dict__)
        except BaseException as error:
            ending.error, ending.message = type(error).__name__, str(error)
    ending.gradients = dict(gradients(vars(module)))
    return ending


@contextlib.contextmanager
def watched(ending: Ending, lenient: bool) -> Iterator[None]:
    """Note what backward passes begin from, and what ``torch.autograd.grad`` returns."""
    backward, grad = torch.autograd.backward, torch.autograd.grad

    def note(tensors: Any) -> None:
        for each in tensors if isinstance(tensors, list | tuple) else [tensors]:
            if isinstance(each, Tensor):
                ending.roots.append(each.detach().clone())

    def watched_backward(tensors: Any, grad_tensors: Any = None, retain_graph: Any = None, *rest: Any, **options: Any) -> None:
        note(tensors)
        backward(tensors, grad_tensors, lenient or retain_graph, *rest, **options)
        if len(ending.roots) == 1 and isinstance(tensors, Tensor):
            ending.first.extend(gradients_behind(tensors))

    def watched_grad(outputs: Any, inputs: Any, grad_outputs: Any = None, retain_graph: Any = None, *rest: Any, **options: Any) -> Any:
        note(outputs)
        found = grad(outputs, inputs, grad_outputs, lenient or retain_graph, *rest, **options)
        ending.returned.extend(each.detach().clone() for each in found if each is not None)
        return found

    torch.autograd.backward, torch.autograd.grad = watched_backward, watched_grad
    try:
        yield
    finally:
        torch.autograd.backward, torch.autograd.grad = backward, grad


def gradients_behind(root: Tensor) -> Iterator[Tensor]:
    """The gradients of the leaves that a root depends on."""
    todo: list[Any] = [root.grad_fn]
    seen: set[Any] = set()
    while todo:
        node = todo.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        variable = getattr(node, "variable", None)
        if isinstance(variable, Tensor) and variable.grad is not None:
            yield variable.grad.detach().clone()
        todo.extend(each for each, _ in node.next_functions)


def gradients(names: dict[str, Any], depth: int = 0) -> Iterator[tuple[str, Tensor]]:
    """Every gradient that a name leads to: through modules, containers and objects of the program's own classes."""
    for name, value in list(names.items()):
        if isinstance(value, Tensor):
            if value.is_leaf and value.grad is not None:
                yield f"{name}.grad", value.grad.detach().clone()
        elif isinstance(value, torch.nn.Module):
            yield from ((f"{name}.{path}.grad", p.grad.detach().clone()) for path, p in value.named_parameters() if p.grad is not None)
        elif depth < MAX_DEPTH:
            inner = inside(value)
            yield from ((f"{name}.{path}", found) for path, found in gradients(inner, depth + 1)) if inner else ()


def inside(value: Any) -> dict[str, Any]:
    """What a container or an object of the program's own holds."""
    if isinstance(value, dict):
        return {str(key): each for key, each in value.items()}
    if isinstance(value, list | tuple):
        return {str(position): each for position, each in enumerate(value)}
    return vars(value) if type(value).__module__ == "__main__" and hasattr(value, "__dict__") else {}


def verdict(fixed: Ending, meant: Ending) -> tuple[str, str]:
    """Compare a fixed program with the program before the fix."""
    if fixed.error:
        return ("further" if meant.error and fixed.message != meant.message else "raises"), fixed.error
    if _became_finite(fixed, meant):
        return "finite", ""
    roots = [(f"root {place}", one, other) for place, (one, other) in enumerate(zip(fixed.roots, meant.roots, strict=False))]
    pairs: list[tuple[str, Tensor | None, Tensor]] = []
    if meant.error is None:
        if len(fixed.roots) != len(meant.roots):
            return "changes", "backward passes"
        pairs += [(f"returned {place}", one, other) for place, (one, other) in enumerate(zip(fixed.returned, meant.returned, strict=False))]
        pairs += [(name, fixed.gradients.get(name), other) for name, other in meant.gradients.items()]
    for name, one, other in [*pairs, *roots]:
        if one is None or one.shape != other.shape or not torch.allclose(one, other.to(one.dtype), RELATIVE, ABSOLUTE, equal_nan=True):
            return _how_it_differs(fixed, meant, name), name
    return ("works", "") if meant.error is None or roots else ("completes", meant.error or "")


def _became_finite(fixed: Ending, meant: Ending) -> bool:
    """Whether what was not finite is, and what was is the same: of the only pass, or of the first where later ones rest on it."""
    after, before = (
        [*fixed.gradients.values(), *fixed.returned, *fixed.roots],
        [*meant.gradients.values(), *meant.returned, *meant.first, *meant.roots],
    )
    if all(each.isfinite().all() for each in before) or not all(each.isfinite().all() for each in after):
        return False
    only = len(meant.roots) == 1
    pairs = (
        [(fixed.gradients.get(name), other) for name, other in meant.gradients.items()]
        if only
        else list(zip(fixed.first, meant.first, strict=False))
    )
    return all(
        one is not None and one.shape == other.shape and _is_close(one[other.isfinite()], other[other.isfinite()]) for one, other in pairs
    )


def _how_it_differs(fixed: Ending, meant: Ending, name: str) -> str:
    if fixed.roots and meant.roots and _is_close(fixed.roots[0], meant.roots[0]):
        if all(any(_is_close(one, other) for other in meant.first) for one in fixed.first):
            return "later"
        return "rooted"
    return "begins" if name.startswith("root ") else "changes"


def _is_close(one: Tensor, other: Tensor) -> bool:
    return one.shape == other.shape and torch.allclose(one, other.to(one.dtype), RELATIVE, ABSOLUTE, equal_nan=True)


def answer(request: dict[str, Any]) -> list[tuple[str, str]]:
    """The verdict on each fixed program."""
    meant = in_fork(request["code"], lenient=True)
    if meant is None:
        return [("completes", "no reference")] * len(request["fixed"])
    ends = [in_fork(code, lenient=False) for code in request["fixed"]]
    return [verdict(each, meant) if each is not None else ("raises", "process ended") for each in ends]


def in_fork(code: str, lenient: bool) -> Ending | None:
    """Run a program in a fork of this process; None if it ends or hangs its process."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        import signal

        signal.alarm(HANGING_S)
        with os.fdopen(writer, "wb") as pipe, contextlib.suppress(BaseException):
            torch.save(vars(run(code, lenient)), pipe)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        content = pipe.read()
    os.waitpid(child, 0)
    if not content:
        return None
    ending = Ending()
    vars(ending).update(torch.load(io.BytesIO(content)))
    return ending


if __name__ == "__main__":
    torch.set_num_threads(1)
    answers = sys.stdout
    for line in sys.stdin:
        answers.write(json.dumps(answer(json.loads(line))) + "\n")
        answers.flush()
