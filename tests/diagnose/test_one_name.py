"""A tensor is called by one name: in diagnoses, and by the page, which takes what ``Tensor.called`` states."""

from __future__ import annotations

import pytest

from gradreel.diagnose.lookup.names import Names, with_names
from gradreel.trace import Recording
from tests.diagnose.case import See, program

BOOK = """
class VQ(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("book", torch.ones(2))
    def forward(self, x):
        y = x * self.book
        self.book.data.mul_(0.5)
        return y
vq = VQ()
x = torch.ones(2, requires_grad=True)
vq(x).sum().backward()
"""

HELPER = """
def decay(module):
    for p in module.parameters():
        p.data.mul_(0.5)
def run(net):
    loss = net(torch.ones(1, 2, requires_grad=True)).sum()
    decay(net)
    loss.backward()
def main():
    model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
    run(model)
main()
"""

IN_A_CLASS = """
class Trainer:
    def __init__(self):
        self.model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
    def fit(self):
        loss = self.model(torch.ones(1, 2)).sum()
        self.decay(self.model)
        loss.backward()
    def decay(self, module):
        module[1].weight.data.mul_(0.5)
trainer = Trainer()
trainer.fit()
"""


def _stated(recording: Recording, tensor: str | None, event: int) -> str | None:
    """What the page calls a tensor, or what it is a view of."""
    tensors = {each.id: each for each in with_names(recording).tensors}
    found = tensors[tensor or ""]
    if not found.names and found.base:
        return _stated(recording, found.base, event)
    named = [name for since, name in found.called or () if since <= event]
    return named[-1] if named else found.names[0] if found.names else None


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        (BOOK, "silent_overwrite", "vq.book"),
        (HELPER, "silent_overwrite", "model.0.weight"),
        (IN_A_CLASS, "silent_overwrite", "trainer.model.1.weight"),
    ],
    ids=["buffer", "helper", "trainer"],
)
def test_tensor_of_a_module_is_called_by_its_name_outside_everywhere(see: See, text: str, kind: str, name: str) -> None:
    seen = see(program(text))
    (found,) = seen.of(kind)
    assert found.name == name
    assert {_stated(seen.recording, found.tensor, event) for event in range(found.event or 0, len(seen.recording.events))} == {name}
    said = [str(value) for key, value in found.params.items() if key not in ("code", "edit", "source")]
    assert not [each for each in said if each.startswith(("self.", "module.", "net.", "p."))]


def test_name_of_a_local_makes_way_for_no_other_local_of_that_name(see: See) -> None:
    seen = see(
        program("""
        def f(x):
            y = x.exp()
            return y
        x = torch.ones(2, requires_grad=True)
        h = x * 2
        f(h)
        x.sum().backward()
        """)
    )
    recording = seen.recording
    names, end = Names(recording), len(recording.events)
    assert [(names.first(each.id, end), names.at(each.id, end)) for each in recording.tensors if each.names[:1] in (("x",), ("h",))] == [
        ("x", ["x"]),
        ("h", ["h"]),
    ]
    assert [names.first(each.id, end) for each in recording.tensors if each.names[:1] == ("y",)] == [None]


def test_result_of_a_function_is_called_as_in_it_and_then_as_outside(see: See) -> None:
    seen = see(
        program("""
        def f(x):
            h = x * 2
            return h
        x = torch.ones(2, requires_grad=True)
        y = f(x)
        y.sum().backward()
        """)
    )
    recording = with_names(seen.recording)
    (ended,) = [event.index for event in recording.events if event.kind == "return"]
    assert [each.called for each in recording.tensors if "y" in each.names] == [((0, "h"), (ended, "y"))]


def test_recording_without_names_states_the_first_of_each(see: See) -> None:
    seen = see(program("x = torch.ones(2, requires_grad=True)\ny = x\ny.sum().backward()"))
    assert {each.called for each in with_names(seen.recording).tensors} == {()}
