"""``python -m gradreel``: the ``gradreel`` command."""

from __future__ import annotations

import sys

from gradreel.cli import main

if __name__ == "__main__":
    sys.exit(main())
