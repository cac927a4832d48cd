"""The subjects that web replicas and runners use, and who may use which.

    runner.<runner>.jobs       jobs: a web replica hands each to one runner by name, and nobody else hears it
    runner.<runner>.control    what web replicas tell the runner that holds a slot
    web.<replica>.slot.<key>   what a runner tells whoever gave it the job with this key, which it alone knows
    web.<replica>.inbox.…      replies of the server
    web.<replica>.echo         what a replica tells itself, to know that messages pass
    beat.<runner>              how a runner is, every second; only that runner may publish it; the server keeps the last one
    claim.<client>             that a client has a run under way at some replica; kept by the server, heard by nobody
    queue.<replica>            which runs wait at a web replica, for the other replicas

A token has no dot: the client is a keyed hash.
"""

from __future__ import annotations

import hashlib
import re

CLAIM_STREAM = "CLAIM"
CLAIMS = "claim.*"
BEAT_STREAM = "BEAT"
BEAT_PREFIX = "beat"
BEATS = f"{BEAT_PREFIX}.*"
QUEUES = "queue.*"
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""Of a runner or a replica."""


def jobs(runner: str) -> str:
    """Where a runner hears of jobs."""
    return f"runner.{runner}.jobs"


def control(runner: str) -> str:
    """Where a runner hears of the slots it holds."""
    return f"runner.{runner}.control"


def beat(runner: str) -> str:
    """Where a runner says how it is."""
    return f"beat.{runner}"


def slot(replica: str, key: str) -> str:
    """Where a replica hears of a slot."""
    return f"web.{replica}.slot.{key}"


def echo(replica: str) -> str:
    """Where a replica hears itself."""
    return f"web.{replica}.echo"


def queue(replica: str) -> str:
    """Where a replica says which runs wait at it."""
    return f"queue.{replica}"


def claim(client: str, key: bytes) -> str:
    """Where a client's runs are counted; ``key`` is the web replicas' own, so that nobody else tells an address from the hash."""
    return f"claim.{hashlib.blake2b(client.encode(), key=key, digest_size=16).hexdigest()}"


def is_name(text: str) -> bool:
    """Whether ``text`` may name a runner or a replica."""
    return NAME.fullmatch(text) is not None
