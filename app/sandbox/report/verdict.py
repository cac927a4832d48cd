"""The verdict: why a run was stopped, decided from trusted signals; None if its result is to be read.

Trusted are the server's own clock and counters, and what init reports about how the snippet's process ended. What the snippet wrote is
not. The order matters: a process that we killed for its output also has a fatal signal.
"""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass

from app.settings import Settings
from gradreel.locale import word
from gradreel.trace import Failure, Param, StopKind

MIB = 1024 * 1024
KIB = 1024
MEMORY_SHARE = 0.6
"""A process that held this share of its memory limit when it crashed was most likely refused more."""
CRASHES = {signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGABRT, signal.SIGSYS, signal.SIGTRAP}


@dataclass(frozen=True)
class Status:
    """How the snippet's process ended, as its init saw it."""

    wait_status: int
    cpu_s: float
    added_bytes: int
    """The most memory it ever held, beyond that of an idle child."""

    @property
    def signal(self) -> int | None:
        """The signal that ended it, if one did."""
        return os.WTERMSIG(self.wait_status) if os.WIFSIGNALED(self.wait_status) else None

    @property
    def exit_code(self) -> int:
        """What it passed to ``exit``; 0 if a signal ended it."""
        return os.WEXITSTATUS(self.wait_status) if os.WIFEXITED(self.wait_status) else 0


@dataclass(frozen=True)
class Evidence:
    """Trusted signals about one run."""

    timed_out: bool
    output_exceeded: bool
    result_exceeded: bool
    result_cut: bool
    """Does it lack its end? Then how the process ended decides."""
    out_of_memory: bool
    """Did the kernel kill it because its cgroup had used up its memory?"""
    killed: bool
    """Did the server kill it, because it went on after it had closed its pipes?"""
    status: Status | None
    """None if the result was complete before the process had ended, or if init is gone."""

    @property
    def crashed(self) -> bool:
        """Did it end by a signal that an attack on memory causes? The attacker may have learned addresses, which all forks share."""
        return self.status is not None and self.status.signal in CRASHES


def decide(evidence: Evidence, has_result: bool, settings: Settings) -> Failure | None:
    """Say why the run was stopped, by the first signal that applies; None if there is a result to look at."""
    status = evidence.status
    if evidence.timed_out:
        return stopped("wall_time", settings)
    if evidence.output_exceeded:
        return stopped("output_limit", settings)
    if evidence.result_exceeded:
        return stopped("trace_too_large", settings)
    if evidence.out_of_memory:
        return stopped("memory", settings)
    is_whole = has_result and not (evidence.result_cut and (status is None or status.signal is not None))
    if is_whole:
        return None
    if status is None:
        return stopped("internal", settings)
    if evidence.killed and status.signal == signal.SIGKILL and status.cpu_s < settings.cpu_time_s:
        return stopped("no_result", settings)
    return _from_status(status, settings)


def _from_status(status: Status, settings: Settings) -> Failure:
    if status.signal == signal.SIGXCPU or status.cpu_s >= settings.cpu_time_s:
        return stopped("cpu_time", settings)
    if status.signal == signal.SIGKILL:
        # See NOTE [SIGKILL]: the machine ran out of memory, or somebody killed it. That is no doing of the snippet's.
        return stopped("internal", settings)
    if status.signal == signal.SIGSYS:
        return stopped("forbidden_call", settings)
    if status.signal is not None:
        if status.added_bytes >= settings.memory_bytes * MEMORY_SHARE:
            return stopped("memory", settings)
        return stopped("crash", settings, signal=_name(status.signal))
    if status.exit_code:
        return stopped("exit", settings, status=status.exit_code)
    return stopped("no_result", settings)


def _name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def stopped(kind: StopKind, settings: Settings, **params: Param) -> Failure:
    """Word a stop, with the limit that it is about."""
    params = {**_limit(kind, settings), **params}
    return Failure(kind=kind, message=word(f"failure-{kind}", params), params=params)


def _limit(kind: StopKind, settings: Settings) -> dict[str, Param]:
    limits: dict[StopKind, dict[str, Param]] = {
        "wall_time": {"limit_s": settings.wall_time_s},
        "cpu_time": {"limit_s": settings.cpu_time_s},
        "memory": {"limit_mib": settings.memory_bytes // MIB},
        "output_limit": {"limit_kib": settings.output_bytes // KIB},
        "trace_too_large": {"limit_mib": settings.trace_bytes // MIB},
    }
    return limits.get(kind, {})
