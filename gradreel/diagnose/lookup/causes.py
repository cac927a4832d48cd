"""Sorts what an edit did to saved tensors by cause: one execution of a statement makes one, and executions that are alike are told once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from gradreel.diagnose.lookup.history import History, OpWrite
from gradreel.trace import Saved


class Edited(Protocol):
    """A saved tensor, and the write that changed it."""

    @property
    def saved(self) -> Saved: ...

    @property
    def edit(self) -> OpWrite: ...


T = TypeVar("T", bound=Edited)


@dataclass(frozen=True)
class Cause(Generic[T]):
    """One statement that edited, by what it did to the first of the saved tensors."""

    lead: T
    others: tuple[str, ...]
    """Ids of the further ones that the same execution edited."""
    rounds: int
    """How many executions were alike."""


def causes(history: History, ranked: Iterable[T], harm: Callable[[T], Hashable]) -> list[Cause[T]]:
    """Group what is given, the gravest first. Executions are alike where they did the same ``harm`` to what one line saved.

    Where they did harm (any but None), the node and the attribute must be the same as well.
    """
    executions: dict[Hashable, list[T]] = defaultdict(list)
    for each in ranked:
        op = each.edit.op
        executions[op.file, op.line, history.statement_of(op.index)].append(each)
    told: list[list[T]] = []
    rounds: list[int] = []
    known: dict[Hashable, int] = {}
    for execution in executions.values():
        number = known.get(_likeness(history, execution[0], harm(execution[0])))
        if number is None:
            number = len(told)
            told.append(execution)
            rounds.append(0)
            for each in execution:
                known.setdefault(_likeness(history, each, harm(each)), number)
        rounds[number] += 1
    return [Cause(execution[0], _ids(execution[1:]), count) for execution, count in zip(told, rounds, strict=True)]


def _ids(edited: Iterable[Edited]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.saved.id for each in edited))


def _likeness(history: History, each: Edited, harm: Hashable) -> Hashable:
    op, saved = each.edit.op, each.saved
    node = history.nodes.get(saved.node or "")
    told_apart = (saved.attribute, node and node.name, harm) if harm is not None else ()
    return op.file, op.line, saved.file, saved.line, told_apart
