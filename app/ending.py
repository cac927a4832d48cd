"""A server that ends within its grace period once it was told to, whatever hangs: a request, a thread, a part that does not close.

    SIGTERM, SIGINT ─▶ no new connections ─▶ requests under way ─▶ the parts are closed ─▶ end
                    └─▶ after the grace period: what every thread is at goes to stderr, and the process ends with status 1

Processes that it has started end with it: the kernel kills them (``PR_SET_PDEATHSIG``).
"""

from __future__ import annotations

import faulthandler
import math
from types import FrameType

import uvicorn

CLOSING_S = 3.0
"""Of the grace period, what is left to closing the parts."""


class Server(uvicorn.Server):
    """As uvicorn's, with a bound on its end."""

    def __init__(self, config: uvicorn.Config, grace_s: float) -> None:
        config.timeout_graceful_shutdown = max(1, math.floor(grace_s - CLOSING_S))
        super().__init__(config)
        self._grace_s = grace_s

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end. The bound is kept by a thread of C, for which no other has to give way."""
        if not self.should_exit:
            faulthandler.dump_traceback_later(self._grace_s, exit=True)
        super().handle_exit(sig, frame)
