"""Hooks that the engine runs are recorded with what they were given and returned, and the program cannot tell."""

from __future__ import annotations

import pytest

from app.sandbox.report.answer import validate
from gradreel.trace import AccumulateEvent, HookEvent, NodeEvent, OpEvent, Recording
from gradreel.tracer.limits import TracerLimits
from tests.tracer.oracle import plain, traced

SETUP = """import functools, torch
x = torch.ones(2, requires_grad=True)
y = x * 2
z = y.exp()
net = torch.nn.Linear(2, 1)
def triple(grad):
    return grad * 3
def look(*grads):
    print(grads)
class Hook:
    def __call__(self, grad):
        return -grad
    def scaled(self, factor, grad):
        return grad * factor
hook = Hook()
def run():
    {}
    net(z).sum().backward()
    print(x.grad)
run()
"""


def recording(line: str) -> Recording:
    """Trace the program with one hook registered, and check that it did as under plain PyTorch."""
    code = SETUP.format(line)
    got, untraced = traced(code, TracerLimits(events=10_000, trace_bytes=10**7)), plain(code)
    assert (got.stdout, got.stderr, got.error, got.tensors) == (untraced.stdout, untraced.stderr, untraced.error, untraced.tensors)
    assert got.recording is not None
    return validate(got.recording.model_dump_json().encode())


def hooks(seen: Recording) -> list[HookEvent]:
    return [event for event in seen.events if isinstance(event, HookEvent)]


def names(seen: Recording, event: HookEvent) -> tuple[str | None, str | None]:
    """First name of its tensor, name of its node."""
    tensors, nodes = {each.id: each.names for each in seen.tensors}, {each.id: each.name for each in seen.nodes}
    return (tensors[event.tensor][0] if event.tensor else None), (nodes[event.node] if event.node else None)


@pytest.mark.parametrize(
    ("line", "what", "tensor", "node", "factor"),
    [
        ("y.register_hook(triple)", "tensor", "y", "MulBackward0", 3),
        ("y.register_hook(lambda grad: grad * 3)", "tensor", "y", "MulBackward0", 3),
        ("x.register_hook(triple)", "tensor", "x", "AccumulateGrad", 3),
        ("y.register_hook(hook)", "tensor", "y", "MulBackward0", -1),
        ("y.register_hook(functools.partial(hook.scaled, 5))", "tensor", "y", "MulBackward0", 5),
        ("y.register_hook(torch.no_grad()(triple))", "tensor", "y", "MulBackward0", 3),
        ("y.register_hook(look)", "tensor", "y", "MulBackward0", None),
        ("y.register_hook(lambda *grads: grads[0] * 3)", "tensor", "y", "MulBackward0", 3),
        ("x.register_post_accumulate_grad_hook(lambda leaf: None)", "post_accumulate", "x", "AccumulateGrad", None),
        ("z.grad_fn.register_prehook(lambda grads: (grads[0] * 3,))", "node", None, "ExpBackward0", 3),
        ("z.grad_fn.register_hook(lambda into, out: (into[0] * 3,))", "node", None, "ExpBackward0", 3),
        ("z.grad_fn.register_hook(look)", "node", None, "ExpBackward0", None),
        ("net.register_full_backward_hook(lambda module, into, out: (into[0] * 3,))", "node", None, "BackwardHookFunctionBackward", 3),
        ("net.register_full_backward_pre_hook(lambda module, out: (out[0] * 3,))", "node", None, "BackwardHookFunctionBackward", 3),
    ],
)  # fmt: skip
def test_hook_run_by_the_engine_is_recorded_once(line: str, what: str, tensor: str | None, node: str, factor: float | None) -> None:
    seen = recording(line)
    [event] = hooks(seen)
    assert (event.what, *names(seen, event)) == (what, tensor, node)
    assert event.given is not None
    if factor is None:
        assert event.returned is None
    else:
        assert event.returned is not None
        assert list(event.returned.preview) == pytest.approx([factor * float(each) for each in event.given.preview])


def test_hook_comes_before_the_node_that_receives_its_gradient() -> None:
    seen = recording("y.register_hook(triple)")
    [event] = hooks(seen)
    after = next(each for each in seen.events if isinstance(each, NodeEvent) and each.node == event.node)
    assert event.index < after.index
    assert after.grad_outputs[0] == event.returned


def test_hooks_of_one_tensor_are_recorded_in_the_order_of_their_registration() -> None:
    seen = recording("y.register_hook(triple); y.register_hook(lambda grad: None); y.register_hook(hook)")
    assert [event.returned is not None for event in hooks(seen)] == [True, False, True]
    assert hooks(seen)[1].given == hooks(seen)[0].returned


def test_one_function_on_several_tensors_is_told_apart() -> None:
    seen = recording(
        "a, b = torch.unbind(z); a.register_hook(triple); b.register_hook(triple); x.register_hook(triple); (a + b).backward()"
    )
    assert [names(seen, event)[0] for event in hooks(seen)][:3] == ["a", "b", "x"]


def test_removed_hook_is_not_recorded() -> None:
    assert not hooks(recording("handle = y.register_hook(triple); handle.remove()"))


def test_hook_that_removes_itself_is_recorded_once() -> None:
    line = "handle = y.register_hook(lambda grad: handle.remove()); net(z).sum().backward(retain_graph=True)"
    assert len(hooks(recording(line))) == 1


def test_program_finds_its_own_hooks() -> None:
    recording("y.register_hook(triple); print(list(y._backward_hooks.values()) == [triple], triple.__closure__)")


def test_exception_in_a_hook_comes_out_as_it_is() -> None:
    seen = recording("y.register_hook(lambda grad: grad.no_such_thing)")
    assert seen.outcome.failure is not None
    assert seen.outcome.failure.exception_type == "AttributeError"
    assert [event.returned for event in hooks(seen)] == [None]


def test_function_called_by_the_program_itself_is_no_hook() -> None:
    assert len(hooks(recording("y.register_hook(triple); triple(torch.ones(2))"))) == 1


@pytest.mark.parametrize(("line", "what"), [("y.register_hook(print)", "print"), ("y.register_hook([].append)", "list.append")])
def test_hook_without_a_python_frame_is_listed_as_not_shown(line: str, what: str) -> None:
    seen = recording(line)
    assert not hooks(seen)
    assert [(each.kind, each.what, each.count) for each in seen.not_shown] == [("hook", what, 1)]


def test_hook_of_the_library_is_not_listed() -> None:
    seen = recording("torch.autograd.graph.register_multi_grad_hook([y], look)")
    assert not seen.not_shown


AFTER = """import torch
w = torch.ones(2, requires_grad=True)
held = []
def after(leaf):
    held.append(leaf.grad.tolist())
    leaf.grad.mul_(10)
w.register_post_accumulate_grad_hook(after)
w.register_post_accumulate_grad_hook(lambda leaf: held.append(leaf.grad.tolist()))
for _ in range(2):
    (w * 2).sum().backward()
print(held)
"""


def test_accumulation_is_told_before_the_hooks_that_run_after_it() -> None:
    got, untraced = traced(AFTER, TracerLimits(events=10_000, trace_bytes=10**7)), plain(AFTER)
    assert (got.stdout, got.error, got.tensors) == (untraced.stdout, untraced.error, untraced.tensors)
    assert got.recording is not None
    seen = validate(got.recording.model_dump_json().encode())
    order = [
        event.kind if not isinstance(event, OpEvent) else event.name
        for event in seen.events
        if isinstance(event, AccumulateEvent | HookEvent)
        or (isinstance(event, OpEvent) and event.name == "mul_")
        or (isinstance(event, NodeEvent) and seen.nodes[int(event.node[1:]) - 1].kind == "accumulate_grad")
    ]
    assert order == ["node", "accumulate", "mul_", "hook", "hook"] * 2


def test_accumulation_before_a_hook_says_what_came_and_what_was_held() -> None:
    got = traced(AFTER, TracerLimits(events=10_000, trace_bytes=10**7)).recording
    assert got is not None
    held = [event for event in got.events if isinstance(event, AccumulateEvent)]
    assert [(event.added, event.grad and event.grad.preview) for event in held] == [(False, (2, 2)), (True, (22, 22))]
    came = [event.grad_outputs for event in got.events if isinstance(event, NodeEvent) and event.grad_inputs == ()]
    assert [each[0] and each[0].preview for each in came] == [(2, 2), (2, 2)]


def test_version_of_a_gradient_that_is_added_to_in_place_is_its_counter() -> None:
    code = "import torch\nw = torch.ones(2, requires_grad=True)\nfor _ in range(3):\n    (w * 2).sum().backward()\nprint(w.grad._version)\n"
    got = traced(code, TracerLimits(events=10_000, trace_bytes=10**7))
    assert got.recording is not None
    held = [event for event in got.recording.events if isinstance(event, AccumulateEvent)]
    assert [event.version for event in held] == [0, 1, int(got.stdout)]
    assert len({event.counter for event in held}) == 1
