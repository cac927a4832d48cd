"""Writes the configuration of a NATS server for Gradreel: in JSON, which is a part of the server's own language."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.runner.nats.keys import authorization, make_keys

MAX_PAYLOAD_BYTES = 1024**2
"""Answers come in chunks of half of that."""
MAX_PENDING_BYTES = 256 * 1024**2
"""Of what a web replica has not read yet: several of the largest answers."""
MAX_CONNECTIONS = 1024
"""Each web replica and each runner has one."""
MAX_SUBSCRIPTIONS = 1024
"""Of one connection: a runner has three, a web replica four and one for each run that waits or is under way."""
MAX_CONTROL_LINE_BYTES = 4096
"""Of a line of the protocol: the longest is what a client says of itself when it connects, with the signature of its key."""
MEMORY_BYTES = 256 * 1024**2
"""For what is counted and said of runners; programs are kept by nobody."""
STORE_DIR = "/tmp/jetstream"
"""JetStream wants a folder though it keeps nothing there: one that any user of a read-only container may make."""
PRIVATE = 0o600


@dataclass(frozen=True)
class Server:
    """Where the server listens, and where it has its files."""

    listen: str
    certificate: Path | None = None
    key: Path | None = None
    store_dir: str = STORE_DIR
    connections: int = MAX_CONNECTIONS
    """One more is refused; those that are there stay."""


def write_config(folder: Path, runners: list[str], server: Server) -> Path:
    """Write ``nats.conf`` and the keys that it names into ``folder``, and return its path; keys that are there are kept."""
    config: dict[str, Any] = {
        "listen": server.listen,
        "max_payload": MAX_PAYLOAD_BYTES,
        "max_pending": MAX_PENDING_BYTES,
        "max_control_line": MAX_CONTROL_LINE_BYTES,
        "max_connections": server.connections,
        "max_subscriptions": MAX_SUBSCRIPTIONS,
        "jetstream": {"store_dir": server.store_dir, "max_memory_store": MEMORY_BYTES, "max_file_store": 0},
        "authorization": authorization(make_keys(folder, runners)),
    }
    if server.certificate and server.key:
        config["tls"] = {"cert_file": str(server.certificate), "key_file": str(server.key)}
    path = folder / "nats.conf"
    path.write_text(json.dumps(config, indent=2) + "\n")
    return path


def give_to(folder: Path, owner: int) -> None:
    """Make all files in ``folder`` those of a user, and readable by that one alone; raises ``OSError``."""
    for path in sorted(folder.iterdir()):
        if path.is_file() and not path.is_symlink():
            path.chmod(PRIVATE)
            os.chown(path, owner, owner)
    os.chown(folder, owner, owner)
