"""Names notes by a hash of what they say; what is shown of them is the library's."""

from __future__ import annotations

import hashlib
import re

from gradreel.film.notes import shown_notes
from gradreel.ids import ALPHABET, clean_digest
from gradreel.trace.notes import Notes

ID_LENGTH = 16
ID = re.compile(f"[{ALPHABET}]{{{ID_LENGTH}}}")


def notes_id(notes: Notes) -> str:
    """Return the id of ``notes``: the same notes always have the same one."""
    content = notes.model_dump_json().encode()
    return clean_digest(lambda nonce: hashlib.sha256(b"notes v1\0" + nonce + content).digest())[:ID_LENGTH]


def read_notes_id(text: str) -> str | None:
    """Return the id that ``text`` is; None when it can be none."""
    cleaned = text.lower()
    return cleaned if ID.fullmatch(cleaned) else None


__all__ = ["notes_id", "read_notes_id", "shown_notes"]
