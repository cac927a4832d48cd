"""Makes one GIF or video in a process of its own: an order and a run on stdin, the file on stdout, a reason on stderr.

``python -m app.render.animation_child``, started by ``app/render/animations.py``. It gives way to every other process, has a bound on its
memory, and holds nothing that outlives it.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import sys

from gradreel.errors import StillFailed

NICE = 15
PR_SET_PDEATHSIG = 1
FAILED = 3
"""Exit status where there is a reason that a reader may be told."""


def main() -> int:
    """Read the order, one line of JSON, and the run; write the file."""
    _end_with_the_server()
    asked = json.loads(sys.stdin.buffer.readline())
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_DATA, (asked["memory_bytes"],) * 2)
    try:
        from gradreel.film.animation import AnimationLimits, animate
        from gradreel.film.still import AnimationOrder

        order, limits = AnimationOrder(**asked["order"]), AnimationLimits(**asked["limits"])
        made = animate(sys.stdin.buffer.read().decode(), order, asked["form"], limits)
    except StillFailed as error:
        sys.stderr.write(str(error))
        return FAILED
    sys.stdout.buffer.write(made.content)
    return 0


def _end_with_the_server() -> None:
    """Have the kernel end this process with the server, however that ends."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
