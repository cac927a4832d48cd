"""A server in a process of its own, with everything but the sandbox, that can be killed: ``python -m tests.api.served DESCRIPTOR``."""

from __future__ import annotations

import asyncio
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


def main(descriptor: int) -> None:
    """Serve on the descriptor until a signal comes."""
    app = create_app(Settings(), lambda _: SeatedRunner())
    config = uvicorn.Config(app, access_log=False, log_level="error", http=http_protocol(Settings()), ws="none")
    asyncio.run(uvicorn.Server(config).serve([socket.socket(fileno=descriptor)]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
