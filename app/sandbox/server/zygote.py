"""Starts the zygote: the process that has torch imported and forks children."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from pathlib import Path

from app.errors import SandboxUnavailable
from app.sandbox.protocol import channel
from app.sandbox.protocol.fields import MessageInvalid
from app.sandbox.protocol.messages import StartFailed, ZygoteReady
from app.sandbox.protocol.plan import Plan
from app.sandbox.server import execution
from app.sandbox.server.child import Child
from app.sandbox.server.execution import Process
from app.settings import Settings

ROOT = Path(__file__).parents[3]
# NOTE [Import path] Appended, so that an installed package wins; needed where the sources are run without having been installed.
BOOT = f"import sys; sys.path.append({str(ROOT)!r}); from app.sandbox.child.zygote_main import main; main()"
STOP_S = 2.0


def plan_of(settings: Settings) -> Plan:
    """Take from the settings what the zygote and its children need."""
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
    process without a message when it cannot have the threads it wants; one malloc arena because each reserves 64 MiB of address space.
    """
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1")
    python = {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONNOUSERSITE": "1"}
    user = {"HOME": "/tmp", "USER": "snippet", "LOGNAME": "snippet", "LANG": "C.UTF-8", "TMPDIR": "/tmp", "CUDA_VISIBLE_DEVICES": ""}
    return {**one, **python, **user, "OMP_THREAD_LIMIT": str(threads), "MALLOC_ARENA_MAX": "1"}


class Zygote:
    """A running zygote, from the server's side; made by ``start``."""

    def __init__(self, process: Process, control: socket.socket, info: ZygoteReady) -> None:
        self._process = process
        self._control = control
        self.info = info
        """What it found out about itself and this machine."""
        self.spawned = 0
        self.trusted = True
        """False once one of its children has crashed: the attacker may have learned addresses, which all children share."""

    @property
    def pid(self) -> int:
        """Process id, for logs and for tests that kill it."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Can it still fork?"""
        return self._process.returncode is None

    def spawn(self, on_end: Callable[[], None], *, defer_warmup: bool = False) -> Child:
        """Ask for one child; raises ``OSError`` if the zygote is gone. With ``defer_warmup`` it is ready earlier and slower to run."""
        self.spawned += 1
        return Child(self, self._control, on_end, defer_warmup=defer_warmup)

    @property
    def stopped(self) -> bool:
        """Has somebody stopped the process (SIGSTOP, a debugger)?"""
        try:
            state = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (OSError, IndexError):
            return False
        return state in ("T", "t")

    async def ended(self) -> None:
        """Wait until the process has ended."""
        await self._process.wait()

    def kill(self) -> None:
        """Kill it; its children go on."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def close(self) -> None:
        """Stop it; its children go on."""
        self._control.close()
        try:
            async with asyncio.timeout(STOP_S):
                await self._process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


async def start(settings: Settings) -> Zygote:
    """Start a zygote and wait until it has imported torch and entered its jail; raises ``SandboxUnavailable`` with its error."""
    local, remote = channel.pair()
    try:
        process = await execution.execute(BOOT, remote, plan_of(settings).to_json(), environment(settings.threads))
    except BaseException:
        local.close()
        raise
    finally:
        remote.close()
    local.setblocking(False)
    try:
        info = await _first_message(local, settings.zygote_start_s)
    except BaseException:
        local.close()
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        raise
    return Zygote(process, local, info)


async def _first_message(control: socket.socket, timeout_s: float) -> ZygoteReady:
    arrived = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(control, arrived.set)
    try:
        async with asyncio.timeout(timeout_s):
            await arrived.wait()
        packet = channel.receive(control)
        message = packet.message if packet else None
    except TimeoutError:
        raise _unavailable(f"the process did not come up within {timeout_s:g} s") from None
    except (MessageInvalid, ConnectionError):
        message = None
    finally:
        loop.remove_reader(control)
    match message:
        case ZygoteReady():
            return message
        case StartFailed(error):
            raise _unavailable(error)
        case _:
            raise _unavailable("the process ended while it was starting; see the log above")


def _unavailable(error: str) -> SandboxUnavailable:
    return SandboxUnavailable(f"The sandbox did not start. {error}")
