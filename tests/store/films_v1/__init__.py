"""Films of schema version 1, as Gradreel 0.1.0 wrote them: ``python -m app.cli trace`` of six of its examples, gzipped."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

from gradreel.film.film import Film

FOLDER = Path(__file__).parent
NAMES = tuple(sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.json.gz")))


def json_of(name: str) -> bytes:
    """The film as it was printed."""
    return gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()).rstrip(b"\n")


def film_v1(name: str) -> Film:
    """The film as Gradreel 0.1.0 kept it in its store."""
    text = json_of(name)
    return Film(
        gzip.compress(text, 6, mtime=0), hashlib.sha256(text).hexdigest()[:20], True, {"en": f"About {name}.", "zh": f"关于 {name}。"}
    )
