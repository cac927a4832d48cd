"""A server in a process of its own, with everything but the sandbox, that can be killed: ``python -m tests.api.served DESCRIPTOR``.

With ``--forks`` it loads everything once, and forks a server whenever it reads a line, whose pid it writes: for tests that need many.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import uvicorn

from app.api.http.protocol import http_protocol
from app.main import create_app
from app.settings import Settings
from tests.api.conftest import SeatedRunner


def start(listening: socket.socket, **environment: str) -> subprocess.Popen[bytes]:
    """Start a server on a socket that listens already: whoever connects before it is up only waits."""
    return subprocess.Popen(
        [sys.executable, "-m", __name__, str(listening.fileno())],
        cwd=Path(__file__).parent.parent.parent,
        env=environment,
        pass_fds=[listening.fileno()],
    )


class Forker:
    """Servers that are there at once, one after the other, on one socket."""

    def __init__(self, listening: socket.socket, **environment: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(listening.fileno()), "--forks"],
            cwd=Path(__file__).parent.parent.parent,
            env=environment,
            pass_fds=[listening.fileno()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self) -> int:
        """Fork a server and return its pid."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """Fork no more."""
        self._process.communicate()


def fork_servers(descriptor: int) -> None:
    """Fork a server for each line of standard input."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever is killed leaves nothing behind
    for _ in sys.stdin:
        pid = os.fork()
        if not pid:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # its log is not what is read there
            main(descriptor)
            os._exit(0)
        print(pid, flush=True)


def main(descriptor: int) -> None:
    """Serve on the descriptor until a signal comes."""
    app = create_app(Settings(), lambda _: SeatedRunner())
    config = uvicorn.Config(app, access_log=False, log_level="error", http=http_protocol(Settings()), ws="none")
    asyncio.run(uvicorn.Server(config).serve([socket.socket(fileno=descriptor)]))


if __name__ == "__main__":
    (fork_servers if "--forks" in sys.argv else main)(int(sys.argv[1]))
