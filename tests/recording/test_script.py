"""``gradreel run``: the program prints and ends as under ``python``, whatever it does, and its film shows all of its files."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.recording.programs import Ended, film_in, plain, recorded, write

FILES = {
    "train.py": """
import atexit, sys, warnings
import torch
from lib import data
from model import Net

print(sys.argv, __name__, __file__, sys.path[0], __package__, __spec__)
atexit.register(print, "bye")
warnings.warn("careful")

def main():
    torch.manual_seed(0)
    net = Net()
    for x, y in data.batches():
        loss = ((net(x) - y) ** 2).mean()
        loss.backward()
        print(float(loss))

main()
""",
    "model.py": """
import torch
from lib.helpers import halve

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 2)

    def forward(self, x):
        h = self.fc(x).exp()
        halve(h)
        return h
""",
    "lib/__init__.py": "",
    "lib/helpers.py": "def halve(t):\n    t.mul_(0.5)\n",
    "lib/data.py": "import torch\n\ndef batches():\n    for i in range(3):\n        yield torch.randn(4, 2), torch.randn(4, 2)\n",
}


def same(one: Ended, other: Ended) -> None:
    assert (one.stdout, one.stderr, one.status) == (other.stdout, other.stderr, other.status)


def test_failing_program_of_five_files_ends_as_under_python_and_its_film_names_the_right_files(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    ended = recorded(tmp_path, "train.py", "--lr", "0.1", "-o", "x")
    same(ended, plain(tmp_path, "train.py", "--lr", "0.1", "-o", "x"))
    assert ended.status == 1
    assert ended.told == "gradreel: the film is in film.json"
    run = film_in(tmp_path)
    (diagnosis,) = run.diagnoses
    told = diagnosis
    places = [(told.saved_file, told.saved_line), (told.edit_file, told.edit_line), (told.raise_file, told.raise_line)]
    assert [(run.files[file].path, line) for file, line in places] == [("model.py", 11), ("lib/helpers.py", 2), ("train.py", 16)]
    assert run.files[0].path == "train.py"
    assert run.code == FILES["train.py"]
    assert {file.path: file.text for file in run.files[1:]} == {name: FILES[name] for name in ("model.py", "lib/helpers.py", "lib/data.py")}


def test_module_is_run_as_by_python_m(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"pack/__init__.py": "", "pack/go.py": "import sys\nimport torch\nprint(sys.argv, __package__, __spec__.name, sys.path[0])\n"},
    )
    ended = recorded(tmp_path, "pack.go", "a", options=["-m"])
    same(ended, plain(tmp_path, "-m", "pack.go", "a"))
    assert film_in(tmp_path).files[0].path == "pack/go.py"


PROCESSES = """
import os, sys
import torch.multiprocessing as mp

def work(queue):
    queue.put((torch.ones(2) * 3).tolist())

import torch

if __name__ == "__main__":
    for how in ("fork", "spawn"):
        context = mp.get_context(how)
        queue = context.SimpleQueue()
        process = context.Process(target=work, args=(queue,))
        process.start()
        print(how, queue.get())
        process.join()
        print(process.exitcode)
    pid = os.fork()
    print("child" if pid == 0 else os.waitpid(pid, 0)[1], (torch.ones(1) + 1).item(), flush=True)
"""
ODD = {
    "os._exit": ("print('a', flush=True)\nimport os\nos._exit(7)\n", True),
    "sys.exit": ("import sys\nsys.exit('out of luck')\n", True),
    "SIGINT": ("import os, signal, time\nprint('a', flush=True)\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(5)\n", True),
    "syntax error": ("x = (1,\n", False),
    "processes": (PROCESSES, True),
}


@pytest.mark.parametrize("how", ODD)
def test_program_that_ends_in_an_unusual_way_ends_so(tmp_path: Path, how: str) -> None:
    code, has_film = ODD[how]
    write(tmp_path, {"odd.py": code})
    ended = recorded(tmp_path, "odd.py")
    same(ended, plain(tmp_path, "odd.py"))
    assert ended.status == {"os._exit": 7, "sys.exit": 1, "SIGINT": -signal.SIGINT, "syntax error": 1, "processes": 0}[how]
    assert (ended.told == "gradreel: the film is in film.json") is has_film
    if has_film:
        assert film_in(tmp_path).events


def test_script_that_does_not_exist_is_said_in_one_line(tmp_path: Path) -> None:
    ended = recorded(tmp_path, "nope.py")
    assert ended.status == plain(tmp_path, "nope.py").status == 2
    assert ended.told == f"gradreel: can't open file '{tmp_path}/nope.py': [Errno 2] No such file or directory"
    assert not ended.stderr


@pytest.mark.parametrize("output", ["no such folder/film.html", "film.bmp"])
def test_film_that_cannot_be_written_is_said_in_one_line(tmp_path: Path, output: str) -> None:
    write(tmp_path, {"fine.py": "print(1)\n"})
    ended = recorded(tmp_path, "fine.py", options=["-o", output])
    assert ended.told.startswith(f"gradreel: {output}: ")
    assert not ended.stderr
    assert ended.status == (2 if output.endswith("bmp") else 0)


def test_steps_records_so_many_backward_passes_and_the_rest_runs_free(tmp_path: Path) -> None:
    code = """
import sys, torch
w = torch.ones(2, requires_grad=True)
for i in range(6):
    loss = (w * i).sum()
    loss.backward()
print(w.grad, sys.gettrace(), len(torch.overrides._get_current_function_mode_stack()))
raise SystemExit(3)
"""
    write(tmp_path, {"train.py": code})
    ended = recorded(tmp_path, "train.py", options=["--steps", "2"])
    assert ended.status == 3
    assert ended.stdout.startswith("tensor([15., 15.]) None")
    run = film_in(tmp_path)
    assert sum(event.kind == "backward_end" for event in run.events) == 2
    assert run.truncated is not None
    assert (run.truncated.kind, run.truncated.limit) == ("steps", 2)
