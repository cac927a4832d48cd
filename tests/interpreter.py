"""Runs Python programs in forks of an interpreter that has imported torch and the library, which take seconds in a process of their own.

    test ─run─▶ interpreter: imports, waits ─fork─▶ ``python SCRIPT …`` or ``python -m MODULE …``, with its folder, environment and streams

A fork has what a fresh process has when its program begins: ``__main__``, ``sys.argv``, ``sys.path``; Python itself handles what leaves it.
Below its frames is one more, of ``<string>``, and modules may be imported before the program asks for them. So of each command that is
tested one test at least runs in a process of its own (``fresh``), as does what sets options of Python, and a script that is not there.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
TIMEOUT_S = 280.0
"""Longest that a program may take, in seconds; only a defect takes it."""
LASTING = {
    "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))),
    "PYTHONHASHSEED": "0",
}
"""Environment variables that are read when the interpreter starts, and so are the same in all forks."""


def environment(**more: str) -> dict[str, str]:
    """That of a program: this process's, and these variables."""
    return {**os.environ, **LASTING, **more}


INTERPRETER = """
import ctypes, gc, json, multiprocessing.process, os, runpy, select, signal, socket, sys, types
import numpy, torch
import gradreel.cli, gradreel.film.export, gradreel.film.html, gradreel.recording.script, gradreel.recording.session
import gradreel.why.report, gradreel.why.text
gc.collect()
gc.freeze()
asks, owner = socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2])
running = {}
while True:
    ready = select.select([asks, owner, *running], [], [])[0]
    if owner in ready:
        os._exit(0)
    for pidfd in set(ready) & set(running):
        pid, asker = running.pop(pidfd)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        os.close(pidfd)
        try:
            asker.send(str(status).encode())
        except BrokenPipeError:
            pass
        asker.close()
    if asks not in ready:
        continue
    asker = asks.accept()[0]
    asked, streams, _, _ = socket.recv_fds(asker, 1 << 20, 3)
    pid = os.fork()
    if pid == 0:
        break
    for stream in streams:
        os.close(stream)
    asker.send(str(pid).encode())
    running[os.pidfd_open(pid)] = pid, asker
for each in (*running, owner):
    os.close(each)
for each in (asks, asker, *(other for _, other in running.values())):
    each.close()
for number, stream in enumerate(streams):
    os.dup2(stream, number)
    os.close(stream)
signal.signal(signal.SIGINT, signal.default_int_handler)
arguments, folder, environment = json.loads(asked)
os.chdir(folder)
os.environ.clear()
os.environ.update(environment)
multiprocessing.process.ORIGINAL_DIR = folder
sys.orig_argv = [sys.executable, *arguments]
main = sys.modules["__main__"] = types.ModuleType("__main__")
vars(main).update(__builtins__=__builtins__, __annotations__={})
if arguments[0] == "-m":
    sys.path[0] = folder
    sys.argv = ["-m", *arguments[2:]]
    runpy._run_module_as_main(arguments[1])
else:
    path = os.path.join(folder, arguments[0])
    sys.path[0] = os.path.dirname(os.path.realpath(path))
    sys.argv = arguments
    libc = ctypes.CDLL(None)
    libc.fopen.restype = ctypes.c_void_p
    file = ctypes.c_void_p(libc.fopen(os.fsencode(path), b"rb"))
    # An interrupt that leaves the program ends this process as well, once it gets to the end of this code.
    if ctypes.pythonapi.PyRun_SimpleFileExFlags(file, os.fsencode(path), 1, None) and sys.last_type is not KeyboardInterrupt:
        sys.exit(1)
"""


class Interpreter:
    """The process that waits to be forked, from the first call to the end of this one."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="gradreel-interpreter-")
        self._address = str(Path(self._folder.name, "asks"))
        asks = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        asks.bind(self._address)
        asks.listen(64)
        self._owner, owned = socket.socketpair()
        with asks, owned:
            self._process = subprocess.Popen(
                [sys.executable, "-c", INTERPRETER, str(asks.fileno()), str(owned.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(asks.fileno(), owned.fileno()),
                env=environment(),
                cwd="/",
            )

    def run(self, arguments: Sequence[str], folder: Path, variables: Mapping[str, str], streams: Sequence[int]) -> int:
        """Fork it, and return how the fork ended."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as asker:
            asker.connect(self._address)
            asked = json.dumps([[*arguments], str(folder), {**variables}]).encode()
            socket.send_fds(asker, [asked], streams)
            pid = asker.recv(16)
            assert pid, "the interpreter has ended"
            asker.settimeout(TIMEOUT_S)
            try:
                return int(asker.recv(16))
            except TimeoutError:
                os.kill(int(pid), signal.SIGKILL)
                raise

    def close(self) -> None:
        """End it."""
        self._owner.close()
        self._process.wait()
        self._folder.cleanup()


@functools.cache
def _interpreter() -> Interpreter:
    made = Interpreter()
    atexit.register(made.close)
    return made


def run(
    arguments: Sequence[str], folder: Path, variables: Mapping[str, str] | None = None, stdin: str = "", fresh: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run ``python`` with these arguments in a folder, with ``variables`` in its environment."""
    whole = environment(**(variables or {}))
    can_fork = arguments[0] == "-m" or Path(folder, arguments[0]).is_file()
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        given.write(stdin.encode())
        given.seek(0)
        streams = [given.fileno(), stdout.fileno(), stderr.fileno()]
        if fresh or not can_fork:
            status = _executed(arguments, folder, whole, streams)
        else:
            status = _interpreter().run(arguments, folder, whole, streams)
        stdout.seek(0)
        stderr.seek(0)
        return subprocess.CompletedProcess([*arguments], status, stdout.read().decode(), stderr.read().decode())


def _executed(arguments: Sequence[str], folder: Path, variables: Mapping[str, str], streams: Sequence[int]) -> int:
    stdin, stdout, stderr = streams
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=variables,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        timeout=TIMEOUT_S,
        check=False,
        # A shell that runs the tests in the background has them ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ).returncode
