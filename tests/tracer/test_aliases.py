"""After every write the recording says what each tensor of the written memory holds: checked against plain torch, program by program."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gradreel.trace import AccumulateEvent, OpEvent, Recording, Value
from gradreel.tracer.tensors.layout import has_gaps, layout_of
from gradreel.tracer.tensors.values import Values
from tests.tracer.test_events import of, op, recording

HEAD = "import torch\n"


def aliases(found: Recording, event: OpEvent | AccumulateEvent) -> dict[str, Any]:
    """Return the elements that an event states for its aliases, by name; None where it states none."""
    names = {tensor.id: tensor.names[0] if tensor.names else tensor.id for tensor in found.tensors}
    return {names[alias.tensor]: None if alias.value is None else list(alias.value.preview) for alias in event.aliases}


def test_base_of_transposed_view_holds_what_was_written_through_the_view() -> None:
    found = recording(HEAD + "a = torch.ones(2, 2)\nb = a.t()\nb[0, 1] = 5\n")
    edit = op(found, "__setitem__")
    assert edit.writes[0].value is not None
    assert edit.writes[0].value.preview == (1, 5, 1, 1)
    assert aliases(found, edit) == {"a": [1, 1, 5, 1]}


CHANGED = {
    "strided": ("a = torch.zeros(6)\nb = a[::2]\nc = a[1::2]\nb.fill_(7)", {"a": [7, 0, 7, 0, 7, 0]}),
    "expanded": ("a = torch.zeros(2, 1)\nb = a.expand(2, 3)\na[1] = 4", {"b": [0, 0, 0, 4, 4, 4]}),
    "overlapping": ("a = torch.zeros(4)\nb = a.as_strided((2, 2), (1, 1))\na[1] = 3", {"b": [0, 3, 3, 0]}),
    "view_of_a_view": ("a = torch.zeros(2, 3)\nb = a[1]\nc = b[1:]\nb.add_(1)", {"a": [0, 0, 0, 1, 1, 1], "c": [1, 1]}),
    "columns": ("a = torch.zeros(2, 2)\nb = a[:, 0]\nc = a[:, 1]\nb.add_(1)", {"a": [1, 0, 1, 0]}),
    "detached": ("a = torch.zeros(2)\nb = a.detach()\nb += 2", {"a": [2, 2]}),
    "data": ("a = torch.zeros(2)\nb = a.data\nb += 2", {"a": [2, 2]}),
    "masked": ("a = torch.zeros(4)\nb = a[2:]\na[torch.tensor([True, False, False, False])] = 1", {}),
    "same_values": ("a = torch.zeros(2)\nb = a[:1]\na.mul_(3)", {}),
    "nothing_written": ("a = torch.ones(1, 2)\nb = a[0]\na.t_()", {}),
    "other_memory": ("a = torch.ones(2)\nb = a.detach()\na.data = torch.zeros(2)", {}),
    "foreach": ("a = torch.zeros(4)\nb = a[:2]\nc = a[2:]\ntorch._foreach_add_([b, c], 1)", {"a": [1, 1, 1, 1], "c": [1, 1]}),
    "out": ("a = torch.zeros(2)\nb = a[:1]\ntorch.add(torch.ones(2), 1, out=a)", {"b": [2]}),
    "running_statistics": (
        "n = torch.nn.BatchNorm1d(1)\nm = n.running_mean.detach()\nn(torch.tensor([[10.], [10.]]))",
        {"m": [1], "n.num_batches_tracked": None},
    ),
    "optimizer": (
        "w = torch.ones(2, requires_grad=True)\nv = w.detach()\nopt = torch.optim.SGD([w], lr=1.)\nw.grad = torch.ones(2)\nopt.step()",
        {"v": [0, 0]},
    ),
}


@pytest.mark.parametrize(("text", "expected"), CHANGED.values(), ids=CHANGED)
def test_write_states_the_other_tensors_whose_values_changed(text: str, expected: dict[str, Any]) -> None:
    found = recording(HEAD + text)
    stated: dict[str, Any] = {}
    for event in of(found, OpEvent):
        stated |= aliases(found, event)
    assert stated == {name: value for name, value in expected.items() if value is not None}


def test_write_through_an_array_states_the_other_tensors_of_the_memory() -> None:
    found = recording(HEAD + "a = torch.zeros(2, 2)\nb = a.t()\nc = a[1]\nn = a.numpy()\nn[0, 1] = 5\n")
    edit = [event for event in of(found, OpEvent) if event.writes][-1]
    assert aliases(found, edit) == {"b": [0, 0, 5, 0]}


def test_gradient_added_in_place_states_the_tensors_that_show_it() -> None:
    code = "w = torch.ones(2, requires_grad=True)\n(w * 2).sum().backward()\ng = w.grad\nv = g[:1]\n(w * 3).sum().backward()\n"
    first, second = of(found := recording(HEAD + code), AccumulateEvent)
    assert (first.added, first.aliases) == (False, ())
    assert second.added is True
    assert aliases(found, second) == {"g": [5, 5], "v": [5]}


ADDED = {
    "set_to_none": ("(w * 2).sum().backward()\nw.grad = None\n(w * 2).sum().backward()", [False, False]),
    "zeroed": ("(w * 2).sum().backward()\nw.grad.zero_()\n(w * 2).sum().backward()", [False, True]),
    "given": ("w.grad = torch.ones(2)\n(w * 2).sum().backward()", [True]),
    "with_a_graph": ("(w * 2).sum().backward(create_graph=True)\n(w * 2).sum().backward(create_graph=True)", [False, True]),
    "optimizer": (
        "opt = torch.optim.SGD([w], lr=1.)\nfor _ in range(2):\n    opt.zero_grad()\n    (w * w).sum().backward()\n    opt.step()",
        [False, False],
    ),
    "dropped_by_a_hook": (
        "w.register_post_accumulate_grad_hook(lambda p: setattr(p, 'grad', None))\n(w * 2).sum().backward()\n(w * 2).sum().backward()",
        [False, False],
    ),
}


@pytest.mark.parametrize(("text", "expected"), ADDED.values(), ids=ADDED)
@pytest.mark.filterwarnings("ignore")
def test_accumulate_says_whether_a_gradient_was_there_already(text: str, expected: list[bool]) -> None:
    found = recording(HEAD + "w = torch.ones(2, requires_grad=True)\n" + text)
    assert [event.added for event in of(found, AccumulateEvent)] == expected


def test_only_sixteen_aliases_have_values() -> None:
    found = recording(HEAD + "a = torch.zeros(40)\nrows = [[[[a[i:] for i in range(40)]]]]\nb = a[:2]\na.fill_(1)\n")
    edit = op(found, "fill_")
    assert len(edit.aliases) == 41
    assert sum(alias.value is not None for alias in edit.aliases) == 16
    assert aliases(found, edit)["b"] == [1, 1]  # what has a name comes first


def test_aliases_keep_nothing_alive() -> None:
    code = HEAD + "import weakref\na = torch.zeros(4)\nb = a[:2]\nr = weakref.ref(b)\na.add_(1)\ndel b\nprint(r() is None)\na.add_(1)\n"
    found = recording(code)
    first, second = [event for event in of(found, OpEvent) if event.name == "add_"]
    assert (len(first.aliases), len(second.aliases)) == (1, 0)


class _Counted:
    """Counts the previews that a recording takes."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.count = 0
        real = Values.of

        def of_(values: Values, *args: Any, **named: Any) -> Any:
            self.count += 1
            return real(values, *args, **named)

        patch.setattr(Values, "of", of_)

    def taken(self, code: str) -> int:
        self.count = 0
        recording(HEAD + code)
        return self.count


OPTIMIZER = """
flat = torch.zeros({n} * 2)
params = [torch.nn.Parameter(flat[2 * i:2 * i + 2]) for i in range({n})]
for p in params:
    p.grad = torch.ones(2)
opt = torch.optim.Adam(params, foreach={foreach})
opt.step()
"""
ROWS = "buffer = torch.zeros({n}, 3)\nfor i in range({n}):\n    buffer[i] = torch.ones(3)\n"
KEPT_ROWS = "buffer = torch.zeros({n}, 3)\nrows = []\nfor i in range({n}):\n    buffer[i] = 1.\n    rows.append(buffer[i])\n"
KEPT_COLUMNS = "buffer = torch.zeros(2, {n}, 3)\nrows = []\nfor i in range({n}):\n    buffer[:, i] = 1.\n    rows.append(buffer[:, i])\n"
WORK = {
    "optimizer": (OPTIMIZER.replace("{foreach}", "True"), 50, 200),
    "optimizer_one_by_one": (OPTIMIZER.replace("{foreach}", "False"), 50, 200),
    "rows": (ROWS, 250, 1000),
    "rows_that_are_kept": (KEPT_ROWS, 250, 1000),
    "columns_that_are_kept": (KEPT_COLUMNS, 250, 1000),
}


@pytest.mark.parametrize(("text", "small", "large"), WORK.values(), ids=WORK)
def test_previews_grow_with_the_program_and_no_faster(text: str, small: int, large: int, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = _Counted(monkeypatch)
    few, many = counted.taken(text.replace("{n}", str(small))), counted.taken(text.replace("{n}", str(large)))
    assert many <= few * large / small * 1.1


# Random chains of views and random writes. After every statement the program notes what each of its tensors holds: that is the oracle.
START = "import torch\nt0 = torch.arange(12.).reshape(3, 4)\nt1 = torch.arange(6.)\n"
VIEWS = (
    "{x}[{i}:]",
    "{x}[..., ::2]",
    "{x}.t() if {x}.dim() == 2 else {x}.unsqueeze(0)",
    "{x}.unsqueeze(1)",
    "{x}.squeeze()",
    "{x}.expand(2, *{x}.shape)",
    "{x}.as_strided((2, 2), (1, 1))",
    "{x}.as_strided((2,), (3,), 1)",
    "{x}.diagonal() if {x}.dim() > 1 else {x}.flip(0)",
    "{x}.unfold(0, 2, 1) if {x}.dim() and len({x}) > 1 else {x}.clone()",
    "{x}.detach()",
    "{x}.data",
    "{x}.view_as({x})",
    "{x}.transpose(0, -1) if {x}.dim() else {x}.clone()",
    "torch.from_numpy({x}.numpy())",
)
WRITES = (
    "{x}.add_(1)",
    "{x}.fill_({i} + 20)",
    "{x}[{i} % len({x})] = {i} + 30 if {x}.dim() else 0",
    "{x}[..., :1] = {i} + 40",
    "{x}[{x} > 3] = {i}",
    "{x}.data.mul_(2)",
    "{x}.detach()[:1].sub_(1)",
    "{x}.numpy()[...] = {i} + 50",
    "{x}.numpy()[:1] += 1",
    "{x}.copy_({y})",
    "torch._foreach_add_([{x}], 1)",
    "torch.mul({x}, 2, out={x})",
    "{x}.t_() if {x}.dim() == 2 else None",
    "{x}.data = {y}.clone()",
    "{x}.masked_fill_({x} > 2, 1)",
)
TRY = "try:\n    {}\nexcept (RuntimeError, IndexError, TypeError, ValueError, NameError):\n    pass\n"
NOTE = "print('.')\n"
Statement = tuple[str, int, int, int]
STATEMENTS = st.tuples(st.sampled_from((*VIEWS, *WRITES)), st.integers(0, 99), st.integers(0, 99), st.integers(0, 3))


def program(statements: list[Statement]) -> str:
    """Put statements together; each may fail, and the next goes on."""
    code, count = START, 2
    for text, first, second, number in statements:
        line = text.format(x=f"t{first % count}", y=f"t{second % count}", i=number)
        if text in VIEWS:
            line = f"t{count} = {line}"
            count += 1
        code += TRY.format(line) + NOTE
    return code


def really_held(code: str) -> list[dict[str, torch.Tensor]]:
    """Run a program under plain torch; return what its tensors hold after each statement."""
    moments: list[dict[str, torch.Tensor]] = []

    def note(names: dict[str, Any]) -> None:
        moments.append({name: value.clone() for name, value in names.items() if isinstance(value, torch.Tensor)})

    exec(code.replace(NOTE, "note(globals())\n"), {"note": note})  # noqa: S102 - a program of this file
    return moments


def stated_to_be_held(found: Recording) -> list[dict[str, Value | None]]:
    """Return the same as the recording has it: of each tensor the value that was recorded last."""
    values = {tensor.id: (tensor.event, tensor.value) for tensor in found.tensors}
    names = {name: tensor.id for tensor in found.tensors for name in tensor.names}
    latest: dict[str, Value | None] = {}
    moments = []
    for event in found.events:
        latest |= {tensor: value for tensor, (met, value) in values.items() if met == event.index}
        if isinstance(event, OpEvent):
            latest |= {write.tensor: write.value for write in event.writes}
            latest |= {alias.tensor: alias.value for alias in event.aliases}
        elif event.kind == "output" and event.stream == "stdout":
            moments.append({name: latest[tensor] for name, tensor in names.items() if tensor in latest})
    return moments


def check_held(code: str) -> None:
    """Insist that what the recording says of every tensor, after every statement, is what torch holds."""
    held, stated = really_held(code), stated_to_be_held(recording(code))
    assert len(stated) == len(held)
    for by_recording, by_torch in zip(stated, held, strict=True):
        for name, tensor in by_torch.items():
            value = by_recording[name]
            assert value is not None, name
            assert value.shape == tuple(tensor.shape), name
            corner = tensor[tuple(slice(size) for size in value.preview_shape)]
            assert torch.equal(torch.tensor(value.preview).reshape(corner.shape), corner.float()), name


@pytest.mark.filterwarnings("ignore")
@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.lists(STATEMENTS, min_size=2, max_size=12))
def test_latest_recorded_value_of_every_tensor_is_what_torch_holds(statements: list[Statement]) -> None:
    check_held(program(statements))


@pytest.mark.filterwarnings("ignore")
@settings(max_examples=100, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.lists(STATEMENTS, min_size=2, max_size=12))
def test_latest_recorded_value_is_right_where_memory_is_too_large_to_be_compared(statements: list[Statement]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gradreel.tracer.tensors.aliases.MAX_COPIED_BYTES", 0)
        check_held(program(statements))


VIEWS_OF_A_BUFFER = {
    "whole": ((3, 4), (4, 1), 0),
    "transposed": ((4, 3), (1, 4), 0),
    "row": ((4,), (1,), 4),
    "column": ((3,), (4,), 1),
    "every_second": ((3, 2), (4, 2), 0),
    "block": ((2, 2), (4, 1), 1),
    "overlapping": ((5, 3), (1, 2), 0),
    "irregular": ((2, 2), (3, 2), 1),
    "expanded": ((3, 4), (0, 1), 4),
    "expanded_column": ((3, 2), (4, 0), 1),
    "one_element": ((1, 1), (9, 7), 5),
    "empty": ((0, 3), (3, 1), 0),
}


@pytest.mark.parametrize(("shape", "strides", "offset"), VIEWS_OF_A_BUFFER.values(), ids=VIEWS_OF_A_BUFFER)
def test_layout_has_gaps_exactly_where_bytes_between_its_ends_belong_to_no_element(
    shape: tuple[int, ...], strides: tuple[int, ...], offset: int
) -> None:
    buffer = torch.zeros(12)
    view = buffer.as_strided(shape, strides, offset)
    layout = layout_of(view)
    view.fill_(1)
    first, end = layout[0] // 4, layout[1] // 4
    assert buffer.sum() == buffer[first:end].sum()
    assert has_gaps(layout) == (not buffer[first:end].all())
