"""What the program called tensors when an op ran, and which tensor each edge of the op's nodes leads to."""

from __future__ import annotations

from collections.abc import Iterator

from gradreel.trace import BindEvent, Edge, Node, OpEvent, Saved, Tensor, Trace

TRANSPOSES = "TBackward0"
"""The node of ``t()``, which ``linear`` puts between a weight and its product."""
MAX_NAMED_INPUTS = 2
"""Of the op that made an unnamed tensor, for the tensor to be called after them."""
MAX_CHARACTERS = 40


class Moment:
    """The tensors of one run as they are just before one op."""

    def __init__(self, run: Trace) -> None:
        self.tensors: dict[str, Tensor] = {each.id: each for each in run.tensors}
        self.nodes: dict[str, Node] = {each.id: each for each in run.nodes}
        self._events = run.events
        self._names: dict[str, str] = {}
        self._made: dict[str, tuple[str, int]] = {}
        """Tensor → its grad_fn, and the number of the output."""

    def ops(self) -> Iterator[OpEvent]:
        """Yield each op as the moment has come to it."""
        for event in self._events:
            if isinstance(event, OpEvent):
                yield event
                for state in event.states:
                    if state.grad_fn is not None:
                        self._made[state.tensor] = (state.grad_fn, state.output_nr)
            elif isinstance(event, BindEvent) and not (event.name.startswith("self.") and event.tensor in self._names):
                self._names[event.tensor] = event.name

    def goal(self, edge: Edge, op: OpEvent) -> tuple[str | None, bool]:
        """Return the input of an op that an edge leads to, and whether it was transposed on the way; None where that is out of sight."""
        node = self.nodes.get(edge.node or "")
        if node is None:
            return None, False
        if (given := self._given(edge, op)) is not None:
            return given, False
        if node.name == TRANSPOSES and node.op == op.index and len(node.next_functions) == 1:
            return self._given(node.next_functions[0], op), True
        return None, False

    def _given(self, edge: Edge, op: OpEvent) -> str | None:
        node = self.nodes.get(edge.node or "")
        if node is None or node.variable is not None:
            return node.variable if node is not None else None
        return next((tensor for tensor in op.inputs if self._made.get(tensor) == (node.id, edge.output_nr)), None)

    def number(self, saved: Saved) -> str | None:
        """Return the Python number that the op made a saved tensor of; None for any other, and where its value is not known."""
        value = self.tensors[saved.tensor].value if saved.storage_bytes == 0 and saved.tensor in self.tensors else None
        known = value.preview[0] if value is not None and value.imaginary is None and len(value.preview) == 1 else None
        return None if known is None or isinstance(known, str) else number_text(known)

    def name(self, tensor: str, op: OpEvent) -> str | None:
        """Return what to call a tensor: by its name at this moment, else by one that it has in the end, else by the op that made it."""
        known = self.tensors.get(tensor)
        if known is None:
            return None
        if named := self._named(known, op.index):
            return named
        if known.op is None or known.op >= len(self._events) or known.op == op.index:
            return None
        made = self._events[known.op]
        if not isinstance(made, OpEvent):
            return None
        few = made.inputs if 0 < len(made.inputs) <= MAX_NAMED_INPUTS else ()
        inputs = [self._named(self.tensors[each], op.index) for each in few if each in self.tensors]
        known_names = [each for each in inputs if each is not None]
        shown = ", ".join(known_names) if few and len(known_names) == len(few) else "…"
        text = f"{made.name.strip('_')}({shown})"
        return text if len(text) <= MAX_CHARACTERS else f"{made.name.strip('_')}(…)"

    def names_of(self, tensor: str) -> tuple[str, ...]:
        """Return every name that the program gave a tensor."""
        known = self.tensors.get(tensor)
        return known.names if known is not None else ()

    def _named(self, tensor: Tensor, event: int) -> str | None:
        """Return the name that sentences and the stage have for it then, where the run states that."""
        if tensor.called is not None and not tensor.called:
            return tensor.names[0] if tensor.names else None
        if tensor.called:
            return next((name for first, name in reversed(tensor.called) if first <= event), tensor.called[0][1])
        return self._names.get(tensor.id) or _outside(tensor.names)


def number_text(value: object) -> str:
    """Write a number of the program, the shortest way that is exact: ``2`` for 2.0."""
    if not isinstance(value, float):
        return str(value)
    short = f"{value:g}"
    return short if float(short) == value else repr(value)


def _outside(names: tuple[str, ...]) -> str | None:
    return next((name for name in names if not name.startswith("self.")), names[0] if names else None)
