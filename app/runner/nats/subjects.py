"""The subjects that web replicas and runners use, and who may use which.

    run.<engine>.<live|quiet>.<client>   jobs: published by web replicas, stored in the stream; a runner is handed the ones it pulled
    web.<replica>.slot.<token>           what runners tell whoever asked for a slot; the token is known to the runners it was given to
    web.<replica>.inbox.…                replies of the server
    beat.<runner>                        how a runner is, every second; only that runner may publish it
    runner.<runner>.control              what web replicas tell the runner that holds a slot
    runner.<runner>.inbox.…              jobs, as they are handed out
    queue.<replica>                      which runs wait at a web replica, for the other replicas

A token has no dot: the engine's tag is written in hexadecimal, the client is a keyed hash.
"""

from __future__ import annotations

import hashlib
import re

STREAM = "RUN"
JOBS = "run.>"
BEATS = "beat.*"
QUEUES = "queue.*"
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""Of a runner or a replica."""


def job(engine: str, client: str, key: bytes, *, quiet: bool) -> str:
    """Subject of a job; ``key`` is the web replicas' own, so that nobody else tells an address from the hash."""
    hashed = hashlib.blake2b(client.encode(), key=key, digest_size=16).hexdigest()
    return f"run.{_token(engine)}.{_class(quiet)}.{hashed}"


def jobs_of(engine: str, *, quiet: bool) -> str:
    """Subjects of all jobs for an engine."""
    return f"run.{_token(engine)}.{_class(quiet)}.*"


def consumer(engine: str, *, quiet: bool) -> str:
    """Name of the consumer that hands them out."""
    return f"{_token(engine)}_{_class(quiet)}"


def slot(replica: str, token: str) -> str:
    """Where a replica hears of a slot."""
    return f"web.{replica}.slot.{token}"


def queue(replica: str) -> str:
    """Where a replica says which runs wait at it."""
    return f"queue.{replica}"


def control(runner: str) -> str:
    """Where a runner hears of the slots it holds."""
    return f"runner.{runner}.control"


def is_name(text: str) -> bool:
    """Whether ``text`` may name a runner or a replica."""
    return NAME.fullmatch(text) is not None


def _token(engine: str) -> str:
    return engine.encode().hex()


def _class(quiet: bool) -> str:
    return "quiet" if quiet else "live"
