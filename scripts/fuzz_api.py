"""Starts a server and runs schemathesis against it: see ``scripts/fuzz``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.server import running_server

CONFIGURATION = Path(__file__).with_name("fuzz.toml")
FOLDER = Path(__file__).parent.parent / "var" / "fuzz"
"""Where schemathesis stores failures, for ``st replay``."""


def main(program: str, options: list[str]) -> int:
    """Run every check against a fresh server and return the exit status of schemathesis."""
    with running_server() as url:
        FOLDER.mkdir(parents=True, exist_ok=True)
        command = [program, "--config-file", str(CONFIGURATION), "run", f"{url}/openapi.json", *options]
        return subprocess.run(command, cwd=FOLDER, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1], sys.argv[2:]))
