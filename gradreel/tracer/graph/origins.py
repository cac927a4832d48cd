"""States where numbers stop being finite: what an op, or the backward of a node, made of finite ones, element by element.

Only looked at where a result is NaN or infinite: a program without such numbers pays nothing for it.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from torch import _C, Tensor

from gradreel.tracer.families import MEANT, MIXED, family_of, family_of_node, op_of_node
from gradreel.tracer.graph.arithmetic import arithmetic_of
from gradreel.tracer.graph.node_arithmetic import arithmetic_of_node
from gradreel.tracer.tensors.finite import FINITE, INFINITE, NAN, element_at, first_non_finite, worst_of
from gradreel.tracer.tensors.kinds import is_tensor
from gradreel.tracer.tensors.values import scalar

MAX_ELEMENTS = 4
How = Callable[[Tensor, tuple[int, ...], float], str | None]
"""How an element of a result was made."""
Called = tuple[tuple[Any, ...], dict[str, Any], bool]
"""What an op was given, that by name, and whether it wrote over its first argument."""
Read = tuple[str, str | None, Tensor]
"""What was read: ``input``, ``saved`` or ``gradient``; the id of the input, or of what was saved; the tensor."""


class Origins:
    """Looks for origins: stateless, so that nothing that a program does often uses up what is needed for what it does once."""

    def of_op(self, name: str, custom: bool, results: Sequence[Tensor], read: Sequence[Read], called: Called) -> dict[str, Any] | None:
        """Return the Origin of an op with such a result; ``called``: all that it was given, of which Python's own numbers count here.

        An infinity of ``w + float("-inf")`` is one that the program says, as is that of a mask; NaN of zero times one is made.
        """
        if custom:
            origin = self._of("custom", results, read, _unknown)
        else:
            elements = () if name.strip("_") in MIXED else read
            origin = self._of(family_of(name), results, read, partial(arithmetic_of, name, called=called), elements)
        numbers = (*called[0], *called[1].values())
        said = [number for number in numbers if isinstance(number, float) and not math.isfinite(number)] if origin is not None else []
        if origin is not None and said and (origin["value"] != "NaN" or any(map(math.isnan, said))):
            origin["family"] = MEANT
            origin.pop("elements", None)
            origin.pop("arithmetic", None)
        return origin

    def of_unfilled(self, unfilled: Sequence[tuple[str, Tensor]], results: Sequence[Tensor]) -> dict[str, Any] | None:
        """Return the Origin of an op with such a result that has read memory which nobody has filled, if any lies there."""
        spoiled = [(identity, tensor) for identity, tensor in unfilled if (worst_of(tensor) or FINITE) != FINITE]
        if not spoiled or (found := first_non_finite(spoiled[0][1])) is None or not results:
            return None
        element = {"what": "input", "tensor": spoiled[0][0], "index": found[0], "value": scalar(found[1])}
        return {"family": "uninitialized", "index": found[0], "value": scalar(found[1]), "count": found[2], "elements": [element]}

    def of_node(self, name: str, custom: bool, results: Sequence[Any], read: Sequence[Read]) -> dict[str, Any] | None:
        """Return the Origin of a node with such a gradient."""
        given = [result for result in results if result is not None and is_tensor(result)]
        gradients = [tensor for what, _, tensor in read if what == "gradient"]
        saved = [tensor for what, _, tensor in read if what == "saved"]
        if custom:
            return self._of("custom", given, read, _unknown)
        elements = () if op_of_node(name) in MIXED else read
        return self._of(family_of_node(name), given, read, partial(arithmetic_of_node, name, gradients=gradients, saved=saved), elements)

    def _of(
        self, family: str, results: Sequence[Tensor], read: Sequence[Read], how: How, elements: Sequence[Read] | None = None
    ) -> dict[str, Any] | None:
        """``elements``: those of what was read whose element at a position goes into the result there; all, where nothing is given."""
        with _C._DisableTorchDispatch():
            worst_read = FINITE
            for _, _, tensor in read:
                worst_read = max(worst_read, worst_of(tensor) or FINITE)
                if worst_read == NAN:  # passed on, as in all of a program that goes on with NaN: nothing more is looked at
                    return None
            worst = max(((worst_of(result) or FINITE, -position) for position, result in enumerate(results)), default=(FINITE, 0))
            if worst[0] == FINITE or (worst_read == INFINITE and worst[0] == INFINITE):
                return None
            return _stated(family, results[-worst[1]], read if elements is None else elements, worst_read == INFINITE, how)


def _unknown(*_: Any) -> None:
    """Of a Function of the program's own nobody knows how it computes."""


def _stated(family: str, result: Tensor, read: Sequence[Read], from_infinite: bool, how: How) -> dict[str, Any] | None:
    found = first_non_finite(result)
    if found is None:
        return None
    index, value, count = found
    origin: dict[str, Any] = {"family": family, "index": index, "value": scalar(value), "count": count}
    if from_infinite:
        origin["from_infinite"] = True
    with contextlib.suppress(RuntimeError, IndexError, TypeError, ValueError):  # a call of a form that is not known: how is left open
        if (arithmetic := how(result, index, value)) is not None:
            origin["arithmetic"] = arithmetic
    elements: list[dict[str, Any]] = []
    for what, identity, tensor in read:
        if (element := element_at(tensor, index, tuple(result.shape))) is not None and len(elements) < MAX_ELEMENTS:
            of = {} if identity is None else {"tensor" if what == "input" else "saved": identity}
            elements.append({"what": what, **of, "index": element[0], "value": scalar(element[1])})
    if elements:
        origin["elements"] = elements
    return origin
