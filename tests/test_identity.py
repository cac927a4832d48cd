"""Ids of snippets: they never change, and spell no blocked word."""

from __future__ import annotations

import base64
import hashlib
import string

from gradreel.ids import ALPHABET, BLOCKED, clean_digest, digest_of, snippet_id


def test_id_is_the_documented_hash_of_the_code() -> None:
    """Published links depend on the algorithm, so it is written here a second time, independently."""
    digest = hashlib.sha256(b'v1\0{"code":"x = \\"\xe5\xbc\xa0\\"\\n","options":{}}').digest()
    standard = string.ascii_uppercase + "234567"
    crockford = base64.b32encode(digest).decode().rstrip("=").translate(str.maketrans(standard, "0123456789abcdefghjkmnpqrstvwxyz"))
    assert digest_of('x = "张"\n') == crockford
    assert snippet_id('x = "张"\n') == crockford[:10]


def test_published_ids_never_change() -> None:
    assert [snippet_id(code) for code in ("", "x", "import torch\n")] == ["9eyg49geeh", "swjnq3njys", "z8qtghtknp"]


def test_digest_that_spells_a_blocked_word_is_hashed_again_with_a_nonce() -> None:
    offending = bytes.fromhex("ff" * 32)
    word = "sex"
    number = sum(ALPHABET.index(letter) << 5 * (51 - place) for place, letter in enumerate(word)) >> 4
    spelling = number.to_bytes(32)
    seen: list[bytes] = []

    def hashing(nonce: bytes) -> bytes:
        seen.append(nonce)
        return spelling if len(seen) < 3 else offending

    assert clean_digest(hashing) == "z" * 51 + "g"
    assert seen == [b"", b"1\0", b"2\0"]


def test_no_digest_spells_a_blocked_word_anywhere() -> None:
    digests = [digest_of(f"x = {n}") for n in range(5_000)]
    assert not [digest for digest in digests if BLOCKED.search(digest)]


def test_blocked_words_use_only_letters_of_the_alphabet() -> None:
    assert not [word for word in BLOCKED.pattern.split("|") if set(word) - set(ALPHABET)]
