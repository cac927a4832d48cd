"""What each process of the sandbox loads: the server no jail and no torch, the zygote and its children no pydantic and no settings."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ("fastapi", "starlette", "uvicorn")
VALIDATION = ("pydantic", "pydantic_core", "pydantic_settings", "app.settings", "gradreel.trace", "gradreel.diagnose", "gradreel.film")
TRACER = ("torch", "numpy", "gradreel.tracer")

CASES = {
    "protocol": ("app.sandbox.protocol.channel, app.sandbox.protocol.plan", (*WEB, *VALIDATION, *TRACER, "app.sandbox.jail")),
    "jail": ("app.sandbox.jail.probe, app.sandbox.jail.rlimits, app.sandbox.jail.seccomp", (*WEB, *VALIDATION, *TRACER)),
    "server": ("app.sandbox.server.pool", (*WEB, *TRACER, "app.sandbox.jail", "app.sandbox.child")),
    "reader": ("app.sandbox.reader.reader_main", (*WEB, *TRACER, "app.sandbox.server", "app.sandbox.child", "app.runner", "app.store")),
    "child": (
        "app.sandbox.child.zygote_main, app.sandbox.child.modes",
        (*WEB, *VALIDATION, "app.sandbox.server", "app.sandbox.report", "app.errors"),
    ),
}


@pytest.mark.parametrize("part", CASES)
def test_process_loads_only_what_it_needs(part: str) -> None:
    modules, forbidden = CASES[part]
    code = f"import {modules}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert not [name for name in done.stdout.split() for top in forbidden if name == top or name.startswith(top + ".")]
