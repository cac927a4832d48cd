"""Turns a Python file into its Recording on standard output, without any jail: ``python -m gradreel.tracer FILE.py``."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.record import record


def main() -> None:
    """Run the file; what it prints goes to standard error, since standard output is for the recording."""
    if len(sys.argv) != 2:
        raise SystemExit("usage: python -m gradreel.tracer FILE.py")
    code = Path(sys.argv[1]).read_text(encoding="utf-8")
    result = os.dup(1)
    os.dup2(2, 1)
    recording = record(code, TracerLimits())
    with os.fdopen(result, "wb") as out:
        out.write(recording + b"\n")


if __name__ == "__main__":
    main()
