"""The reader: a process that makes films of answers, or of stored films, one at a time, until the server closes its channel.

    imports contract, diagnoses and sentences ─▶ reads a sample, which loads the rest ─▶ enters its jail ─▶ ReaderReady
    then, for each ReadAnswer: its share of processor time ─▶ the stages ─▶ FinishedFilm

It is executed with a clean environment. In its jail it opens no file and no connection, starts no process and signals only itself; its
memory is bounded. What it imports is in memory before that.
"""

from __future__ import annotations

import contextlib
import gc
import gzip
import os
import resource
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

import orjson

from app.sandbox.jail import capabilities, landlock, seccomp
from app.sandbox.jail.syscalls import PR_SET_DUMPABLE, PR_SET_PDEATHSIG, prctl
from app.sandbox.protocol.modes import Mode
from app.sandbox.reader.frames import (
    LENGTH_BYTES,
    AnswerValidated,
    ControlAnswer,
    ControlsExpected,
    ControlWanted,
    FinishedFilm,
    Frame,
    JudgedFix,
    JudgeFix,
    ReadAnswer,
    ReaderReady,
    RenewedFilm,
    RenewFilm,
    WorkDone,
    from_frame,
    to_frame,
)
from app.sandbox.reader.renew import renewed
from app.sandbox.reader.stages import Reading, judged
from app.settings import Settings

OPEN_FILES = 16
CPU_MARGIN_S = 2
"""Beyond the processor time of all stages: then the kernel ends the process."""
SPENT_SHARE = 0.5
"""Of the memory that it may add: a reader that has added more is replaced."""
SAMPLE_FILM = (
    b'{"schema_version":1,"id":"0","code":"","engine":{"gradreel":"","torch":"","python":""},"stdout":"","elapsed_ms":0,'
    b'"outcome":{"status":"completed","failure":null}}'
)
SAMPLE_CONTROL = b'{"outcome":{"status":"completed","failure":null}}'
SAMPLE_CODE = "import torch\nx = torch.ones(2, requires_grad=True)\ny = x.exp()\ny.add_(1)\ny.sum().backward()\n"


Done = FinishedFilm | RenewedFilm | JudgedFix | WorkDone
Answer = Callable[[Frame, "Server", Settings], Done]


class Server:
    """The server at the other end of the channel."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel

    def send(self, frame: Frame) -> None:
        """Send one frame."""
        self._channel.sendall(to_frame(frame))

    def receive(self) -> Frame:
        """Wait for one frame; the process ends when the server has closed the channel."""
        return from_frame(self._exactly(int.from_bytes(self._exactly(LENGTH_BYTES))))

    def run_control(self, mode: Mode, for_comparison: bool) -> ControlAnswer:
        """Have the server run the snippet once more."""
        self.send(ControlWanted(mode, for_comparison))
        answer = self.receive()
        assert isinstance(answer, ControlAnswer)
        return answer

    def expect(self, modes: tuple[Mode, ...]) -> None:
        """Tell the server which runs will be wanted."""
        self.send(ControlsExpected(modes))

    def _exactly(self, count: int) -> bytes:
        content = bytearray(count)
        view = memoryview(content)
        while view:
            received = self._channel.recv_into(view)
            if not received:
                os._exit(0)
            view = view[received:]
        return bytes(content)


def main() -> None:
    """Serve the channel whose descriptor is the first argument; the second holds the settings, as JSON."""
    run(read_sample, _answer)


def run(prepare: Callable[[Settings], None], answer: Answer) -> NoReturn:
    """Load what is needed, enter the jail, and ``answer`` each request."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = Server(socket.socket(fileno=int(sys.argv[1])))
    settings = Settings(**orjson.loads(sys.argv[2]))
    prepare(settings)
    layers = enter_jail(settings)
    gc.collect()
    gc.freeze()
    gc.disable()
    server.send(ReaderReady(layers))
    serve(server, settings, answer)


def read_sample(settings: Settings) -> None:
    """Read answers that touch every stage, so that whatever is loaded on first use is loaded."""
    failure = orjson.dumps({"kind": "python_error", "message": "socket", "exception_type": "PermissionError", "line": 1})
    outcomes = (b'{"status":"completed","failure":null}', b'{"status":"raised","failure":' + failure + b"}")
    for result in (*(b'{"torch":"","python":"","outcome":' + outcome + b"}" for outcome in outcomes), b"{", b""):
        request = ReadAnswer(SAMPLE_CODE, result, b"", b"", 0.0, "", "", compare=False, plainly=False)
        Reading(request, settings, lambda _mode, _for_comparison: ControlAnswer(b"", b"")).finish(lambda: None)
    if error := renewed(RenewFilm(gzip.compress(SAMPLE_FILM), "1"), settings).unreadable:
        raise AssertionError(error)
    judged(JudgeFix("", SAMPLE_CONTROL, SAMPLE_CONTROL, same_program=False), settings)


def enter_jail(settings: Settings) -> tuple[str, ...]:
    """Give up root, files, network and processes, and bound this process's memory; return the names of the layers."""
    base_bytes = _address_space()
    if settings.insecure_no_sandbox:
        _limit_resources(base_bytes, settings)
        return ("rlimits",)
    ruleset = landlock.ruleset((), ()) if landlock.abi() else None
    filters = seccomp.own_pid(os.getpid()), seccomp.program(own_files=False)
    if os.geteuid() == 0:
        capabilities.become(settings.jail_uid)
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # a change of user clears it
    capabilities.drop()
    prctl(PR_SET_DUMPABLE, 0)
    _limit_resources(base_bytes, settings)
    if ruleset is not None:
        landlock.restrict(ruleset)
        os.close(ruleset)
    seccomp.load(*filters)
    return (*(("landlock",) if ruleset is not None else ()), "seccomp", "capabilities", "rlimits")


def _address_space() -> int:
    with open("/proc/self/statm", "rb") as statm:
        return int(statm.read().split()[0]) * os.sysconf("SC_PAGESIZE")


def _limit_resources(base_bytes: int, settings: Settings) -> None:
    limits = {
        resource.RLIMIT_AS: base_bytes + settings.reader_memory_bytes,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
    }
    for which, value in limits.items():
        resource.setrlimit(which, (value, value))


def serve(server: Server, settings: Settings, answer: Answer) -> NoReturn:
    """Answer requests until the server closes the channel, or one has made this process large: memory is not always given back."""
    base_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    while True:
        request = server.receive()
        _allow_cpu(settings.reader_cpu_s)
        try:
            done = answer(request, server, settings)
        except BaseException as error:
            # Where, and of what type: what it says may quote the answer.
            sys.stderr.write("".join(traceback.format_tb(error.__traceback__)) + type(error).__name__ + "\n")
            os._exit(1)
        added_bytes = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - base_kib) * 1024
        is_spent = added_bytes > settings.reader_memory_bytes * SPENT_SHARE
        server.send(replace(done, reader_is_spent=is_spent))
        if is_spent:
            os._exit(0)
        del request, done
        gc.collect()


def _answer(request: Frame, server: Server, settings: Settings) -> Done:
    if isinstance(request, JudgeFix):
        return judged(request, settings)
    if isinstance(request, RenewFilm):
        return renewed(request, settings)
    assert isinstance(request, ReadAnswer)
    return Reading(request, settings, server.run_control, server.expect).finish(lambda: server.send(AnswerValidated()))


def _allow_cpu(seconds: int) -> None:
    """Have the kernel end this process when one answer has taken far more processor time than all stages may."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(used.ru_utime + used.ru_stime) + 3 * seconds + CPU_MARGIN_S
    with contextlib.suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))


if __name__ == "__main__":
    main()
