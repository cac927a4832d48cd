"""Forks the processes of the sandbox from templates that have imported what takes long, torch and the contract, once per run of the tests.

    test ─execution.execute─▶ template: imports, waits ─fork─▶ zygote, reader or worker, a child of the process that runs the tests

What is forked has the session, environment, arguments, directory and descriptors of what would have been executed, and runs the same
program from its first line on; only the imports find everything there. What ``prefaced`` puts before a program runs in the fork as well.
Other programs that differ are executed.
A process that a test starts borrows the templates when it is run as ``python -m tests.borrowing``.
"""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from unittest.mock import patch

from app.sandbox.reader import process as reader
from app.sandbox.server import execution, zygote
from app.sandbox.server.execution import Process
from app.settings import Settings
from app.workers import workers

LENT = "TEMPLATES_OF_TESTS"
"""Environment variable with the folder that has the addresses of templates."""
ENVIRONMENTS = {
    zygote.BOOT: zygote.environment(Settings.model_fields["threads"].default),
    reader.BOOT: reader.ENVIRONMENT,
    workers.BOOT: reader.ENVIRONMENT,
}
"""By the program that is forked; with another environment it is executed."""
IMPORTS = {
    zygote.BOOT: """
from app.sandbox.child import warmup, zygote_main
from app.sandbox.child.memory import heap_pages
arenas = heap_pages.preallocate_arenas()
warmup.import_all()
from app.sandbox.child.modes import MODES
from gradreel.tracer.limits import TracerLimits
heap_pages.IMPORTS_BYTES = 0  # they are done: room for more would count as the zygote's own
limits = TracerLimits(events=20000, trace_bytes=16 * 1024**2)
warmup.specialise_code(lambda mode, code, hand_in: MODES[mode](code, limits, hand_in))
warmup.SPECIALISING_RUNS = 0
del arenas, heap_pages, warmup, zygote_main, MODES, TracerLimits, limits
""",
    reader.BOOT: """
from app.sandbox.reader import reader_main
from app.settings import Settings
reader_main.read_sample(Settings())
del reader_main, Settings
""",
    workers.BOOT: """
from app.workers import worker_main
from app.settings import Settings
worker_main.load(Settings())
del worker_main, Settings
""",
}
"""By the same. What a program does beyond imports, and beyond making the code that it imports fast, it does again, in its own process."""

PREFACED: dict[str, tuple[str, str]] = {}
"""By a program that ``prefaced`` has made: what it was made of."""


def prefaced(program: str, before: str) -> str:
    """A program that runs ``before`` first, once it can import the service."""
    head, _, tail = program.partition("from app.")
    made = f"{head.rstrip('; ')}\n{before.rstrip('; ')}\nfrom app.{tail}"
    PREFACED[made] = program, before
    return made


# The program of a fork begins at the depth of a module's code, as it does when it is executed.
TEMPLATE = """
import gc, json, os, select, socket, sys
sys.path.append({root!r})
{imports}
gc.collect()
gc.freeze()
del gc
from app.sandbox.jail.syscalls import fork_into
CLONE_PARENT = 0x8000
asks, owner = socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2])
while True:
    if owner in select.select([asks, owner], [], [])[0]:
        os._exit(0)
    asker = asks.accept()[0]
    asked, given, _, _ = socket.recv_fds(asker, 65536, 2)
    if not asked:
        asker.close()
        continue
    pid = fork_into(CLONE_PARENT)
    if pid == 0:
        break
    for each in given:
        os.close(each)
    asker.send(str(pid).encode())
    asker.close()
asker.close()
asks.close()
os.close(owner)
os.setsid()
os.dup2(given[1], 2)
os.close(given[1])
argument, before = json.loads(asked)
sys.argv = ["-c", str(given[0]), argument]
exec(before, {{}})
del argument, before, json, os, select, socket, asks, asker, owner, given, asked, pid, fork_into, CLONE_PARENT
{program}
"""


class Forked:
    """A process that this one has not executed; the rest is as in ``asyncio.subprocess.Process``."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._ended = asyncio.Event()
        self._pidfd = os.pidfd_open(pid)
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._pidfd, self._collect)

    def _collect(self) -> None:
        self._loop.remove_reader(self._pidfd)
        os.close(self._pidfd)
        try:
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        except ChildProcessError:  # a child of the process that lends the templates, which alone could say how it ended
            self.returncode = 0
        self._ended.set()

    async def wait(self) -> int:
        """Wait for its end."""
        await self._ended.wait()
        assert self.returncode is not None
        return self.returncode

    def kill(self) -> None:
        """Kill it, unless it is known to have ended."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)


class Template:
    """One process that waits to be forked; it is started when somebody asks, and ends when it is closed or its owner ends."""

    def __init__(self, program: str, address: Path) -> None:
        self._program = program
        self._asks = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._asks.bind(str(address))
        self._asks.listen(64)
        self._owner, self._closed = socket.socketpair()
        # What it forks is to end when this thread does: so it outlives all.
        self._thread = threading.Thread(target=self._start_when_asked, daemon=True)
        self._thread.start()

    def _start_when_asked(self) -> None:
        if self._closed in select.select([self._asks, self._closed], [], [])[0]:
            return
        code = TEMPLATE.format(root=str(zygote.ROOT), imports=IMPORTS[self._program], program=self._program)
        subprocess.run(
            [sys.executable, "-s", "-P", "-B", "-c", code, str(self._asks.fileno()), str(self._closed.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=(self._asks.fileno(), self._closed.fileno()),
            env=ENVIRONMENTS[self._program],
            cwd="/",
            start_new_session=True,
            check=False,
        )

    def close(self) -> None:
        """End it; its forks go on."""
        self._owner.close()
        self._thread.join()
        self._closed.close()
        self._asks.close()


def fork(address: Path, channel: socket.socket, argument: str, before: str) -> int:
    """Have a template forked; the fork runs ``before`` first, and has the channel and this process's stderr.

    The first call waits for the imports.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as asker:
        asker.connect(str(address))
        socket.send_fds(asker, [json.dumps([argument, before]).encode()], [channel.fileno(), 2])
        return int(asker.recv(16))


@contextmanager
def forking(folder: Path) -> Iterator[None]:
    """Fork what the sandbox would execute in this process, by the templates that have their addresses in ``folder``."""
    executed = execution.execute

    async def execute(program: str, channel: socket.socket, argument: str, environment: Mapping[str, str]) -> Process:
        forked, before = PREFACED.get(program, (program, ""))
        if ENVIRONMENTS.get(forked) != environment:
            return await executed(program, channel, argument, environment)
        return Forked(await asyncio.to_thread(fork, address_of(forked, folder), channel, argument, before))

    with patch.object(execution, "execute", execute):
        yield


def address_of(program: str, folder: Path) -> Path:
    """Where the template of a program listens."""
    return folder / f"template-{list(IMPORTS).index(program)}"


@contextmanager
def forking_templates(folder: Path) -> Iterator[None]:
    """Have templates of this process's own, and lend them to processes that it starts."""
    templates = [Template(program, address_of(program, folder)) for program in IMPORTS]
    with forking(folder), patch.dict(os.environ, {LENT: str(folder)}):
        yield
    for template in templates:
        template.close()


@contextmanager
def borrowed_templates() -> Iterator[None]:
    """Fork what the sandbox would execute in this process from the templates of the one that has started it, if there are any."""
    with forking(Path(os.environ[LENT])) if LENT in os.environ else nullcontext():
        yield
