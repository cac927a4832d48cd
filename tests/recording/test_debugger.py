"""``pdb`` in a program that is recorded: what it shows, line by line, is what it shows without the recording."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import interpreter
from tests.long import every_nth

PROGRAM = """
import json
import pdb
import sys
from contextlib import nullcontext
import torch
import gradreel

def work(x):
    y = x.exp()
    z = y + 1
    return z.sum()

w = torch.ones(2, requires_grad=True)
with gradreel.record() if "record" in sys.argv else nullcontext() as film:
    a = work(w)
    pdb.set_trace()
    b = work(w)
    b.backward()
    c = w.grad + 1
print("after", c.tolist())
if film is not None: print(json.dumps([event.name for event in film.run.events if event.kind == "op"]), file=sys.stderr)
"""
OPS = ["exp", "add", "sum", "exp", "add", "sum", "ones_like", "add"]
STEPS = ["b 19\nc\np b\nn\nc\n", "b work\nc\ns\ns\np x\nr\nn\nc\n", "b 11\nc\nw\nn\nu\np w\nc\n", "b 20\nc\np w.grad\nc\n"]


def session(folder: Path, steps: str, *arguments: str, fresh: bool = False) -> tuple[str, str, int]:
    done = interpreter.run(arguments, folder, stdin=steps, fresh=fresh)
    # From Python 3.13 on set_trace() stops at once, but at the next line, as before, where any tool of sys.monitoring is there.
    _, _, answers = done.stdout.partition("(Pdb)")
    return answers, done.stderr, done.returncode


@pytest.mark.parametrize("steps", every_nth(STEPS, 2))
def test_pdb_that_stops_inside_a_block_shows_what_it_shows_without_it(tmp_path: Path, steps: str) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    plain = session(tmp_path, steps, "program.py", "plain")
    recorded = session(tmp_path, steps, "program.py", "record")
    assert recorded[0] == plain[0]
    assert recorded[2] == plain[2] == 0
    assert plain[0].count("(Pdb)") == steps.count("\n") - 1
    assert json.loads(recorded[1].splitlines()[-1]) == OPS


def test_program_under_pdb_stops_at_its_breakpoints_inside_a_block(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    steps = "b 11\nc\nc\nc\nq\n"
    plain = session(tmp_path, steps, "-m", "pdb", "program.py", "plain")
    recorded = session(tmp_path, steps, "-m", "pdb", "program.py", "record")
    assert recorded[0] == plain[0]
    assert plain[0].count("> " + str(tmp_path / "program.py(11)work()")) == 2


def test_program_that_the_debugger_quits_ends_as_without_the_recording(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    plain = session(tmp_path, "q\n", "program.py", "plain")
    recorded = session(tmp_path, "q\n", "program.py", "record", fresh=True)
    assert (recorded[0], recorded[2]) == (plain[0], plain[2])
    assert recorded[1].splitlines()[-1] == plain[1].splitlines()[-1] == "bdb.BdbQuit"


HOOK = (
    PROGRAM.replace("    pdb.set_trace()\n", "")
    .replace("    b.backward()", "    b.register_hook(lambda grad: stop(grad))\n    b.backward()")
    .replace("def work(x):", "def stop(grad):\n    pdb.set_trace()\n    return grad * 2\n\ndef work(x):")
)


@pytest.mark.parametrize("steps", ["w\nu\nu\nw\np type(b)\nd\np grad\nc\n", "n\nw\nc\n"])
def test_stack_that_pdb_shows_inside_a_hook_has_no_frames_of_the_recorder(tmp_path: Path, steps: str) -> None:
    (tmp_path / "program.py").write_text(HOOK)
    plain = session(tmp_path, steps, "program.py", "plain")
    recorded = session(tmp_path, steps, "program.py", "record")
    assert "_tensor.py" in plain[0]
    assert recorded[0] == plain[0]
    assert recorded[2] == plain[2] == 0


SCRIPT = """
import torch

def block(h):
    a = h.relu()
    breakpoint()
    return a + 1

x = torch.ones(3, requires_grad=True)
o = block(x.exp())
o.sum().backward()
"""
UP = "w\nu\nu\nu\nw\nd\np type(a)\nn\nn\nn\nn\n"
STEPS_TO_THE_END = "n\nn\n" + "n\n" * 8 + "s\n" * 20


@pytest.mark.parametrize("steps", [UP, STEPS_TO_THE_END])
def test_script_that_the_command_runs_shows_pdb_the_frames_of_python_alone(tmp_path: Path, steps: str) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    plain = session(tmp_path, steps, "script.py", fresh=True)
    recorded = session(tmp_path, steps, "-m", "gradreel", "run", "-o", "film.json", "script.py", fresh=True)
    shown = recorded[0].partition("--Call--")[0]  # behind it plain Python ends, which pdb steps through as well
    assert shown == plain[0].partition("--Call--")[0]
    assert shown.count(str(tmp_path / "script.py")) >= 3
    assert "gradreel" not in recorded[0]
