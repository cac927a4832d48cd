"""Asserts that nothing of the tracer is left after any test."""

from __future__ import annotations

import linecache
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
import torch
from torch.autograd.function import Function

from gradreel.tracer.program.source import FILENAME
from gradreel.tracer.torch_features import hooks_of_program


def installed() -> dict[str, Any]:
    """Return everything global that the tracer touches while it runs."""
    variable: Any = torch.autograd.Variable
    shown: Any = warnings
    return {
        "settrace": sys.gettrace(),
        "threading.settrace": threading.gettrace(),
        "function modes": torch._C._len_torch_function_stack(),
        "dispatch modes": torch._C._len_torch_dispatch_stack(),
        "saved tensor hooks": hooks_of_program(),
        "engine": variable._execution_engine,
        "Function.apply": Function.__dict__["apply"],
        "Tensor.backward": torch.Tensor.backward,
        "Tensor.set_": "set_" in vars(torch.Tensor),
        "__main__": sys.modules["__main__"],
        "linecache": FILENAME in linecache.cache,
        "showwarning": shown._showwarnmsg_impl,
        "stdout": (sys.stdout, "write" in vars(sys.stdout)),
        "stderr": (sys.stderr, "write" in vars(sys.stderr)),
        "functorch": torch._C._functorch.peek_interpreter_stack(),
    }


@pytest.fixture(autouse=True)
def nothing_stays_installed() -> Iterator[None]:
    """Compare what is installed before and after."""
    before = installed()
    yield
    assert installed() == before
