"""What the sentences of a diagnosis are made of: parameters of bounded length, and what a reader would call a tensor."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TypeVar

from gradreel.diagnose.lookup.flow import Cut
from gradreel.diagnose.lookup.history import History, OpWrite
from gradreel.diagnose.lookup.source import dotted
from gradreel.diagnose.lookup.switches import told_off
from gradreel.locale import clip
from gradreel.trace import Param, Saved

MAX_NAMES = 3


T = TypeVar("T")


def clipped(params: Mapping[str, T]) -> dict[str, T | str]:
    """Shorten what comes from the program to what a sentence can quote."""
    return {name: clip(value) if isinstance(value, str) else value for name, value in params.items()}


def what(history: History, tensor: str | None, *events: int) -> dict[str, Param]:
    """``how`` it is called and the ``name`` in that: itself, the base it is a view of, the op that made it, its shape, or nothing."""
    if tensor is None:
        return {"how": "unknown", "name": ""}
    if name := history.names.of(tensor, *events):
        return {"how": "name", "name": name}
    known = history.tensors.get(tensor)
    if known and known.base and (name := history.names.of(known.base, *events)):
        return {"how": "view", "name": name}
    if maker := history.maker.get(tensor):
        return {"how": "result", "name": maker.name}
    return {"how": "tensor", "name": str(list(known.shape)) if known else ""}


def what_was_saved(history: History, saved: Saved, edit: OpWrite) -> dict[str, Param]:
    """What a reader of the line that saved a tensor calls it, where it was edited later."""
    name = history.names.result(saved.tensor, saved.event)
    return {"how": "name", "name": name} if name else what(history, saved.tensor, edit.op.index, saved.event)


def name_at(history: History, made: OpWrite) -> str | None:
    """What a reader of the line that wrote calls what it wrote to: of several names the one that the line shows first."""
    stmt = history.source.statement(made.op.line)
    here = set(history.names.here(made.write.tensor, made.op.index)) if stmt is not None else ()
    shown = [node for node in ast.walk(stmt) if isinstance(node, ast.expr) and dotted(node) in here] if stmt is not None and here else []
    first = min(shown, key=lambda node: (node.lineno, node.col_offset), default=None)
    return dotted(first) if first is not None else history.names.of(made.write.tensor, made.op.index)


def name_in(named: Mapping[str, Param]) -> str | None:
    """The name in that, where it is the tensor's own or that of the base which it is a view of."""
    return str(named["name"]) if named["how"] in ("name", "view") else None


def what_all(history: History, tensors: tuple[str, ...], *events: int) -> dict[str, Param]:
    """The same for several: all their names, or else what the first is called."""
    names = list(dict.fromkeys(history.names.of(tensor, *events) for tensor in tensors))
    if all(names):
        listed = [str(name) for name in names[:MAX_NAMES]]
        return {"how": "name", "name": ", ".join(listed) + (", …" if len(names) > MAX_NAMES else "")}
    return what(history, tensors[0], *events)


def what_cut(history: History, cut: Cut) -> dict[str, Param]:
    """How and where a path of gradients ends, and as ``other_how`` and ``other`` what the op that ends it was given."""
    named = what_all(history, cut.tensors, cut.op.index - 1, cut.op.index)
    where: dict[str, Param] = {"cut": cut.how, "cut_line": cut.op.line, "code": history.code_at(cut.op), "op": cut.op.name}
    off = told_off(history, cut.op) if cut.how == "no_grad" else {}
    return {**where, "other_how": named["how"], "other": named["name"], **off}


def operator(made: OpWrite) -> str:
    """What wrote: the op, or the operator inside it where the op is not what wrote."""
    return (made.write.op or made.op.name).removeprefix("aten::")
