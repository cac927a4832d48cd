"""Runs one snippet twice, under plain PyTorch and under the tracer, and says what each of them did."""

from __future__ import annotations

import contextlib
import io
import os
import random
import sys
import types
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor

from app.settings import Settings
from gradreel.trace import Recording
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.program.source import FILENAME, main_module, snippet_files
from gradreel.tracer.record import record
from tests.seeding import seed

SETTINGS = Settings()
LIMITS = TracerLimits(events=SETTINGS.trace_events, trace_bytes=SETTINGS.trace_bytes)


@dataclass
class Run:
    """What a program did, as far as anybody outside can tell."""

    stdout: str = ""
    stderr: str = ""
    error: tuple[str, str] | None = None
    line: int | None = None
    tensors: dict[str, Any] = field(default_factory=dict)
    """Name → everything that can be seen of the tensor that the name is bound to at the end."""
    recording: Recording | None = None


@contextlib.contextmanager
def fresh_world() -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    """Give a program the state that every child of the sandbox starts from."""
    seed()
    random.seed(0)
    np.random.seed(0)
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="surrogateescape", write_through=True) for _ in range(2))
    trace = sys.gettrace()
    before = sys.stdout, sys.stderr, torch.is_grad_enabled(), torch.get_default_dtype(), torch.is_anomaly_enabled(), sys.getrecursionlimit()
    sys.stdout, sys.stderr = out, err
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("default")
            shown: Any = warnings  # pytest collects warnings; a program's own are shown, as everywhere else
            shown._showwarnmsg_impl = lambda message: print(shown._formatwarnmsg(message), end="", file=sys.stderr)
            torch.set_warn_always(True)  # or the first of two runs takes the warnings that are given once per process
            yield out, err
    finally:
        sys.settrace(trace)
        torch.set_warn_always(False)
        sys.stdout, sys.stderr = before[:2]
        torch.set_grad_enabled(before[2])
        torch.set_default_dtype(before[3])
        torch.autograd.set_detect_anomaly(before[4])
        sys.setrecursionlimit(before[5])


def text(stream: io.TextIOWrapper) -> str:
    """Return what was written to a stream."""
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8", "surrogateescape")


def plain(code: str) -> Run:
    """Run a program without the tracer."""
    run = Run()
    with fresh_world() as (out, err):
        try:
            with main_module(code) as module:
                try:
                    exec(compile(code, FILENAME, "exec", dont_inherit=True), module.__dict__)  # noqa: S102
                finally:
                    run.tensors = describe(module)
        except SystemExit as error:
            run.error = None if error.code in (None, 0) else ("SystemExit", str(error))
        except BaseException as error:
            run.error = (type(error).__name__, str(error).encode("utf-8", "replace").decode())
            run.line = error.lineno if isinstance(error, SyntaxError) else snippet_files().line_in(error.__traceback__)
        run.stdout, run.stderr = text(out), text(err)
    return run


def traced(code: str, limits: TracerLimits | None = None) -> Run:
    """Run a program under the tracer; a fault of the tracer itself fails the test."""
    run = Run()

    def look(module: types.ModuleType) -> dict[str, Any]:
        run.tensors = describe(module)
        return {}

    os.environ["GRADREEL_TRACER_FAULTS"] = "1"
    with fresh_world() as (out, err):
        answer = record(code, limits or LIMITS, look)
        run.stdout, run.stderr = text(out), text(err)
    recording = Recording.model_validate_json(answer)
    assert recording.truncated is None or recording.truncated.kind != "fault", recording.truncated
    failure = recording.outcome.failure
    if failure is not None:
        run.error = (failure.exception_type or failure.kind, failure.message)
        run.line = failure.line
    run.recording = recording
    return run


def describe(module: types.ModuleType) -> dict[str, Any]:
    """Describe every tensor that a name of the program, or a parameter of a module with a name, is bound to."""
    described: dict[str, Any] = {}
    for name, value in list(vars(module).items()):
        if Tensor in type.mro(type(value)):
            described[name] = describe_tensor(value)
        elif torch.nn.Module in type.mro(type(value)):
            described |= {f"{name}.{path}": describe_tensor(tensor) for path, tensor in value.state_dict(keep_vars=True).items()}
    return described


def describe_tensor(tensor: Tensor) -> tuple[Any, ...]:
    """Return everything that can be compared of a tensor."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return (
                type(tensor).__name__,
                tuple(tensor.shape),
                str(tensor.dtype),
                tensor.requires_grad,
                tensor.is_leaf,
                None if tensor.is_inference() else tensor._version,
                type(tensor.grad_fn).__name__,
                bits(tensor),
                bits(tensor.grad) if tensor.is_leaf or tensor.retains_grad else None,
            )
        except RecursionError:  # what it says depends on how deep this function itself runs
            return (type(tensor).__name__, "RecursionError")
        except RuntimeError as error:  # a view whose grad_fn may not be asked for
            return (type(tensor).__name__, str(error))


def bits(tensor: Tensor | None) -> Any:
    """Return the elements, exactly."""
    if tensor is None:
        return None
    tensor = tensor.detach()
    if tensor.layout is not torch.strided:
        tensor = tensor.to_dense()
    if tensor.device.type != "cpu":
        return str(tensor.device)
    tensor = tensor.resolve_conj().resolve_neg().contiguous()
    return tensor.flatten().view(torch.uint8).numpy().tobytes() if tensor.numel() else b""
