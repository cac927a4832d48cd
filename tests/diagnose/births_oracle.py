"""Checks every intermediate value of programs under plain PyTorch: where a result is not finite although everything that went in is.

A JSON object of programs by name on standard input, one of what was found on standard output, for each program:

births    [[line, phase], …], in order; of backward the line of the forward op, where an op inside a hook has a line of its own
anomaly   the line of the forward op whose node ``detect_anomaly`` names; null where it finds nothing

Imports nothing of ours.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
import warnings
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

FILENAME = "snippet.py"
LINE = re.compile(rf'File "{FILENAME}", line (\d+)')


def is_finite(values: Any) -> bool:
    """Whether every element of every tensor, and every number, is."""
    leaves = [value for value in tree_leaves(values) if isinstance(value, torch.Tensor | float)]
    return all(bool(torch.isfinite(torch.as_tensor(value)).all()) for value in leaves)


def line_of(traceback: list[str]) -> int | None:
    """The innermost line of the program in a formatted stack."""
    found = LINE.findall("".join(traceback))
    return int(found[-1]) if found else None


def running_line() -> int | None:
    """The innermost line of the program on the stack."""
    frame: Any = sys._getframe()
    while frame is not None and frame.f_code.co_filename != FILENAME:
        frame = frame.f_back
    return frame.f_lineno if frame is not None else None


class Check(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Looks at what goes into every operator and what comes out."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.births: list[tuple[int | None, str]] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        tensors = [value for value in tree_leaves((args, kwargs)) if isinstance(value, torch.Tensor)]
        before = is_finite([tensor.clone() for tensor in tensors])
        result = func(*args, **kwargs)
        if before and not is_finite(result):
            node: Any = torch._C._current_autograd_node()
            traceback = node.metadata.get("traceback_") if node is not None else None
            self.births.append((line_of(traceback), "backward") if traceback else (running_line(), "forward"))
        return result


def checked(code: str) -> dict[str, Any]:
    """What is found in one program."""
    found: dict[str, Any] = {}
    for name in ("births", "anomaly"):
        torch.manual_seed(0)
        scope = {"__name__": "__main__"}
        check = Check()
        with warnings.catch_warnings(record=True) as seen, contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("always")
            watching = check if name == "births" else contextlib.nullcontext()
            with watching, torch.autograd.detect_anomaly(check_nan=name == "anomaly"), contextlib.suppress(RuntimeError):
                exec(compile(code, FILENAME, "exec"), scope)  # noqa: S102  running programs is what this is for
        told = [str(each.message) for each in seen if "Error detected in" in str(each.message)]
        found[name] = check.births if name == "births" else line_of(told[:1])
    return found


if __name__ == "__main__":
    json.dump({name: checked(code) for name, code in json.load(sys.stdin).items()}, sys.stdout)
