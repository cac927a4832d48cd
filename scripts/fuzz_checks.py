"""What ``scripts/fuzz`` checks of every answer besides what schemathesis does: that it is of bounded size."""

from __future__ import annotations

import schemathesis  # type: ignore[import-not-found]  # lies in an environment of its own: see scripts/fuzz

MAX_ANSWER_BYTES = 64 * 1024**2
"""Of a film unpacked, which is the largest that there is."""


@schemathesis.check  # type: ignore[untyped-decorator]
def answer_is_bounded(_context: object, response: schemathesis.Response, _case: object) -> None:
    """Fail on an answer that is larger than any film."""
    size = len(response.content)
    assert size <= MAX_ANSWER_BYTES, f"an answer of {size:,} bytes; at most {MAX_ANSWER_BYTES:,} were expected"
