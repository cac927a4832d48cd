"""Says what is known of an error, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gradreel.locale import Lang, clip, word
from gradreel.reading.facts import Stated, keeps, op_of
from gradreel.reading.messages import wording_of
from gradreel.reading.model import Frame
from gradreel.trace import Param

OF_A_WEIGHT = ("t", "transpose")
OF_VIEWS = ("multi_view_in_place", "view_in_place")
REFUSED_THERE = (
    "leaf_in_place",
    "inference_edit",
    "inference_tensor_saved",
    "out_argument",
    "non_scalar_root",
    "non_leaf_optimized",
    "non_leaf_copied",
    "non_leaf_flag",
    "numpy_requires_grad",
    "integer_requires_grad",
)
"""Kinds of errors whose line is what PyTorch refused; a view may be refused where it is used, after an edit of its base."""
REMADE = "asstrided"
"""What the node of a view becomes once its base has been edited."""


class Places(NamedTuple):
    """The lines of the program itself that tracebacks lead to."""

    raised: Frame | None
    forward: Frame | None
    """Of anomaly mode's."""
    compiled: bool
    """Whether the pass was one of code that ``torch.compile`` made."""


def facts_of(kind: str | None, stated: Stated, saver: str | None, places: Places, lang: Lang) -> Iterator[str]:
    """Yield what is known of an error of a kind; nothing of one that is not known."""
    if kind is None:
        return
    yield word("reading-meaning", {"kind": kind}, lang)
    if places.raised is not None and places.raised.line is not None:
        yield _raised(kind, places.raised, places.raised.line, lang)
    if kind in ("version_mismatch", "transform_edit"):
        yield from _tensor(stated, lang)
        yield from _node(kind, stated, saver, places.compiled, lang)
    if kind in OF_VIEWS and stated.node is not None:
        yield word("reading-fact-view-of", {"node": stated.node, "output": stated.output or 0}, lang)
    forward = places.forward
    if forward is not None and forward.line is not None:
        params: dict[str, Param] = {"node": saver or "", "named": saver is not None, "line": forward.line, "file": forward.file or None}
        params |= {
            "code": clip(forward.text or ""),
            "shown": forward.text is not None,
            "edited": kind in ("version_mismatch", "transform_edit"),
        }
        yield word("reading-fact-forward", params, lang)


def _raised(kind: str, frame: Frame, line: int, lang: Lang) -> str:
    text = clip(frame.text or "")
    name = frame.file.replace("\\", "/").rpartition("/")[2]
    params: dict[str, Param] = {"kind": "refused" if kind in REFUSED_THERE else "other", "line": line, "file": clip(name) or None}
    params |= {"code": text, "shown": bool(text) and wording_of(text) is None}
    return word("reading-fact-raised", params, lang)


def _tensor(stated: Stated, lang: Lang) -> Iterator[str]:
    if stated.shape is not None:
        shape = clip(str(list(stated.shape)))
        yield word("reading-fact-tensor", {"dtype": stated.dtype or "unknown", "device": stated.device or "unknown", "shape": shape}, lang)
    if stated.saved is not None and stated.current is not None:
        params = {"saved": stated.saved, "current": stated.current, "edits": stated.edits or 0}
        yield word("reading-fact-versions", params, lang)
    elif stated.shape is None:
        yield word("reading-fact-unnamed", {}, lang)


def _node(kind: str, stated: Stated, saver: str | None, compiled: bool, lang: Lang) -> Iterator[str]:
    if stated.node is None:
        if stated.current is not None and kind == "version_mismatch":
            yield word("reading-fact-compiled" if compiled else "reading-fact-leaf", {}, lang)
    else:
        output = stated.output or 0
        yield word("reading-fact-output", {"output": output, "node": stated.node, "keeps": keeps(stated.node) or "unknown"}, lang)
        if op_of(stated.node) in OF_A_WEIGHT:
            yield word("reading-fact-weight", {"node": stated.node}, lang)
        elif op_of(stated.node) == REMADE:
            yield word("reading-fact-view", {"node": stated.node}, lang)
    if saver is not None:
        yield word("reading-fact-saver", {"node": saver, "keeps": keeps(saver) or "unknown"}, lang)
