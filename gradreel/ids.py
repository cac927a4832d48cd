"""Turns code into the id that its link will have: the same code always has the same one.

    id = first 10 characters of base32(SHA-256("v1\\0" + canonical JSON of {code, options}))

Base 32 is Crockford's, in lower case: no i, l, o or u, so that an id survives being read aloud. A digest that spells a word on
a short list anywhere is hashed again with a nonce, so every beginning of it is clean, however far a collision lengthens it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from itertools import count

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
READ_ALOUD = str.maketrans("oil", "011")
"""Letters that the alphabet leaves out because they are taken for digits, and those digits."""
ID_LENGTH = 10
DIGEST_LENGTH = 52
"""Characters of a whole SHA-256."""

ID = re.compile(f"[{ALPHABET}]{{{ID_LENGTH},{DIGEST_LENGTH}}}")

BLOCKED = re.compile(
    "anvs|ass|b1tch|bastard|c0ck|cnm|crap|cvm|cvnt|d1ck|fag|fck|fvck|kkk|n1gg|nazz|nmb|p0rn|pen1s|rape|sex|sh1t|shat|tmd|twat|wank"
)


def snippet_id(code: str) -> str:
    """Return the id of ``code``: ten characters, unless the store had to lengthen it."""
    return digest_of(code)[:ID_LENGTH]


def read_id(text: str) -> str | None:
    """Return the id that somebody who wrote ``text`` meant; None when it can be none."""
    cleaned = text.lower().translate(READ_ALOUD)
    return cleaned if ID.fullmatch(cleaned) else None


def digest_of(code: str) -> str:
    """Return the whole digest of ``code``, of which every id is a beginning."""
    content = json.dumps({"code": code, "options": {}}, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return clean_digest(lambda nonce: hashlib.sha256(b"v1\0" + nonce + content.encode()).digest())


def clean_digest(hash_with: Callable[[bytes], bytes]) -> str:
    """Hash with nonces, the first of them empty, until the text spells nothing on the list."""
    for attempt in count():
        text = _base32(hash_with(f"{attempt}\0".encode() if attempt else b""))
        if not BLOCKED.search(text):
            return text
    raise AssertionError


def _base32(digest: bytes) -> str:
    number = int.from_bytes(digest) << (5 * DIGEST_LENGTH - 8 * len(digest))
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(DIGEST_LENGTH)))
