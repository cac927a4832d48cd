"""Starts a server and runs schemathesis against it: see ``scripts/fuzz``."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from pathlib import Path

from benchmarks.server import running_server

ROOT = Path(__file__).parent.parent
CONFIGURATION = Path(__file__).with_name("fuzz.toml")
SLOWEST = ("--max-response-time", "15")
"""Seconds: what a run may take to its limit, and its place in the line."""
FOLDER = ROOT / "var" / "fuzz"
"""Where schemathesis stores failures, for ``st replay``."""


def main(program: str, options: list[str]) -> int:
    """Run every check against a fresh server and return the exit status of schemathesis."""
    # With a token, so that the counters are refused to whoever has none: else they are for this machine, which the fuzzer is on.
    with running_server(GRADREEL_METRICS_TOKEN=secrets.token_hex()) as url:
        FOLDER.mkdir(parents=True, exist_ok=True)
        command = [program, "--config-file", str(CONFIGURATION), "run", f"{url}/openapi.json", *SLOWEST, *options]
        checks = {"SCHEMATHESIS_HOOKS": "scripts.fuzz_checks", "PYTHONPATH": str(ROOT)}
        return subprocess.run(command, cwd=FOLDER, env={**os.environ, **checks}, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1], sys.argv[2:]))
