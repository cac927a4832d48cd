"""Anomaly mode keeps the stack of each call, and prints it: what a traced program prints is what it prints under plain Python."""

from __future__ import annotations

from gradreel.trace import WarningEvent
from tests.tracer.test_events import recording

CODE = """\
import torch
import torch.nn.functional as F

def squash(a):
    return F.relu(torch.sqrt(a))

with torch.autograd.set_detect_anomaly(True):
    x = torch.zeros(2, requires_grad=True)
    try:
        squash(x)[0].backward()
    except RuntimeError:
        pass
    y = torch.nn.Sigmoid()(x)
    y += 1
    y.sum().backward()
"""


def test_stack_of_a_failing_node_has_only_frames_of_the_program_and_of_pytorch() -> None:
    warned = [event.text for event in recording(CODE).events if isinstance(event, WarningEvent)]
    sqrt, sigmoid = (text for text in warned if text.startswith("Error detected in"))
    assert frames(sqrt) == [("snippet.py", "10"), ("snippet.py", "5")]
    assert [frames(sigmoid)[0], frames(sigmoid)[-1][0]] == [("snippet.py", "13"), "activation.py"]
    assert "tracer" not in sqrt + sigmoid


def frames(text: str) -> list[tuple[str, str]]:
    """Files and lines of a stack, the outermost first."""
    entries = [line.split('"') for line in text.splitlines() if line.startswith('  File "')]
    return [(path.rpartition("/")[2], rest.split(",")[1].removeprefix(" line ")) for _, path, rest in entries]
