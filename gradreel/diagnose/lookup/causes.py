"""Sorts what edits did to saved tensors by cause: one statement is one, however often it ran in a cell and however much it edited."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
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
    """One statement that edited, by what it did to the gravest of the saved tensors."""

    lead: T
    others: tuple[str, ...]
    """Ids of the further ones: what the same execution edited, and of executions that are not alike what each of them edited."""
    rounds: int
    """How many executions did the same harm as the gravest."""
    unlike: tuple[T, ...]
    """The gravest of each execution that is not like another: it may need another way out."""


@dataclass
class _Statement(Generic[T]):
    """What the executions of a line did, those that are alike once."""

    unlike: list[list[T]] = field(default_factory=list)
    known: set[Hashable] = field(default_factory=set)
    harms: list[Hashable] = field(default_factory=list)
    """Of each execution."""

    def add(self, history: History, execution: list[T], harm: Hashable) -> None:
        self.harms.append(harm)
        if _likeness(history, execution[0]) not in self.known:
            self.unlike.append(execution)
            self.known.update(_likeness(history, each) for each in execution)

    def cause(self) -> Cause[T]:
        lead = self.unlike[0][0]
        others = dict.fromkeys(each.saved.id for execution in self.unlike for each in execution)
        others.pop(lead.saved.id)
        return Cause(lead, tuple(others), self.harms.count(self.harms[0]), tuple(execution[0] for execution in self.unlike))


def causes(
    history: History, ranked: Iterable[T], harm: Callable[[T], Hashable], apart: Callable[[T], Hashable] = lambda _: None
) -> list[Cause[T]]:
    """Group what is given, the gravest first, by the statement that edited. ``harm`` is what became of it, None where nothing did.

    What ``apart`` tells apart is not grouped: what failed in two cells of a program is told of each.
    """
    executions: dict[Hashable, list[T]] = defaultdict(list)
    for each in ranked:
        executions[each.edit.op.line, history.statement_of(each.edit.op.index), apart(each)].append(each)
    statements: dict[Hashable, _Statement[T]] = defaultdict(_Statement)
    for execution in executions.values():
        edit = execution[0].edit.op
        statements[edit.line, history.cells.at(edit.index), apart(execution[0])].add(history, execution, harm(execution[0]))
    return [statement.cause() for statement in statements.values()]


def _likeness(history: History, each: Edited) -> Hashable:
    """Executions are alike that edited what nodes of one name saved at one line."""
    node = history.nodes.get(each.saved.node or "")
    return each.saved.line, each.saved.attribute, node and node.name
