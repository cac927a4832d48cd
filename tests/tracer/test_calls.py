"""Which call everything happens in: functions of the program, forwards of modules, library functions, from their begin to their end."""

from __future__ import annotations

import pytest

from app.sandbox.report.answer import validate
from gradreel.trace import BindEvent, CallEvent, Event, OpEvent, Recording, ReturnEvent
from gradreel.tracer.limits import TracerLimits
from tests.tracer.oracle import plain, traced

LIMITS = TracerLimits(events=200_000, trace_bytes=64 * 1024**2)


def recording(code: str, limits: TracerLimits = LIMITS) -> Recording:
    """Trace a program, check that it did as under plain PyTorch, and that its recording is consistent."""
    got, untraced = traced(code, limits), plain(code)
    assert (got.stdout, got.error) == (untraced.stdout, untraced.error)
    assert got.recording is not None
    return validate(got.recording.model_dump_json().encode())


def calls(seen: Recording) -> list[str]:
    """Every call as its path: ``f/Net/Net.forward``."""
    paths: dict[str | None, str] = {None: ""}
    for event in seen.events:
        if isinstance(event, CallEvent):
            paths[event.call] = f"{paths[event.parent]}/{event.name}".lstrip("/")
    return [path for call, path in paths.items() if call is not None]


def call_of(seen: Recording, event: Event) -> str | None:
    """Name of the call that an event belongs to."""
    names = {each.call: each.name for each in seen.events if isinstance(each, CallEvent)}
    return names.get(event.call) if isinstance(event, OpEvent | BindEvent) and event.call is not None else None


def op(seen: Recording, name: str) -> OpEvent:
    return next(event for event in seen.events if isinstance(event, OpEvent) and event.name == name)


def open_at_the_end(seen: Recording) -> int:
    begun = sum(isinstance(event, CallEvent) for event in seen.events)
    return begun - sum(isinstance(event, ReturnEvent) for event in seen.events)


def test_function_of_the_program_is_a_call_with_its_line_and_end() -> None:
    seen = recording("import torch\ndef f(a):\n    return a * 2\nx = torch.ones(2)\ny = f(x)\nz = y + 1")
    [begin] = [event for event in seen.events if isinstance(event, CallEvent)]
    [end] = [event for event in seen.events if isinstance(event, ReturnEvent)]
    assert (begin.what, begin.name, begin.line, begin.parent) == ("function", "f", 5, None)
    assert begin.index < op(seen, "mul").index < end.index < op(seen, "add").index
    assert (call_of(seen, op(seen, "mul")), call_of(seen, op(seen, "add"))) == ("f", None)


def test_argument_bound_belongs_to_the_callee_and_result_to_the_caller() -> None:
    seen = recording("import torch\ndef f(a):\n    b = a * 2\n    return b\nx = torch.ones(2)\ny = f(x)")
    assert {event.name: call_of(seen, event) for event in seen.events if isinstance(event, BindEvent)} == {
        "x": None, "a": "f", "b": "f", "y": None,
    }  # fmt: skip


def test_forward_of_a_module_is_a_call_with_its_path() -> None:
    seen = recording("import torch\nnet = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU())\nnet(torch.ones(1, 2))")
    modules = {event.module: event for event in seen.events if isinstance(event, CallEvent) and event.what == "module"}
    assert {path: call.name for path, call in modules.items()} == {"net": "Sequential", "net.0": "Linear", "net.1": "ReLU"}
    assert modules["net.0"].parent == modules["net"].call
    assert call_of(seen, op(seen, "relu")) == "ReLU"


LIBRARY = """import math, torch
from torch.utils.data import DataLoader, TensorDataset
w = torch.nn.Parameter(torch.ones(2, 2))
opt = torch.optim.SGD([w], lr=math.sqrt(0.25))
print(math.floor(1.5), sorted([2, 1]))
{}
"""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("torch.nn.init.xavier_uniform_(w)", ["xavier_uniform_"]),
        ("w.sum().backward(); torch.nn.utils.clip_grad_norm_([w], 1.0)", ["clip_grad_norm_"]),
        ("w.sum().backward(); opt.step()", ["SGD.step"]),
        ("w.sum().backward(); opt.zero_grad()", ["Optimizer.zero_grad"]),
        ("[b for (b,) in DataLoader(TensorDataset(torch.ones(2)))]", ["DataLoader.__iter__", *["_BaseDataLoaderIter.__next__"] * 2]),
        ("torch.nn.functional.relu(w)", []),
        ("torch.nn.functional.cross_entropy(w, torch.tensor([0, 1]))", []),
        ("torch.nn.init.normal_(w)", []),
        ("[row * 2 for row in w]", []),
        ("w.sum().backward()", []),
    ],
)
def test_library_function_is_a_call_where_more_than_its_own_op_is_recorded_inside(line: str, expected: list[str]) -> None:
    seen = recording(LIBRARY.format(line))
    found = [event for event in seen.events if isinstance(event, CallEvent)]
    assert [event.name for event in found] == expected
    assert {event.what for event in found} <= {"library"}
    assert open_at_the_end(seen) == 0


def test_call_in_which_nothing_is_recorded_costs_no_event() -> None:
    code = "import torch, math\ndef f(n):\n    return math.sqrt(n)\nfor i in range(1000):\n    f(i)\nx = torch.ones(2)"
    found = recording(code).events
    assert sum(isinstance(event, CallEvent) for event in found) == 100  # as often as its line is recorded


def test_comprehension_is_no_call() -> None:
    seen = recording("import torch\ndef f(x):\n    return [y * 2 for y in [x]] + list(y + 1 for y in [x])\nf(torch.ones(1))")
    assert calls(seen) == ["f"]
    assert {call_of(seen, event) for event in seen.events if isinstance(event, OpEvent) and event.name in ("mul", "add")} == {"f"}


def test_call_that_raises_returns_once() -> None:
    code = """import torch
def g(x):
    y = x * 2
    raise ValueError('no')
def f(x):
    return g(x)
try:
    f(torch.ones(1))
except ValueError:
    z = torch.zeros(1)
"""
    seen = recording(code)
    assert calls(seen) == ["f", "f/g"]
    assert open_at_the_end(seen) == 0
    assert call_of(seen, op(seen, "zeros")) is None


def test_exception_that_leaves_the_program_ends_every_call() -> None:
    seen = recording("import torch\ndef g(x):\n    return x @ x\ndef f(x):\n    return g(x)\nf(torch.ones(1, 2))")
    assert seen.outcome.status == "raised"
    assert (calls(seen), open_at_the_end(seen)) == (["f", "f/g"], 0)


GENERATOR = """import torch
def numbers(x):
    for i in range(2):
        y = x * i
        yield y
def outer(numbers):
    return next(numbers) + 1
g = numbers(torch.ones(1))
a = next(g) - 1
b = outer(g)
{}
"""


def test_generator_resumed_elsewhere_is_one_call() -> None:
    seen = recording(GENERATOR.format("print(next(g, None))"))
    assert calls(seen) == ["numbers", "outer"]
    names = [call_of(seen, event) for event in seen.events if isinstance(event, OpEvent) and event.name in ("mul", "add", "sub")]
    assert names == ["numbers", None, "numbers", "outer"]
    assert open_at_the_end(seen) == 0


def test_generator_left_suspended_stays_open() -> None:
    seen = recording(GENERATOR.format("c = b * 3"))
    assert [event.name for event in seen.events if isinstance(event, CallEvent)] == ["numbers", "outer"]
    assert call_of(seen, op(seen, "add")) == "outer"
    assert [call_of(seen, event) for event in seen.events if isinstance(event, OpEvent)][-1] is None


@pytest.mark.parametrize("end", ["g.close()", "del g", "try:\n    g.throw(ValueError)\nexcept ValueError:\n    pass"])
def test_generator_closed_ends_its_call(end: str) -> None:
    seen = recording(GENERATOR.format(f"{end}\nc = b * 3"))
    assert open_at_the_end(seen) == 0


def test_coroutine_awaited_is_a_call_around_what_it_awaits() -> None:
    code = """import asyncio, torch
async def inner(x):
    await asyncio.sleep(0)
    return x * 2
async def main():
    return await inner(torch.ones(1)) + 1
asyncio.run(main())
"""
    seen = recording(code)
    assert [path.split("/", 1)[-1] for path in calls(seen)][-2:] == ["main", "main/inner"]
    assert (call_of(seen, op(seen, "mul")), call_of(seen, op(seen, "add"))) == ("inner", "main")


def test_recursion_thousands_deep_is_recorded_without_recursion() -> None:
    code = """import sys, torch
sys.setrecursionlimit(10_000)
def down(x, n):
    if n == 0:
        return x * 2
    return down(x, n - 1)
down(torch.ones(1, requires_grad=True), 3000).backward()
"""
    seen = recording(code)
    assert sum(isinstance(event, CallEvent) for event in seen.events) == 3001
    assert open_at_the_end(seen) == 0


def test_recursion_error_leaves_no_call_behind() -> None:
    seen = recording("import torch\ndef f(x):\n    return f(x)\ntry:\n    f(torch.ones(1))\nexcept RecursionError:\n    y = torch.zeros(1)")
    assert (call_of(seen, op(seen, "zeros")), op(seen, "zeros").line) == (None, 7)


def test_film_that_ends_inside_of_calls_leaves_them_open() -> None:
    code = """import torch
def f(x):
    for i in range(200):
        x = x * 1.01
    return x
def g(x):
    return f(x)
print(g(torch.ones(1)))
"""
    seen = recording(code, TracerLimits(events=60, trace_bytes=10**7))
    assert seen.truncated is not None
    assert open_at_the_end(seen) == 2


def test_decorated_function_of_the_program_is_one_call() -> None:
    seen = recording("import torch\n@torch.no_grad()\ndef f(x):\n    return x * 2\nf(torch.ones(1))")
    assert calls(seen) == ["f"]


def test_context_manager_of_the_program_is_one_call() -> None:
    code = """import contextlib, torch
@contextlib.contextmanager
def scope(x):
    yield x * 2
    x + 1
with scope(torch.ones(1)) as y:
    z = y - 1
"""
    seen = recording(code)
    assert calls(seen) == ["scope"]
    assert [call_of(seen, op(seen, name)) for name in ("mul", "sub", "add")] == ["scope", None, "scope"]


def test_backward_of_a_custom_function_is_a_call() -> None:
    code = """import torch
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, grad):
        return grad * 2
Double.apply(torch.ones(1, requires_grad=True)).backward()
"""
    assert calls(recording(code)) == ["Double", "Double.forward", "Double.backward"]


def test_locals_of_a_call_die_with_it() -> None:
    code = """import torch, weakref
def f():
    x = torch.ones(3)
    y = torch.nn.functional.normalize(x, dim=0)
    return weakref.ref(x)
print(f()() is None)
"""
    assert recording(code).outcome.status == "completed"


NAMED_INSIDE = """import torch
from torch import nn

def init(m):
    if isinstance(m, nn.Linear):
        nn.init.ones_(m.weight)

{}
"""
AT_THE_TOP = "net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())\nnet.apply(init)\nnet(torch.ones(1, 2)).sum()"
MADE_AND_INITIALISED = "net = nn.Sequential(nn.Linear(2, 2), nn.Tanh()).apply(init)\nnet(torch.ones(1, 2)).sum()"
IN_A_FUNCTION = "def main():\n    net = nn.Sequential(nn.Linear(2, 2), nn.Tanh()).apply(init)\n    net(torch.ones(1, 2)).sum()\n\nmain()"
BUILT = (
    "def build():\n    model = nn.Sequential(nn.Linear(2, 2), nn.Tanh())\n    return model\n\nnet = build()\nnet(torch.ones(1, 2)).sum()"
)


@pytest.mark.parametrize("body", [AT_THE_TOP, MADE_AND_INITIALISED, IN_A_FUNCTION, BUILT])
def test_module_that_a_function_had_a_name_for_has_the_name_of_the_program_around_it(body: str) -> None:
    seen = recording(NAMED_INSIDE.replace("{}", body))
    assert {event.module for event in seen.events if isinstance(event, CallEvent) and event.what == "module"} == {"net", "net.0", "net.1"}
