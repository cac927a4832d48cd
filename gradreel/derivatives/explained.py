"""Puts into a recording why each saved tensor is kept, and why a node that keeps none needs none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Literal, TypeVar

from gradreel.derivatives.formula import Formula
from gradreel.derivatives.formulas import BROADCAST, FORMULAS, key_of
from gradreel.derivatives.names import Moment, number_text
from gradreel.derivatives.notation import TRANSPOSED, names_in, written
from gradreel.derivatives.table import Entry, Table, table_of
from gradreel.trace import NeededFor, Node, NotShown, OpEvent, Saved, Trace

MAX_LOOK_UPS = 4096
"""Of one node: edges times tensors."""
WRAPS = "CopySlices"
"""The node of an edit through a view: around the node of the op."""
AnyTrace = TypeVar("AnyTrace", bound=Trace)
AnyRecord = TypeVar("AnyRecord", Node, Saved)
INCOMING = "g"
OTHER_INCOMING = "grad"
"""What the gradient that comes in is called where the program has a ``g`` of its own."""


def explained(recording: AnyTrace, torch: str) -> AnyTrace:
    """Return the recording with why each tensor is kept, and why a node keeps none, as this version of PyTorch has it."""
    table = table_of(torch)
    found = _Found(recording, table)
    return recording.model_copy(
        update={
            "not_shown": (*(each for each in recording.not_shown if each.kind != "derivatives"), *_missing(recording, table, torch)),
            "saved": tuple(map(found.saved, recording.saved)),
            "nodes": tuple(map(found.node, recording.nodes)),
        }
    )


def _missing(recording: Trace, table: Table, torch: str) -> tuple[NotShown, ...]:
    """Say that this version has no table, where nodes would have been explained with it."""
    count = sum(node.kind == "function" for node in recording.nodes)
    return (NotShown(kind="derivatives", what=torch.split("+")[0], line=None, count=count),) if torch and not table and count else ()


def unexplained(recording: AnyTrace) -> AnyTrace:
    """Return the recording without any of it."""
    bare = {"needed_for": (), "why": None}
    return recording.model_copy(
        update={
            "not_shown": tuple(each for each in recording.not_shown if each.kind != "derivatives"),
            "saved": tuple(_with(each, bare) for each in recording.saved),
            "nodes": tuple(_with(each, {"keeps_nothing": None, "passes_on": ()}) for each in recording.nodes),
        }
    )


def _with(record: AnyRecord, update: dict[str, Any]) -> AnyRecord:
    same = all(getattr(record, name) == value for name, value in update.items())
    return record if same else record.model_copy(update=update)


class _Found:
    """What is known of all nodes of a recording."""

    def __init__(self, recording: Trace, table: Table) -> None:
        self._table = table
        self._kept: dict[str, list[Saved]] = defaultdict(list)
        for saved in recording.saved:
            if saved.node is not None:
                self._kept[saved.node].append(saved)
        self._moment = Moment(recording)
        self._reasons: dict[str, tuple[NeededFor, ...]] = {}
        self._passed: dict[str, tuple[NeededFor, ...]] = {}
        if table:
            self._look(recording)

    def saved(self, saved: Saved) -> Saved:
        """Return it with the gradients that read it, or with what else is known of why it is kept."""
        reasons = self._reasons.get(saved.id, ())
        node = self._moment.nodes.get(saved.node or "")
        why = "gradients" if reasons else "unknown"
        if not reasons and node is not None:
            why = "author" if node.kind == "custom" else "inside" if node.name == WRAPS else "unknown"
        return _with(saved, {"needed_for": reasons, "why": why})

    def node(self, node: Node) -> Node:
        """Return it with why it keeps nothing, and with what it passes on."""
        why = _nothing(node, self._table) if node.id not in self._kept else None
        passed = self._passed.get(node.id, ()) if why is not None else ()
        edges = {position for position, edge in enumerate(node.next_functions) if edge.node is not None}
        if passed and {each.edge for each in passed} == edges and all(is_incoming_only(each) for each in passed):
            why = "gradient"
        return _with(node, {"keeps_nothing": why, "passes_on": passed})

    def _look(self, recording: Trace) -> None:
        at: dict[int, list[Node]] = defaultdict(list)
        for node in recording.nodes:
            if node.kind == "function" and node.name in self._table:
                saved = self._kept.get(node.id)
                at[saved[0].event if saved else node.event].append(node)
        for op in self._moment.ops():
            for node in at.get(op.index, ()):
                saved = self._kept.get(node.id, [])
                if _is_plausible(node, saved, op):
                    gradients = _Gradients(node, self._table[node.name], saved, op, self._moment)
                    self._reasons |= gradients.reasons()
                    self._passed[node.id] = gradients.passed_on()


def _nothing(node: Node, table: Table) -> Literal["gradient", "numbers"] | None:
    """Say why a node that saved no tensor needs none: no gradient that it passes on reads one."""
    entry = table.get(node.name)
    if entry is None or node.kind != "function":
        return None
    inputs = [entry.input_of(at, len(node.next_functions)) for at, edge in enumerate(node.next_functions) if edge.node is not None]
    if not inputs or any(name is None or entry.reads.get(name, ("?",)) for name in inputs):
        return None
    return "numbers" if entry.numbers else "gradient"


def is_incoming_only(gradient: NeededFor) -> bool:
    """Whether a formula mentions nothing but the gradient that comes in: no number and no shape."""
    return not gradient.summed and gradient.text in (gradient.names.get(INCOMING), f"−{gradient.names.get(INCOMING)}")


def _is_plausible(node: Node, saved: list[Saved], op: OpEvent) -> bool:
    """Whether a node is as large as nodes are: a recording is hostile, and each edge is looked up among all that is saved and given."""
    return len(node.next_functions) * (len(saved) + len(op.inputs)) <= MAX_LOOK_UPS


class _Gradients:
    """What one node passes on, and keeps for it."""

    def __init__(self, node: Node, entry: Entry, saved: list[Saved], op: OpEvent, moment: Moment) -> None:
        self._node, self._entry, self._op, self._moment = node, entry, op, moment
        self._saved = saved
        self._attributes = {each.attribute: each for each in reversed(saved)}
        edges = node.next_functions
        self._inputs = [entry.input_of(at, len(edges)) for at in range(len(edges))]
        self._goals = [moment.goal(edge, op) for edge in edges]

    def reasons(self) -> dict[str, tuple[NeededFor, ...]]:
        """Return the gradients that read each saved tensor; of those that one formula computes together only the first."""
        reasons: dict[str, dict[tuple[str, ...], NeededFor]] = defaultdict(dict)
        for edge, name in self._edges():
            reads = self._entry.reads.get(name, ())
            several = self._entry.with_(name)
            for saved in self._saved:
                attribute = saved.attribute.partition("[")[0]
                if attribute not in reads:
                    continue
                known = self._gradient(edge, name, attribute)
                if known.text is None and len(several) > 1:
                    known = known.model_copy(update={"together": tuple(map(self._goal_of, several))})
                    reasons[saved.id].setdefault(several, known)
                else:
                    reasons[saved.id][name, str(edge)] = known
        return {identity: tuple(several.values()) for identity, several in reasons.items()}

    def passed_on(self) -> tuple[NeededFor, ...]:
        """Return what goes along each edge of a node that keeps nothing, where there is a formula."""
        if self._saved:
            return ()
        told = [self._gradient(edge, name, None) for edge, name in self._edges()]
        return tuple(each for each in told if each.text is not None)

    def _edges(self) -> Iterator[tuple[int, str]]:
        for edge, name in enumerate(self._inputs):
            if name is not None and self._node.next_functions[edge].node is not None:
                yield edge, name

    def _goal_of(self, name: str) -> str:
        return self._goal(self._inputs.index(name), name) if name in self._inputs else name

    def _goal(self, edge: int, name: str) -> str:
        return self._called(*self._goals[edge]) or self._beyond(edge) or name

    def _gradient(self, edge: int, name: str, attribute: str | None) -> NeededFor:
        """Return what goes along an edge; with its formula, where that mentions the attribute that it is told of."""
        tensor, goal = self._goals[edge][0], self._goal(edge, name)
        known = NeededFor(edge=edge, tensor=tensor, goal=goal, edges=self._node.next_functions.count(self._node.next_functions[edge]))
        number, formula = self._formula(name)
        if formula is None or (attribute is not None and attribute not in names_in(formula.text)):
            return known
        summed = self._summed(name, tensor)
        names = self._names(formula, goal)
        if summed is None or names is None or self._is_complex(tensor):
            return known
        update = {"formula": key_of(self._node.name, name, number), "text": written(formula.text, names), "names": names, "summed": summed}
        return known.model_copy(update=update)

    def _formula(self, name: str) -> tuple[int, Formula | None]:
        noted = self._node.metadata
        for number, formula in enumerate(FORMULAS.get(f"{self._node.name}.{name}", ())):
            holds = all(key in noted and noted[key] in values for key, values in formula.when.items())
            if holds and not any(each.attribute in formula.absent for each in self._saved):
                return number, formula
        return 0, None

    def _summed(self, name: str, tensor: str | None) -> bool | None:
        """Whether this input was broadcast; None where that cannot be told."""
        if f"{self._node.name}.{name}" not in BROADCAST:
            return False
        outputs = [state.shape for state in self._op.states if state.grad_fn == self._node.id]
        if tensor is None or not outputs:
            return None
        return self._moment.tensors[tensor].shape != outputs[0]

    def _is_complex(self, goal: str | None) -> bool:
        ids = [each.tensor for each in self._saved] + [goal or ""]
        return any(self._moment.tensors[each].dtype.startswith("complex") for each in ids if each in self._moment.tensors)

    def _beyond(self, edge: int) -> str | None:
        """The node that an edge leads to, where the tensor between was made out of sight."""
        to = self._moment.nodes.get(self._node.next_functions[edge].node or "")
        return to.name if to is not None and self._goals[edge][0] is None else None

    def _called(self, tensor: str | None, turned: bool = False) -> str | None:
        name = self._moment.name(tensor, self._op) if tensor is not None else None
        return f"{name}{TRANSPOSED}" if name and turned else name

    def _names(self, formula: Formula, goal: str) -> dict[str, str] | None:
        """What stands for each name of a formula: two tensors have two names. None where a number is not known, or what an input is called:
        its name in PyTorch's formula tells a reader nothing, and may be another tensor's in the program.
        """
        names: dict[str, str] = {}
        used: dict[str, str] = {}
        for place in sorted(names_in(formula.text) - {INCOMING}):
            saved = self._of(place)
            if saved is None:
                number = self._number(place)
                if number is None:
                    return None
                names[place] = number
                continue
            if (number := self._moment.number(saved)) is not None:
                names[place] = number
                continue
            shown = self._place(place, saved)
            if place.startswith("result") and shown == goal:
                shown = place
            if used.setdefault(shown, saved.tensor) != saved.tensor:
                shown = place
            if shown == place and place in self._inputs and shown not in self._moment.names_of(saved.tensor):
                return None
            names[place] = shown
        names[INCOMING] = OTHER_INCOMING if INCOMING in (*names.values(), goal) else INCOMING
        return names

    def _of(self, place: str) -> Saved | None:
        return self._attributes.get(place) or self._attributes.get(f"{place}[0]")

    def _number(self, place: str) -> str | None:
        if place not in self._node.metadata:
            return None
        return number_text(self._node.metadata[place])

    def _place(self, place: str, saved: Saved) -> str:
        """Name a saved tensor: an input as the input is called that it was saved of, else as the tensor is."""
        if place in self._inputs:
            tensor, turned = self._goals[self._inputs.index(place)]
            called = self._called(tensor, turned)
            if called is not None:
                return called
        return self._called(saved.tensor) or place
