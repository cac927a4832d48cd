"""A server that was told to end does so within its grace period, whatever hangs, and at once where nothing does."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.ending import CLOSING_S
from tests.conftest import PATIENCE_S

ROOT = Path(__file__).parents[1]
PROGRAM = """
import asyncio, sys, threading, time
import uvicorn
from app.ending import Server

def hang_for_ever():
    while True:
        time.sleep(1000)

async def app(scope, receive, send):
    assert scope["type"] == "lifespan"
    await receive()
    if "{hanging}" == "thread":
        asyncio.get_running_loop().run_in_executor(None, hang_for_ever)
    await send({{"type": "lifespan.startup.complete"}})
    sys.stdout.write("started\\n")
    sys.stdout.flush()
    await receive()
    if "{hanging}" == "part":
        await asyncio.Event().wait()
    if "{hanging}" == "loop":
        hang_for_ever()
    await send({{"type": "lifespan.shutdown.complete"}})

Server(uvicorn.Config(app, port=0, log_config=None), {grace_s}).run()
"""


def ended(hanging: str, grace_s: float) -> tuple[int, str]:
    """Start a server in which something hangs, end it, and return its status and what it said."""
    command = [sys.executable, "-c", PROGRAM.format(hanging=hanging, grace_s=grace_s)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "started\n"
        process.send_signal(signal.SIGTERM)
        try:
            _, said = process.communicate(timeout=PATIENCE_S)
        finally:
            process.kill()
        return process.returncode, said


@pytest.mark.parametrize("hanging", ["part", "loop"])
def test_server_ends_though_something_hangs_and_says_what(hanging: str) -> None:
    status, said = ended(hanging, grace_s=CLOSING_S / 6)
    assert status == 1
    assert "Timeout (0:00:00.5" in said
    if hanging == "loop":
        assert "hang_for_ever" in said


@pytest.mark.parametrize("hanging", ["nothing", "thread"])
def test_server_whose_parts_close_ends_by_the_signal_long_before_its_grace_period(hanging: str) -> None:
    assert ended(hanging, grace_s=100 * PATIENCE_S) == (-signal.SIGTERM, "")
