"""Turns settings into a running zygote: the process that has torch imported and forks children.

It is executed with an environment that is written out here, so nothing the server was started with can reach a snippet,
and in a session of its own, so that a Ctrl-C in the terminal goes to the server alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.errors import SandboxUnavailable
from app.sandbox.protocol import messages
from app.sandbox.protocol.plan import Plan
from app.sandbox.server.child import Child
from app.settings import Settings

ROOT = Path(__file__).parents[3]
# NOTE [Import path] Appended, so that an installed package wins; needed where the sources are run without having been installed.
BOOT = f"import sys; sys.path.append({str(ROOT)!r}); from app.sandbox.child.zygote_main import main; main()"
STOP_S = 2.0


@dataclass(frozen=True)
class Hello:
    """What the zygote found out about itself and this machine."""

    tier: str
    layers: tuple[str, ...]
    torch: str
    python: str


def plan_of(settings: Settings) -> Plan:
    """Take from the settings what the far side needs to know."""
    return Plan(
        highest_tier="none" if settings.insecure_no_sandbox else settings.sandbox_tier,
        jail_uid=settings.jail_uid,
        memory_bytes=settings.memory_bytes,
        cpu_time_s=settings.cpu_time_s,
        wall_time_s=settings.wall_time_s,
        tmp_bytes=settings.tmp_bytes,
        tmp_inodes=settings.tmp_inodes,
        open_files=settings.open_files,
        threads=settings.threads,
        trace_events=settings.trace_events,
        trace_bytes=settings.trace_bytes,
    )


def environment(threads: int) -> dict[str, str]:
    """The whole environment of the zygote, and so of every snippet.

    One thread until a snippet asks for more, since forking needs a process with one; ``OMP_THREAD_LIMIT`` because libgomp ends the
    process without a word when it cannot have the threads it wants; one malloc arena because each reserves 64 MiB of address space.
    """
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1")
    python = {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONNOUSERSITE": "1"}
    person = {"HOME": "/tmp", "USER": "snippet", "LOGNAME": "snippet", "LANG": "C.UTF-8", "TMPDIR": "/tmp", "CUDA_VISIBLE_DEVICES": ""}
    return {**one, **python, **person, "OMP_THREAD_LIMIT": str(threads), "MALLOC_ARENA_MAX": "1"}


class Zygote:
    """The server's end of one zygote; made by ``launch``."""

    def __init__(self, process: Process, control: socket.socket, hello: Hello) -> None:
        self._process = process
        self._control = control
        self.hello = hello
        self.spawned = 0
        self.trusted = True
        """False once one of its children has crashed: whoever did it may have learned about addresses, which all of them share."""

    @property
    def pid(self) -> int:
        """Process id, for logs and for tests that kill it."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Can it still fork?"""
        return self._process.returncode is None

    def spawn(self, on_end: Callable[[], None], *, hasty: bool = False) -> Child:
        """Ask for one child, which is ready earlier but slower afterwards if ``hasty``; raises ``OSError`` if the zygote is gone."""
        self.spawned += 1
        return Child(self, self._control, on_end, hasty=hasty)

    async def ended(self) -> None:
        """Wait until the process has ended."""
        await self._process.wait()

    async def close(self) -> None:
        """Let it go; its children live on."""
        self._control.close()
        try:
            async with asyncio.timeout(STOP_S):
                await self._process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


async def launch(settings: Settings) -> Zygote:
    """Start a zygote and wait until it has imported torch and locked itself in.

    Raises ``SandboxUnavailable`` with its own words when it cannot.
    """
    near, far = messages.pair()
    arguments = (sys.executable, "-s", "-P", "-B", "-c", BOOT, str(far.fileno()), plan_of(settings).to_json())
    try:
        process = await asyncio.create_subprocess_exec(
            *arguments,
            stdin=DEVNULL,
            stdout=DEVNULL,
            pass_fds=(far.fileno(),),
            env=environment(settings.threads),
            cwd="/",
            start_new_session=True,
        )
    except BaseException:
        near.close()
        raise
    finally:
        far.close()
    near.setblocking(False)
    try:
        hello = await _greet(near, settings.zygote_start_s)
    except BaseException:
        near.close()
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        raise
    return Zygote(process, near, hello)


async def _greet(control: socket.socket, patience_s: float) -> Hello:
    arrived = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(control, arrived.set)
    try:
        async with asyncio.timeout(patience_s):
            await arrived.wait()
        message, _ = messages.receive(control) or ({"error": "the process ended while it was starting; see the log above"}, [])
    except TimeoutError:
        message = {"error": f"the process did not come up within {patience_s:g} s"}
    finally:
        loop.remove_reader(control)
    if "error" in message:
        raise SandboxUnavailable(f"The sandbox did not start. {message['error']}")
    return Hello(message["tier"], tuple(message["layers"]), message["torch"], message["python"])
