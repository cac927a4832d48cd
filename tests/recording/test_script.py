"""``gradreel run``: the program prints and ends as under ``python``, whatever it does, and its film shows all of its files."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.long import some_of_each
from tests.recording.programs import Ended, film_in, plain, process, recorded, write

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
    ended = recorded(tmp_path, "train.py", "--lr", "0.1", "-o", "x", fresh=True)
    same(ended, plain(tmp_path, "train.py", "--lr", "0.1", "-o", "x"))
    assert ended.status == 1
    assert ended.told.startswith("gradreel: the film is in film.json. It holds the text of ")
    assert [line.split()[:2] for line in ended.note.splitlines()[1:-1]] == [
        ["saved", "model.py:11"],
        ["edited", "helpers.py:2"],
        ["raised", "train.py:16"],
    ]
    printed = ended.printed.splitlines()
    assert printed[0] == "error[version_mismatch]: The version check failed"
    assert [line.split()[1] for line in printed if line.split()[:1] in (["-->"], [":::"])] == [
        "model.py:11:24",
        "lib/helpers.py:2:7",
        "train.py:16:9",
    ]
    assert "   |       ^^^^^^^^^ edited in place: version 0 → 1" in printed
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
    for how in HOWS:
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
    "processes": (PROCESSES.replace("HOWS", "['fork']"), True),
    "spawned processes": (PROCESSES.replace("HOWS", "['spawn']"), True),
}


@pytest.mark.parametrize("how", some_of_each(ODD, lambda how: "processes" if "processes" in how else how))
def test_program_that_ends_in_an_unusual_way_ends_so(tmp_path: Path, how: str) -> None:
    code, has_film = ODD[how]
    write(tmp_path, {"odd.py": code})
    fresh = "processes" in how  # which start from what is in this one
    ended = recorded(tmp_path, "odd.py", fresh=fresh)
    same(ended, plain(tmp_path, "odd.py", fresh=fresh))
    assert ended.status == {"os._exit": 7, "sys.exit": 1, "SIGINT": -signal.SIGINT, "syntax error": 1}.get(how, 0)
    assert ended.told.startswith("gradreel: the film is in film.json. It holds the text of ") is has_film
    if has_film:
        assert film_in(tmp_path).events


def test_script_that_does_not_exist_is_said_in_one_line(tmp_path: Path) -> None:
    ended = recorded(tmp_path, "nope.py")
    assert ended.status == plain(tmp_path, "nope.py").status == 2
    assert ended.told == f"gradreel: can't open file '{tmp_path}/nope.py': [Errno 2] No such file or directory"
    assert not ended.stderr


@pytest.mark.parametrize("output", ["no such folder/film.html", "film.bmp"])
def test_film_that_could_not_be_written_is_said_in_one_line_before_the_program_runs(tmp_path: Path, output: str) -> None:
    write(tmp_path, {"fine.py": "print(1)\n"})
    ended = recorded(tmp_path, "fine.py", options=["-o", output])
    assert ended.told.startswith(f"gradreel: {output}: ")
    assert not ended.stdout
    assert not ended.stderr
    assert ended.status == 2


def test_folder_that_is_gone_when_the_program_ends_leaves_the_film_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "films").mkdir()
    write(tmp_path, {"gone.py": "import os\nos.rmdir('films')\nopen('films', 'w').close()\nprint(1)\n"})
    ended = recorded(tmp_path, "gone.py", options=["-o", "films/film.json"])
    assert ended.status == 0
    assert ended.stdout == "1\n"
    assert "It is in a temporary folder instead." in ended.told + ended.stderr + ended.printed


def test_program_that_goes_to_another_folder_has_its_film_where_it_began(tmp_path: Path) -> None:
    code = "import os, torch\nos.mkdir('x')\nos.chdir('x')\ntorch.ones(2, requires_grad=True).sum().backward()\n"
    write(tmp_path, {"moves.py": code})
    assert recorded(tmp_path, "moves.py").status == 0
    assert film_in(tmp_path).events


HANDLER = """import os, signal, torch
print(signal.getsignal(signal.SIGTERM) is signal.SIG_DFL)
print(signal.signal(signal.SIGTERM, lambda *_: print('handled')) is signal.SIG_DFL)
os.kill(os.getpid(), signal.SIGTERM)
print(signal.signal(signal.SIGTERM, signal.SIG_DFL) is signal.SIG_DFL)
pid = os.fork()
if pid == 0:
    signal.pause()
os.kill(pid, signal.SIGTERM)
print(os.waitpid(pid, 0)[1])
x = torch.ones(2, requires_grad=True)
try:
    print((x * 2).sum().item(), flush=True)
    os.kill(os.getpid(), signal.SIGTERM)
    signal.pause()
finally:
    print('never')
"""


def test_sigterm_writes_the_film_and_is_seen_by_the_program_as_under_python(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": HANDLER})
    ended = recorded(tmp_path, "train.py", fresh=True)
    same(ended, plain(tmp_path, "train.py", fresh=True))
    assert ended.status == -signal.SIGTERM
    assert "handled" in ended.stdout
    assert "never" not in ended.stdout
    assert ended.told.startswith("gradreel: the film is in film.json.")
    run = film_in(tmp_path)
    assert run.outcome.failure is not None
    assert run.outcome.failure.exception_type == "Terminated"


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


SECRET = "sk-live-51f0c2"
WITH_SETTINGS = {
    "train.py": "import torch, settings\nfrom steps import run\nfrom lib.names import title\n\nprint(title())\nrun(settings.rate())\n",
    "settings.py": f'API_KEY = "{SECRET}"\n\ndef rate():\n    return 0.5\n',
    "lib/__init__.py": f'TOKEN = "{SECRET}"\n',
    "lib/names.py": f'# {SECRET}\ndef title():\n    return "a run"\n',
    "steps.py": "from model import double\n\ndef run(rate):\n    return double(rate)\n",
    "model.py": "import torch\n\ndef double(rate):\n    return (torch.ones(2, requires_grad=True) * rate).sum().backward()\n",
}


@pytest.mark.parametrize("form", ["film.json", "film.html"])
def test_film_holds_no_text_of_files_in_which_it_shows_no_event_and_the_command_says_what_it_holds(tmp_path: Path, form: str) -> None:
    write(tmp_path, WITH_SETTINGS)
    ended = recorded(tmp_path, "train.py", film=form)
    assert ended.status == 0
    content = (tmp_path / form).read_text()
    assert SECRET not in content
    told = f"the film is in {form}. It holds the text of train.py, steps.py, model.py, what the program printed, and values of tensors."
    assert ended.told == f"gradreel: {told}"


@pytest.mark.parametrize(
    ("options", "film", "told"),
    [
        (["--values", "none"], "film.json", "It holds the text of train.py, steps.py, model.py and what the program printed."),
        (["--last", "1"], "film.html", "It holds the text of train.py, steps.py, model.py and what the program printed."),
        ([], "film.ipynb", "It holds the text of train.py and what the program printed."),
        ([], "film.svg", "It shows lines of code, names, and values of tensors."),
        (["--lang", "zh"], "film.json", "它含有 train.py、steps.py、model.py 的全文、程序的输出和张量的值。"),
    ],
)
def test_what_a_film_is_said_to_hold_depends_on_its_form_and_options(tmp_path: Path, options: list[str], film: str, told: str) -> None:
    write(tmp_path, WITH_SETTINGS)
    ended = recorded(tmp_path, "train.py", film=film, options=options)
    assert ended.told.endswith(told)


def test_path_of_a_film_is_said_whole_however_long_it_is(tmp_path: Path) -> None:
    folder = Path("a" * 80, "b" * 80, "c" * 80)
    (tmp_path / folder).mkdir(parents=True)
    write(tmp_path, {"go.py": "import torch\nh = torch.ones(1, requires_grad=True).exp()\nh += 1\nh.sum().backward()\n"})
    ended = recorded(tmp_path, "go.py", film=str(folder / "film.json"))
    assert f"the film is in {folder}/film.json." in ended.told
    assert ended.note.splitlines()[-1] == f"  film: {folder}/film.json"


def test_language_is_that_of_the_terminal_where_none_is_asked_for(tmp_path: Path) -> None:
    write(tmp_path, {"go.py": "print(1)\n"})
    command = ["-m", "gradreel", "run", "-o", "film.json", "go.py"]
    for asked, words in ("", "影片在"), ("C.UTF-8", "the film is in"):
        assert words in process(tmp_path, command, LANG="zh_CN.UTF-8", LC_MESSAGES="", LC_ALL=asked).told


def test_film_of_a_program_without_autograd_holds_the_text_of_the_script_alone(tmp_path: Path) -> None:
    write(tmp_path, {"go.py": "import settings\nx = settings.A\n", "settings.py": f'A = "{SECRET}"\n'})
    recorded(tmp_path, "go.py")
    assert [(file.path, file.text) for file in film_in(tmp_path).files] == [("go.py", None), ("settings.py", "")]
    assert SECRET not in (tmp_path / "film.json").read_text()


TRAINING = {
    "train.py": """
import torch
from layers.scale import scaled
from layers.shift import shifted
w = torch.ones(2, requires_grad=True)
for i in range(6):
    loss = shifted(scaled(w)).sum()
    loss.backward()
""",
    "layers/__init__.py": "",
    "layers/scale.py": "def scaled(x):\n    return x * 2\n",
    "layers/shift.py": "def shifted(x):\n    return x + 1\n",
}


def test_last_keeps_the_last_steps_without_values(tmp_path: Path) -> None:
    write(tmp_path, TRAINING)
    assert recorded(tmp_path, "train.py", options=["--last", "2"]).status == 0
    run = film_in(tmp_path)
    assert run.gap is not None
    assert sum(event.kind == "backward_end" for event in run.events[run.gap.resumes :]) == 2
    assert not any(tensor.value for tensor in run.tensors)


def test_values_says_whose_elements_are_shown(tmp_path: Path) -> None:
    write(tmp_path, TRAINING)
    shown = {}
    for values in ("all", "none"):
        assert recorded(tmp_path, "train.py", options=["--values", values]).status == 0
        shown[values] = sum(tensor.value is not None for tensor in film_in(tmp_path).tensors)
    assert shown["all"] > shown["none"] == 0


def test_include_and_exclude_may_be_given_again(tmp_path: Path) -> None:
    write(tmp_path, TRAINING)
    assert recorded(tmp_path, "train.py", options=["--exclude", "layers/sc*", "--exclude", "layers/sh*"]).status == 0
    assert [file.path for file in film_in(tmp_path).files] == ["train.py"]
    options = ["--exclude", "nothing.py", "--include", f"{tmp_path}/*", "--include", "*/random.py"]
    assert recorded(tmp_path, "train.py", options=options).status == 0
    assert {"train.py", "layers/scale.py", "layers/shift.py"} <= {file.path for file in film_in(tmp_path).files}


@pytest.mark.parametrize(
    ("options", "words"), [(["--last", "0"], "last is 0: at least 1"), (["--values", "some"], "invalid choice: 'some'")]
)
def test_impossible_option_is_said_and_nothing_runs(tmp_path: Path, options: list[str], words: str) -> None:
    write(tmp_path, {"train.py": "print('runs')\n"})
    ended = recorded(tmp_path, "train.py", options=options)
    assert (ended.status, ended.stdout) == (2, "")
    assert words in ended.stderr + ended.told


def test_until_runs_no_statement_below_the_line_and_numbers_lines_as_in_the_file(tmp_path: Path) -> None:
    cells = (
        "# %%\nimport torch\nw = torch.ones(2, requires_grad=True)\n# %%\n(w * 3).sum().backward()\nprint('two')\n# %%\nprint('three')\n"
    )
    write(tmp_path, {"cells.py": cells})
    ended = recorded(tmp_path, "cells.py", options=["--until", "6"])
    assert (ended.stdout, ended.status) == ("two\n", 0)
    run = film_in(tmp_path)
    assert run.code == cells
    assert [event.line for event in run.events if event.kind == "backward_start"] == [5]


def test_until_is_refused_for_a_module(tmp_path: Path) -> None:
    ended = recorded(tmp_path, "-m", "this", options=["--until", "6"])
    assert (ended.status, ended.stdout) == (2, "")
    assert "--until: a line of a script" in ended.told
