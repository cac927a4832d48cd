"""What happens at the end of a program, and to programs that trace themselves, is as under plain Python, and is recorded."""

from __future__ import annotations

import json
import re
from typing import Any

from app.sandbox.child.modes import run_traced
from gradreel.trace import BindEvent, LineEvent, OpEvent, OutputEvent, Recording
from gradreel.tracer.control.plain import run_plain
from tests.tracer.oracle import LIMITS, fresh_world, plain, text, traced

EXIT = """import atexit
@atexit.register
def bye():
    print("bye")
atexit.register(print, "first")
def failing():
    raise ValueError("too late")
atexit.register(failing)
def never():
    print("never")
atexit.register(never)
atexit.unregister(never)
print("main")
"""


def written(code: str) -> tuple[list[tuple[str, str]], Recording]:
    """What a program writes under plain Python and traced, and its recording."""
    found, answer = [], b""
    for run in (run_plain, run_traced):
        with fresh_world() as (out, err):
            answer = run(code, LIMITS)
            found.append((text(out), re.sub(" at 0x[0-9a-f]+>", " at 0x0>", text(err))))
    return found, Recording.model_validate_json(answer)


def test_output_of_exit_functions_is_recorded_and_their_exceptions_are_ignored() -> None:
    (plainly, watched), recording = written(EXIT)
    assert watched == plainly
    assert plainly[0] == "main\nfirst\nbye\n"
    assert plainly[1].startswith("Exception ignored in atexit callback: <function failing at ")
    assert 'File "snippet.py", line 7, in failing\n' in plainly[1]
    assert "gradreel" not in plainly[1]
    told = [event.text for event in recording.events if isinstance(event, OutputEvent) and event.stream == "stdout"]
    assert "".join(told) == plainly[0]
    assert recording.outcome.status == "completed"


def test_exit_functions_run_after_an_exception_that_ends_the_program() -> None:
    (plainly, watched), recording = written("import atexit\natexit.register(print, 'bye')\n1 / 0\n")
    assert watched == plainly == ("bye\n", "")
    assert recording.outcome.failure is not None
    assert (recording.outcome.failure.exception_type, recording.outcome.failure.line) == ("ZeroDivisionError", 3)


def lines(recording: Recording) -> list[tuple[int | None, str]]:
    """The line and the name of each op."""
    return [(event.line, event.name) for event in recording.events if isinstance(event, OpEvent)]


def names_at(recording: Recording, line: int) -> list[str]:
    return [event.name for event in recording.events if isinstance(event, BindEvent) and event.line == line]


DEEP = """import torch
w = torch.ones(2, requires_grad=True)
def deep(n):
    return deep(n + 1) + 1
try:
    deep(0)
except RecursionError:
    print("deep")
h = w * 2
def square(x):
    y = x * x
    return y
z = square(h)
"""


def test_lines_and_names_go_on_after_a_caught_recursion_error() -> None:
    expected, got = plain(DEEP), traced(DEEP)
    assert (got.stdout, got.error, got.tensors) == (expected.stdout, expected.error, expected.tensors)
    assert got.recording is not None
    assert lines(got.recording) == [(2, "ones"), (9, "mul"), (11, "mul")]
    assert (names_at(got.recording, 9), names_at(got.recording, 11), names_at(got.recording, 13)) == (["h"], ["x", "y"], ["z"])
    assert [event.line for event in got.recording.events if isinstance(event, LineEvent)][-4:] == [10, 13, 11, 12]


def test_program_that_runs_out_of_stack_in_an_op_is_recorded_from_the_next_op_on() -> None:
    code = DEEP.replace("deep(n + 1) + 1", "deep(n * 1.5) + 1").replace("deep(0)", "deep(w)")
    expected, got = plain(code), traced(code)
    assert (got.stdout, got.error, got.tensors) == (expected.stdout, expected.error, expected.tensors)
    assert got.recording is not None
    assert lines(got.recording)[-2:] == [(9, "mul"), (11, "mul")]
    assert names_at(got.recording, 13) == ["z"]


OWN = """import sys
import torch
seen = []
def tracer(frame, event, arg):
    seen.append((event, frame.f_code.co_name, frame.f_lineno))
    return tracer
w = torch.ones(2, requires_grad=True)
def square(x):
    y = x * x
    return y
print(sys.gettrace())
sys.settrace(tracer)
print(sys.gettrace() is tracer)
z = square(w)
sys.settrace(None)
print(seen, sys.gettrace())
h = z.exp()
k = h * 2
"""


def test_program_with_a_trace_function_of_its_own_sees_no_frame_of_the_tracer() -> None:
    expected, got = plain(OWN), traced(OWN)
    assert (got.stdout, got.error, got.tensors) == (expected.stdout, expected.error, expected.tensors)
    assert got.recording is not None
    assert lines(got.recording) == [(7, "ones"), (9, "mul"), (17, "exp"), (18, "mul")]
    assert (names_at(got.recording, 17), names_at(got.recording, 18)) == (["h"], ["k"])
    assert all(event.depth >= 0 for event in got.recording.events if isinstance(event, LineEvent))


SPY = """import torch
from torch.nn import functional as F
seen = []
class Spy(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        seen.append(func.__name__)
        return super().__torch_function__(func, types, args, kwargs or {})
w = torch.ones(2, 3).as_subclass(Spy).requires_grad_()
"""
CALLS = {
    "functional": "F.softmax(F.relu(w * 2), -1); F.cross_entropy(w, torch.tensor([0, 1])); 1 - w",
    "backward": "w.exp().sum().backward(); g = w.grad; n = len(w)",
    "autograd": "torch.autograd.grad((w ** 2).sum(), w); torch.autograd.backward((w ** 2).sum())",
    "functions_of_torch": "torch.stack([w, w]).norm(); torch.einsum('ij,ij->', w, w)",
    "in_place": "h = w * 1; h.mul_(2); h[0] = 1",
}


def calls_seen(statement: str) -> tuple[Any, Any]:
    code = f"{SPY}{statement}\nprint(seen)"
    expected, got = plain(code), traced(code)
    assert (got.error, got.tensors) == (expected.error, expected.tensors)
    return got.stdout, expected.stdout


def test_subclass_is_asked_about_the_same_functions_as_without_the_tracer() -> None:
    for statement in CALLS.values():
        got, expected = calls_seen(statement)
        assert got == expected


def test_object_that_is_no_tensor_is_asked_about_the_same_functions_as_without_the_tracer() -> None:
    code = """import torch
seen = []
class Wrapped:
    def __init__(self, tensor):
        self.tensor = tensor
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        seen.append(func.__name__)
        return func(*[arg.tensor if isinstance(arg, Wrapped) else arg for arg in args], **(kwargs or {}))
x = Wrapped(torch.ones(3, requires_grad=True))
torch.nn.functional.mse_loss(x, torch.zeros(3)).backward()
print(seen)
"""
    expected, got = plain(code), traced(code)
    assert (got.stdout, got.error) == (expected.stdout, None)
    assert json.loads(expected.stdout.replace("'", '"')) == ["mse_loss"]
