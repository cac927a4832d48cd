"""Says what is known of an error, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from gradreel.locale import Lang, clip, word
from gradreel.reading.facts import Stated, keeps, op_of
from gradreel.reading.model import Frame
from gradreel.trace import Param

OF_A_WEIGHT = ("t", "transpose")
REMADE = "asstrided"
"""What the node of a view becomes once its base has been edited."""


def facts_of(kind: str | None, stated: Stated, saver: str | None, forward: Frame | None, lang: Lang) -> Iterator[str]:
    """Yield what is known of an error of a kind; nothing of one that is not known."""
    if kind is None:
        return
    yield word("reading-meaning", {"kind": kind}, lang)
    if kind in ("version_mismatch", "transform_edit"):
        yield from _tensor(stated, lang)
        yield from _node(kind, stated, saver, lang)
    if forward is not None and forward.line is not None:
        params: dict[str, Param] = {"node": saver or "", "named": saver is not None, "line": forward.line, "file": forward.file or None}
        params |= {"code": clip(forward.text or ""), "shown": forward.text is not None}
        yield word("reading-fact-forward", params, lang)


def _tensor(stated: Stated, lang: Lang) -> Iterator[str]:
    if stated.shape is not None:
        shape = clip(str(list(stated.shape)))
        yield word("reading-fact-tensor", {"dtype": stated.dtype or "unknown", "device": stated.device or "unknown", "shape": shape}, lang)
    if stated.saved is not None and stated.current is not None:
        params = {"saved": stated.saved, "current": stated.current, "edits": stated.edits or 0}
        yield word("reading-fact-versions", params, lang)
    elif stated.shape is None:
        yield word("reading-fact-unnamed", {}, lang)


def _node(kind: str, stated: Stated, saver: str | None, lang: Lang) -> Iterator[str]:
    if stated.node is None:
        if stated.current is not None and kind == "version_mismatch":
            yield word("reading-fact-leaf", {}, lang)
    else:
        output = stated.output or 0
        yield word("reading-fact-output", {"output": output, "node": stated.node, "keeps": keeps(stated.node) or "unknown"}, lang)
        if op_of(stated.node) in OF_A_WEIGHT:
            yield word("reading-fact-weight", {"node": stated.node}, lang)
        elif op_of(stated.node) == REMADE:
            yield word("reading-fact-view", {"node": stated.node}, lang)
    if saver is not None:
        yield word("reading-fact-saver", {"node": saver, "keeps": keeps(saver) or "unknown"}, lang)
