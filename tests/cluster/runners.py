"""Starts runner processes for tests, as an operator does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = ("-m", "tests.borrowing")
"""``app.cli`` with a zygote that need not import torch: a test that starts a runner waits for it."""
OF_OTHER_SOURCES = ("-m", "app.cli")


class RunnerProcess:
    """One ``python -m app.cli runner`` and all that it starts."""

    def __init__(self, name: str, log: Path, environment: dict[str, str], program: tuple[str, ...] = (), folder: Path = ROOT) -> None:
        self.name = name
        self._log = log
        program = program or (PROGRAM if folder == ROOT else OF_OTHER_SOURCES)
        kept = {key: value for key, value in os.environ.items() if not key.startswith("GRADREEL_")}
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, *program, "runner", "--name", name],
                cwd=folder,
                env={**kept, "GRADREEL_ZYGOTE_START_S": "200", **environment},
                stdout=out,
                stderr=out,
            )

    @property
    def log(self) -> str:
        """What it has written."""
        return self._log.read_text()

    def signal(self, number: int) -> None:
        """Send a signal to the runner itself."""
        self.process.send_signal(number)

    def kill(self) -> None:
        """Kill it with -9; its children end with it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to end, and return its exit status."""
        self.process.terminate()
        return self.process.wait(60)
