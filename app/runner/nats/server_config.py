"""Writes the configuration of a NATS server for Gradreel: in JSON, which is a part of the server's own language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from app.runner.nats.keys import authorization, make_keys

MAX_PAYLOAD_BYTES = 1024**2
"""Answers come in chunks of half of that."""
MAX_PENDING_BYTES = 256 * 1024**2
"""Of what a web replica has not read yet: several of the largest answers."""
MEMORY_BYTES = 1024**3
"""For the stream: code and nothing else."""


def write_config(folder: Path, runners: list[str], listen: str, certificate: Path | None, key: Path | None) -> Path:
    """Write ``nats.conf`` and the keys that it names into ``folder``, and return its path; keys that are there are kept."""
    config: dict[str, Any] = {
        "listen": listen,
        "max_payload": MAX_PAYLOAD_BYTES,
        "max_pending": MAX_PENDING_BYTES,
        "jetstream": {"store_dir": str(folder / "jetstream"), "max_memory_store": MEMORY_BYTES, "max_file_store": 0},
        "authorization": authorization(make_keys(folder, runners)),
    }
    if certificate and key:
        config["tls"] = {"cert_file": str(certificate), "key_file": str(key)}
    path = folder / "nats.conf"
    path.write_text(json.dumps(config, indent=2) + "\n")
    return path
