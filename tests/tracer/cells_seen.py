"""What can be seen of a program after each of its cells, for two ways of running it that know nothing of each other.

    cells_plain   ┐ each in processes of their own, one per program,      ┌ status, exception, line, echo, what was written,
    cells_traced  ┘ whose world is the same when the program begins   ──▶ └ every name with its tensors and gradients, random numbers

Nothing of ``gradreel`` is imported here. Who looks does so between two cells, from outside: no program can tell.
"""

from __future__ import annotations

import atexit
import hashlib
import io
import json
import os
import random
import signal
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

FILENAME = "snippet.py"
LONGEST_S = 120
"""A program that takes longer is ended; only a defect takes so long."""
SHOWN_BYTES = 48
Cell = dict[str, Any]
RunOf = Callable[[str, "Look"], list[Cell]]


class Look:
    """Looks at a program between two of its cells."""

    def __init__(self) -> None:
        self.out, self.err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "surrogateescape", write_through=True) for _ in range(2))

    def written(self) -> Cell:
        """What the program has written since this was asked for."""
        return {"stdout": _taken(self.out), "stderr": _taken(self.err)}

    def names(self, module: types.ModuleType) -> Cell:
        """What the names of the program stand for, and the state of each source of random numbers."""
        found: dict[str, Any] = {}
        for name, value in sorted(vars(module).items()):
            found[name] = repr(value) if type(value) in (int, float, complex, str, bytes, bool, type(None)) else type(value).__name__
            for path, tensor in tensors_within(value):
                found[name + path] = describe(tensor)
        return {"names": found, "random": random_state(), "grad": [torch.is_grad_enabled(), torch.is_inference_mode_enabled()]}


def _taken(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    text = buffer.getvalue().decode("utf-8", "backslashreplace")
    buffer.seek(0)
    buffer.truncate()
    return text


def tensors_within(value: object, depth: int = 3) -> Iterator[tuple[str, Tensor]]:
    """Every tensor that a value holds, by its path: in lists and dicts, modules, optimizers, and instances of the program's classes."""
    kinds = type.mro(type(value))
    if Tensor in kinds:
        assert isinstance(value, Tensor)
        yield "", value
    elif depth == 0 or isinstance(value, type):
        return
    elif torch.nn.Module in kinds:
        assert isinstance(value, torch.nn.Module)
        for path, tensor in (*torch.nn.Module.named_parameters(value), *torch.nn.Module.named_buffers(value)):
            yield f".{path}", tensor
    elif torch.optim.Optimizer in kinds:
        assert isinstance(value, torch.optim.Optimizer)
        states = [state for group in value.param_groups for each in group["params"] if (state := value.state.get(each))]
        yield from (((f".state{path}", tensor)) for path, tensor in tensors_within(states))
    elif dict in kinds:
        assert isinstance(value, dict)
        for key, each in value.items():
            yield from ((f"[{_key(key)}]{path}", tensor) for path, tensor in tensors_within(each, depth - 1))
    elif list in kinds or tuple in kinds:
        assert isinstance(value, (list, tuple))
        for number, each in enumerate(value):
            yield from ((f"[{number}]{path}", tensor) for path, tensor in tensors_within(each, depth - 1))
    elif type(value).__module__ == "__main__" and hasattr(value, "__dict__"):
        for key, each in list(vars(value).items()):
            yield from ((f".{key}{path}", tensor) for path, tensor in tensors_within(each, depth - 1))


def _key(key: object) -> str:
    return repr(key) if isinstance(key, (str, int)) else type(key).__name__


def describe(tensor: Tensor) -> list[Any]:
    """Everything that can be compared of a tensor, its gradient included."""
    with warnings.catch_warnings(), torch._C.DisableTorchFunction():
        warnings.simplefilter("ignore")
        try:
            return [
                type(tensor).__name__,
                list(tensor.shape),
                str(tensor.dtype),
                tensor.requires_grad,
                tensor.is_leaf,
                None if tensor.is_inference() else tensor._version,
                type(tensor.grad_fn).__name__,
                bits(tensor),
                bits(tensor.grad) if tensor.is_leaf or tensor.retains_grad else None,
            ]
        except RuntimeError as error:  # a view whose grad_fn may not be asked for
            return [type(tensor).__name__, str(error)]


def bits(tensor: Tensor | None) -> str | None:
    """The elements, exactly; a digest where there are many."""
    if tensor is None:
        return None
    tensor = tensor.detach()
    if tensor.layout is not torch.strided:
        return f"{tensor.layout} {bits(tensor.to_dense())}"
    if tensor.device.type != "cpu":
        return str(tensor.device)
    tensor = tensor.resolve_conj().resolve_neg().contiguous()
    found = tensor.flatten().view(torch.uint8).numpy().tobytes() if tensor.numel() else b""
    return found.hex() if len(found) <= SHOWN_BYTES else _digest(found)


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def random_state() -> list[str]:
    """Digests of the states of all that draws random numbers."""
    drawn: Any = np.random.get_state()
    return [
        _digest(torch.default_generator.get_state().numpy().tobytes()),
        _digest(repr(random.getstate()).encode()),
        _digest(drawn[1].tobytes() + str(drawn[2:]).encode()),
    ]


def answer(run: RunOf) -> None:
    """Run each program whose path is a line of standard input in a fork of this process, and write what was seen as a line of JSON."""
    answers = sys.stdout
    while path := sys.stdin.readline().rstrip("\n"):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            _in_child(run, Path(path).read_text(encoding="utf-8"), write)
        os.close(write)
        with os.fdopen(read, "rb") as stream:
            text = stream.read()
        os.waitpid(child, 0)
        answers.write(text.decode() + "\n" if text else "null\n")
        answers.flush()


def _in_child(run: RunOf, code: str, write: int) -> None:
    try:
        signal.alarm(LONGEST_S)
        atexit._clear()
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1):
            os.dup2(nothing, number)
        look = Look()
        sys.stdin, sys.stdout, sys.stderr = open(os.devnull), look.out, look.err  # noqa: SIM115 - until the process ends
        torch.default_generator.manual_seed(0)
        random.seed(0)
        np.random.seed(0)
        warnings.resetwarnings()
        warnings.simplefilter("default")
        text = json.dumps(run(code, look)).encode()
        with os.fdopen(write, "wb") as stream:
            stream.write(text)
    except BaseException as error:
        sys.__stderr__.write(f"{type(error).__name__}: {error}\n")  # type: ignore[union-attr]
    finally:
        os._exit(0)
