"""A Jupyter server of a test: it has answered when it is lent, and it is gone afterwards with the kernels that it has started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from benchmarks.server import free_port

START_S = 90.0
"""Longest wait for each of the two programs that its start takes, on a busy machine: both end before a test's own limit."""
KILLED_S = 30.0
"""Longest wait for the system to end what was killed."""


@contextmanager
def jupyter(module: str, notebook: Path, own: Path, *options: str) -> Iterator[str]:
    """Start ``module``, a program of Jupyter, in the folder of a notebook, which it trusts, and yield its address.

    What Jupyter keeps, and its log, are in the folder ``own``. Raises ``AssertionError`` with the log when it does not start.
    """
    env = {**os.environ, **{f"JUPYTER_{name}": str(own / name) for name in ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")}}
    env["JUPYTER_ALLOW_INSECURE_WRITES"] = "1"
    log = own / "log"
    try:
        with log.open("w") as output:
            with started(["jupyter", "trust", str(notebook)], env, output) as trust:
                assert trust.wait(START_S) == 0, f"jupyter trust ended with {trust.returncode}"
            port = free_port()
            ours = ["--no-browser", "--allow-root", "--IdentityProvider.token="]
            where = [f"--ServerApp.port={port}", f"--ServerApp.root_dir={notebook.parent}"]
            with started([module, *ours, *where, *options], env, output) as process:
                await_answer(f"http://127.0.0.1:{port}/api", process)
                yield f"http://127.0.0.1:{port}"
    except (AssertionError, subprocess.TimeoutExpired) as error:
        raise AssertionError(f"{error}\nlog of {module}:\n{log.read_text()}") from error


def await_answer(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_S
    while True:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            pass
        assert process.poll() is None, f"the server ended with {process.returncode} before it answered"
        assert time.monotonic() < until, f"{url} does not answer"
        time.sleep(0.1)


@contextmanager
def started(command: list[str], env: Mapping[str, str], output: IO[str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run a module of this Python. Afterwards neither it nor anything that it has started runs.

    They are killed, since Jupyter waits for its kernels when it is asked to stop. A kernel is in a process group and a session of its own:
    what was started is known by the folder in its environment.
    """
    process = subprocess.Popen([sys.executable, "-m", *command], env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
    try:
        yield process
    finally:
        process.kill()
        process.wait(KILLED_S)
        until = time.monotonic() + KILLED_S
        while left := processes_of(env["JUPYTER_RUNTIME_DIR"]):
            assert time.monotonic() < until, f"{left} were killed and still run"
            for each in left:
                with suppress(ProcessLookupError):
                    os.kill(each, signal.SIGKILL)
            time.sleep(0.01)


def processes_of(runtime_folder: str) -> list[int]:
    """The processes whose environment names this folder as that of Jupyter's runtime."""
    entry = f"JUPYTER_RUNTIME_DIR={runtime_folder}".encode()
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if entry in path.read_bytes().split(b"\0"):
                found.append(int(path.parent.name))
    return found
