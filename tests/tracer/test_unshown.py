"""What cannot be traced runs as under plain PyTorch, and the recording says what is not shown: kind, name, line, count."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext

import pytest
import torch

from gradreel import record
from gradreel.trace import BackwardStartEvent, NotShown, OpEvent
from gradreel.tracer.torch_features import CAN_READ_SAVED, lacking
from tests.tracer.oracle import plain, traced
from tests.tracer.truth import check_truth

HEAD = "import torch\nx = torch.tensor([1., 2., 3.], requires_grad=True)\n"

UNSHOWN: dict[str, tuple[str, list[tuple[str, str, int | None, int]]]] = {
    "vmap": ("y = torch.vmap(lambda a: (a * a).sin())(x)\ny.sum().backward()\n", [("transform", "vmap", 3, 2)]),
    "grad": ("g = torch.func.grad(lambda a: a.sin().sum())(x)\n", [("transform", "grad", 3, 3)]),
    "jvp": ("o, t = torch.func.jvp(torch.sin, (x,), (x.detach(),))\n", [("transform", "jvp", 3, 1)]),
    "script": ("f = torch.jit.script(torch.nn.Tanh())\ny = f(x)\nz = y * 2\nz.sum().backward()\n", [("unseen", "TanhBackward0", 5, 1)]),
    "jit_trace": ("f = torch.jit.trace(torch.sin, (x,), check_trace=False)\ny = f(x)\ny.sum().backward()\n", [("jit", "trace", 3, 1)]),
    "thread": (
        "import threading\nmade = []\ndef work():\n    made.append((x * x).sin())\nthread = threading.Thread(target=work)\n"
        "thread.start()\nthread.join()\nmade[0].sum().backward()\n",
        [("thread", "work", 8, 1)],
    ),
    "thread_pool": (
        "from concurrent.futures import ThreadPoolExecutor\ndef work(a):\n    return a * 2\n"
        "with ThreadPoolExecutor(1) as pool:\n    y = list(pool.map(work, [x, x]))[1]\ny.sum().backward()\n",
        [("thread", "work", 7, 1)],
    ),
    "forward_mode": (
        "import torch.autograd.forward_ad as fw\nwith fw.dual_level():\n    y = fw.make_dual(x.detach(), torch.ones(3)) ** 2\n"
        "    print(fw.unpack_dual(y).tangent)\n",
        [("forward_ad", "make_dual", 5, 1)],
    ),
    "fused_encoder": (
        "m = torch.nn.TransformerEncoderLayer(4, 2, batch_first=True).eval()\nwith torch.no_grad():\n    y = m(torch.ones(1, 2, 4))\n",
        [("fused", "TransformerEncoderLayer", 5, 1)],
    ),
    "own_saved_tensor_hooks": (
        "with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):\n    y = x.exp()\ny.sum().backward()\n",
        [("saved_hooks", "ExpBackward0", 4, 1)],
    ),
    "own_saved_tensor_hooks_in_a_thread": (
        "import threading\nmade = []\ndef hook(t):\n    print('hook')\n    return t\ndef work():\n"
        "    with torch.autograd.graph.saved_tensors_hooks(hook, hook):\n        made.append(x.exp())\n"
        "thread = threading.Thread(target=work)\nthread.start()\nthread.join()\nmade[0].sum().backward()\n",
        [("thread", "work", 12, 1), ("saved_hooks", "ExpBackward0", 14, 1)],
    ),
    "checkpoint": (
        "from torch.utils.checkpoint import checkpoint\ny = checkpoint(torch.exp, x, use_reentrant=False)\ny.sum().backward()\n",
        [("saved_hooks", "ExpBackward0", 4, 1)],
    ),
    "subclass": (
        "class Loud(torch.Tensor):\n    @classmethod\n    def __torch_function__(cls, func, types, args=(), kwargs=None):\n"
        "        return super().__torch_function__(func, types, args, kwargs or {})\nt = torch.ones(3).as_subclass(Loud)\ny = t * x\n",
        [("subclass", "Loud", 8, 1)],
    ),
    # From Python 3.12 on the tracer needs no trace function: lines are shown also then.
    "own_trace_function": (
        "import sys\nsys.settrace(lambda *a: None)\ny = x * 2\n",
        [("settrace", "", None, 1)] if sys.version_info < (3, 12) else [],
    ),
}

SHOWN = {
    "custom_function": (
        "class Sq(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, a):\n        ctx.save_for_backward(a)\n"
        "        return a * a\n    @staticmethod\n    def backward(ctx, g):\n        (a,) = ctx.saved_tensors\n        return 2 * a * g\n"
        "y = Sq.apply(x)\ny.sum().backward()\n"
    ),
    "module_and_optimizer": (
        "m = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.ReLU(inplace=True))\nopt = torch.optim.Adam(m.parameters())\n"
        "for _ in range(2):\n    opt.zero_grad()\n    m(x).sum().backward()\n    opt.step()\n"
    ),
    "encoder_in_training": "m = torch.nn.TransformerEncoderLayer(4, 2, batch_first=True)\nm(torch.ones(1, 2, 4)).sum().backward()\n",
    "double_backward": "(g,) = torch.autograd.grad((x ** 3).sum(), x, create_graph=True)\n(g * 2).sum().backward()\n",
    "thread_of_a_library": "import threading\nt = threading.Timer(0, print)\nt.start()\nt.join()\n",
    "unpickled": "import io\nb = io.BytesIO()\ntorch.save(x, b)\nb.seek(0)\ny = torch.load(b) * 2\ny.sum().backward()\n",
    "view_of_an_edited_base": "b = x * 2\nv = b[1:]\nb.mul_(10)\n(v * 3).sum().backward()\n",
}


BY_VERSION = frozenset({"old_torch", "saved_hooks"}) if lacking() else frozenset()
"""What an older PyTorch is told to lack besides, and in place of the other: see test_torch_features.py."""


def stated(not_shown: Iterable[NotShown]) -> list[tuple[str, str, int | None, int]]:
    """What a recording says that it does not show, less what depends on the version."""
    return [(each.kind, each.what, each.line, each.count) for each in not_shown if each.kind not in BY_VERSION]


@pytest.mark.parametrize("case", UNSHOWN)
def test_what_runs_out_of_sight_equals_plain_and_is_told(case: str) -> None:
    text, told = UNSHOWN[case]
    expected, got = plain(HEAD + text), traced(HEAD + text)
    assert (got.error, got.stdout, got.tensors) == (expected.error, expected.stdout, expected.tensors)
    assert got.error is None
    assert got.recording is not None
    check_truth(got.recording)
    assert stated(got.recording.not_shown) == [entry for entry in told if entry[0] not in BY_VERSION]


@pytest.mark.parametrize("case", SHOWN)
def test_what_is_shown_is_not_told_as_missing(case: str) -> None:
    expected, got = plain(HEAD + SHOWN[case]), traced(HEAD + SHOWN[case])
    assert got.error == expected.error
    if expected.error and lacking():
        pytest.skip(f"this PyTorch cannot do it on this Python: {expected.error[1]}")
    assert got.error is None
    assert got.recording is not None
    assert stated(got.recording.not_shown) == []


@pytest.fixture
def compiler() -> Iterator[None]:
    """What was compiled under one run is not found by the next."""
    try:
        torch.compile(lambda: None, backend="eager")
    except RuntimeError as refused:  # as 2.5 does on Python 3.13
        assert lacking()
        pytest.skip(f"no torch.compile here: {refused}")
    torch.compiler.reset()
    yield
    torch.compiler.reset()


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("dynamic", [None, True])
@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_compiled_function_equals_plain_and_is_told(backend: str, dynamic: bool | None) -> None:
    code = (
        f"{HEAD}y = x * 2\nf = torch.compile(lambda a: (a * a).sin(), backend={backend!r}, dynamic={dynamic})\nz = f(y)\n"
        "w = z.exp()\nw.add_(1)\nw.sum().backward()\n"
    )
    expected = plain(code)
    torch.compiler.reset()
    got = traced(code)
    assert expected.error is not None
    assert (got.error, got.tensors) == (expected.error, expected.tensors)
    assert got.recording is not None
    assert got.recording.truncated is None
    assert stated(got.recording.not_shown) == [("compiled", "<lambda>", 5, 1)]
    assert sum(isinstance(event, BackwardStartEvent) for event in got.recording.events) == 1


CALLED = {
    "decorated": (
        "@torch.compile(backend='aot_eager')\ndef f(a):\n    b = a * a\n    return b.sin()\nfor _ in range(2):\n    y = f(x)\n",
        [8, 8],
    ),
    "module": (
        "class Net(torch.nn.Module):\n    def forward(self, a):\n        return a.exp()\nnet = torch.compile(Net(), backend='aot_eager')\n"
        "y = net(x)\n",
        [7],
    ),
    "in_a_function": (
        "f = torch.compile(lambda a: (a * a).sin(), backend='aot_eager')\ndef twice(a):\n    b = f(a)\n    return f(b)\ny = twice(x)\n",
        [5, 6],
    ),
}


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(("code", "lines"), CALLED.values(), ids=CALLED)
def test_op_of_a_compiled_function_is_at_the_line_that_calls_it(code: str, lines: list[int]) -> None:
    got = traced(f"{HEAD}{code}y.add_(1)\ny.sum().backward()\n")
    assert got.recording is not None
    ops = [event for event in got.recording.events if isinstance(event, OpEvent) and event.name == "CompiledFunction.apply"]
    assert [op.line for op in ops] == lines
    rounds = [op.iteration for op in ops]
    assert rounds == ([1, 2] if lines == [8, 8] else [1] * len(lines))


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("around", [nullcontext(), torch.device("cpu")], ids=("alone", "below_another_mode"))
def test_function_compiled_before_the_recording_runs_compiled_in_it(around: AbstractContextManager[object]) -> None:
    graphs: list[list[str]] = []

    def backend(module: torch.fx.GraphModule, _inputs: list[torch.Tensor]) -> Callable[..., object]:
        graphs.append([str(node.target) for node in module.graph.nodes if node.op == "call_function"])
        return module.forward

    function = torch.compile(lambda a: a * a + 1, backend=backend)
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    with record() as film, around:
        function(x).sum().backward()
        function(x)
    assert len(graphs) == 1
    assert x.grad is not None
    assert x.grad.tolist() == [2.0, 4.0]
    # Of a compiled node it is not known either what it saved, where PyTorch has no way to ask it.
    told = [(each.kind, each.count) for each in film.run.not_shown if CAN_READ_SAVED or each.kind != "old_torch"]
    assert told == [("compiled", 1), ("compiled", 1)]
    assert next(event.name for event in film.run.events if isinstance(event, OpEvent)) == "sum"


def test_nodes_made_out_of_sight_are_no_op_of_the_film() -> None:
    recording = traced(HEAD + "y = torch.vmap(torch.sin)(x)\nz = y * 2\n").recording
    assert recording is not None
    made = {node.name: node.op for node in recording.nodes}
    assert made["SinBackward0"] is None
    op = recording.events[made["MulBackward0"] or 0]
    assert isinstance(op, OpEvent)
    assert {state.tensor for state in op.states} == {*op.inputs, *op.outputs}


def test_view_of_an_edited_base_tells_its_new_node_when_it_is_used() -> None:
    recording = traced(HEAD + "b = x * 2\nv = b[1:]\nb.mul_(10)\nw = v * 3\nu = v * 4\n").recording
    assert recording is not None
    names = {node.id: node.name for node in recording.nodes}
    ops = [event for event in recording.events if isinstance(event, OpEvent)]
    told = [[names[state.grad_fn] for state in op.states if state.grad_fn] for op in ops if op.line in (6, 7)]
    assert told == [["AsStridedBackward0", "MulBackward0"], ["MulBackward0"]]


def test_many_places_are_counted_with_the_last_of_their_kind() -> None:
    recording = traced(HEAD + "f = torch.vmap(torch.sin)\n" + "f(x)\n" * 100).recording
    assert recording is not None
    assert len(recording.not_shown) == 64
    assert sum(each.count for each in recording.not_shown) == 100
