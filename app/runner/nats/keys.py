"""Makes the keys of web replicas and runners, and the part of a NATS server's configuration that says what each may do.

    web       hands jobs to runners and tells them what to do, asks JetStream; hears what runners say
    runner    answers web replicas, says how it is; hears its own subjects and no others

All web replicas share one key, each runner has one of its own: the jobs that bear its name are for nobody else to hear.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nkeys

from app.runner.nats import subjects

WEB = "web"
SEED_BYTES = 32
SUFFIX = ".nk"


def make_keys(folder: Path, runners: list[str]) -> dict[str, str]:
    """Make a key for the web replicas and one for each runner, unless it is there; return the public keys by name.

    Each seed is written to a file of its own, ``web.nk`` or ``NAME.nk``, that only its owner may read.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return {name: _public(_seed(folder / f"{name}{SUFFIX}")) for name in [WEB, *runners]}


def authorization(public_keys: dict[str, str]) -> dict[str, Any]:
    """Return the ``authorization`` block of the server's configuration."""
    users = [
        {"nkey": key, "permissions": _web_permissions() if name == WEB else _runner_permissions(name)} for name, key in public_keys.items()
    ]
    return {"users": users}


def _web_permissions() -> dict[str, Any]:
    own = [subjects.QUEUES, subjects.echo("*"), subjects.CLAIMS, "$JS.API.>"]
    return {
        "publish": [subjects.jobs("*"), subjects.control("*"), *own],
        "subscribe": ["web.>", subjects.QUEUES],
    }


def _runner_permissions(name: str) -> dict[str, Any]:
    return {"publish": [subjects.slot("*", "*"), subjects.beat(name)], "subscribe": [f"runner.{name}.>"]}


def _seed(path: Path) -> bytes:
    if not path.exists():
        seed = nkeys.encode_seed(os.urandom(SEED_BYTES), nkeys.PREFIX_BYTE_USER)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(bytes(seed))
    return path.read_bytes().strip()


def _public(seed: bytes) -> str:
    public: bytes = nkeys.from_seed(bytearray(seed)).public_key
    return public.decode()
