"""Builds ``Fix`` records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b

from gradreel.diagnose.fixes.rewrite import Rewrite
from gradreel.diagnose.lookup.wording import clipped
from gradreel.locale import word
from gradreel.trace import Fix, Param

KEY_BYTES = 6


def fix(kind: str, rewrite: Rewrite | None = None, /, **params: Param) -> Fix:
    """Word a fix; ``rewrite`` is the corrected program, where its text could be edited safely."""
    told = clipped(params)
    edits = rewrite.edits if rewrite else ()
    changes = repr([(edit.file, edit.start, edit.end, edit.text) for edit in edits] if edits else sorted(told.items()))
    digest = blake2b(changes.encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES).hexdigest()
    code = rewrite.code if rewrite else None
    return Fix(key=f"{kind}-{digest}", kind=kind, message=word(f"fix-{kind}", told), params=told, code=code, edits=edits)


def first_of_each_kind(found: Iterable[Fix | None]) -> Iterator[Fix]:
    """The fixes that could be made, without repeating a kind or a corrected program.

    The rest are not looked at before they are asked for.
    """
    kinds: set[str] = set()
    codes: set[str] = set()
    for each in found:
        if each and each.kind not in kinds and each.code not in codes:
            kinds.add(each.kind)
            if each.code is not None:
                codes.add(each.code)
            yield each
