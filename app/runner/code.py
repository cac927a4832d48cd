"""Checks that a snippet is text of a size that is run."""

from __future__ import annotations

from app.errors import CodeTooLarge, CodeUnreadable


def encoded(code: str, limit_bytes: int) -> bytes:
    """Return ``code`` as UTF-8; raise ``CodeUnreadable`` or ``CodeTooLarge`` unless it is text of at most ``limit_bytes``."""
    try:
        data = code.encode()
    except UnicodeEncodeError as error:
        found = f"a lone surrogate ({code[error.start]!r}) at position {error.start}"
        raise CodeUnreadable(f"The code has {found}, which is no text: remove it.") from None
    if len(data) > limit_bytes:
        raise CodeTooLarge(
            f"The code is {len(data):,} bytes long; at most {limit_bytes:,} bytes are run. Cut it down to the part that matters."
        )
    return data
