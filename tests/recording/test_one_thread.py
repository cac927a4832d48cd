"""Recording, diagnoses and films where a page without a server would run them: no threads, no processes, no sockets.

Pyodide has none of them: starting a thread raises ``RuntimeError`` there, and so does it here; an audit hook refuses the rest. Both begin
when PyTorch has been imported, since what that does by itself is its own affair.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.why import films

ROOT = Path(__file__).parents[2]
REFUSED = """
import sys, json, torch, numpy, orjson, pydantic
met = []
FORBIDDEN = ("subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "os.exec", "os.spawn", "pty.spawn", "socket.")
def refuse(event, _arguments):
    if event.startswith(FORBIDDEN):
        met.append(event)
        raise RuntimeError(f"{event}: not here")
sys.addaudithook(refuse)

import _thread, threading
def no_thread(*_given, **_named):  # Python 3.11 has no event for it
    met.append("thread")
    raise RuntimeError("can't start new thread: not here")
_thread.start_new_thread = no_thread
for name in ("_start_new_thread", "_start_joinable_thread"):
    if hasattr(threading, name):
        setattr(threading, name, no_thread)
"""
PROGRAM = """
import gradreel
from gradreel.why.report import report_of

sources = json.load(sys.stdin)
found = {}
for name, code in sources.items():
    path = f"{name}.py"
    open(path, "w").write(code)
    try:
        with gradreel.record().of(path) as film:
            exec(compile(code, path, "exec"), {"__name__": "__main__"})
    except Exception as error:
        pass
    film.save(f"{name}.json")
    report = report_of(film.run, None)
    found[name] = [[finding.kind, [place.line for place in finding.places]] for finding in report.findings]
print(json.dumps({"found": found, "met": sorted(set(met)), "pydantic": pydantic.VERSION, "orjson": orjson.__version__}))
"""
CODES = {"edited": films.EDITED, "freed": films.FREED, "cut": films.CUT, "fine": films.FINE}
FOUND = {
    "edited": [["version_mismatch", [3, 6, 7]]],
    "freed": [["graph_freed", [2, 3, 4]]],
    "cut": [["no_grad_path", [3, 4]]],
    "fine": [],
}


def recorded(folder: Path, *first: str) -> dict[str, object]:
    """What the programs' films say, recorded in a process of their own that takes modules from ``first`` before others."""
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": ":".join([*first, str(ROOT)]), "LANG": "C.UTF-8"}
    command = [sys.executable, "-c", REFUSED + PROGRAM]
    done = subprocess.run(command, cwd=folder, env=environment, input=json.dumps(CODES), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return told


def test_films_are_made_and_diagnosed_without_threads_processes_and_sockets(tmp_path: Path) -> None:
    told = recorded(tmp_path)
    assert told["found"] == FOUND
    assert told["met"] == ["thread"], "reading is bounded by a thread, and done without where none can start"


@pytest.mark.parametrize(
    "code", ["import threading; threading.Thread(target=print).start()", "import socket; socket.socket()", "import os; os.fork()"]
)
def test_hook_refuses_what_it_is_for(code: str, tmp_path: Path) -> None:
    hook = REFUSED.replace(", torch, numpy, orjson, pydantic", "")
    done = subprocess.run([sys.executable, "-c", hook + code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "not here" in done.stderr


PYODIDE = ("pydantic==2.10.6", "pydantic_core==2.27.2", "orjson==3.10.16")
"""The versions that Pyodide 0.28 and 0.29 have, and the oldest that the library promises."""


@pytest.mark.packaging
def test_films_are_the_same_with_pydantic_and_orjson_of_pyodide(tmp_path: Path) -> None:
    own = tmp_path / "own"
    options = ["-q", "--disable-pip-version-check", "--no-deps", "--no-compile", "--target", str(own)]
    pip = [sys.executable, "-m", "pip", "install", *options, *PYODIDE]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = recorded(tmp_path, str(own))
    assert (told["pydantic"], told["orjson"]) == ("2.10.6", "3.10.16")
    assert told["found"] == FOUND
