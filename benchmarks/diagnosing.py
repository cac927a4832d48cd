"""How the time to diagnose grows with the trace, for patterns that honest and hostile programs leave behind.

Recordings are built here, event by event: no torch, no sandbox. Linear work takes four times as long for four times the events.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Any

from app.sandbox.report.expected import is_in_doubt
from benchmarks.table import Figure
from gradreel.diagnose import diagnose
from gradreel.trace import (
    BackwardEndEvent,
    BackwardStartEvent,
    BindEvent,
    Effects,
    Event,
    LineEvent,
    Node,
    OpEvent,
    Outcome,
    RaiseEvent,
    Recording,
    Region,
    Saved,
    State,
    Tensor,
    UnpackEvent,
    WarningEvent,
    Write,
)

SIZES = (1_000, 10_000, 40_000)
MAX_LINES = 1_500
"""Of the program: what fits into 64 KiB."""
LEAF = "a leaf Variable that requires grad is being used in an in-place operation."
FREED = "Trying to backward through the graph a second time"
NO_PATH = "element 0 of tensors does not require grad and does not have a grad_fn"
NO_LEAF = "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed"


class Trace:
    """A recording while it is built. Every tensor has the storage ``m1`` unless another is given."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.tensors: list[Tensor] = []
        self.nodes: list[Node] = []
        self.saved: list[Saved] = []
        self.lines: list[str] = []

    def line(self, text: str) -> int:
        """Add a line to the program, or say that its last one runs again where it has enough of them."""
        if len(self.lines) < MAX_LINES:
            self.lines.append(text)
        self.add(LineEvent, function="<module>", depth=0)
        return len(self.lines)

    def add(self, kind: Callable[..., Event], **fields: Any) -> int:
        """Add an event at the current line."""
        index = len(self.events)
        self.events.append(kind(index=index, line=max(1, len(self.lines)), **fields))
        return index

    def tensor(self, counter: str = "c1", region: tuple[int, int] = (0, 8), name: str | None = None, grad: bool = True) -> str:
        """Add a tensor, and bind a name to it."""
        id_ = f"t{len(self.tensors) + 1}"
        place = {"storage": "m1", "counter": counter, "version": 0, "region": Region(start=region[0], end=region[1])}
        common = {"shape": (2,), "dtype": "float32", "device": "cpu", "line": max(1, len(self.lines)), "value": None}
        names = (name,) if name else ()
        self.tensors.append(Tensor(id=id_, names=names, requires_grad=grad, is_leaf=False, event=len(self.events), **place, **common))
        if name:
            self.add(BindEvent, name=name, tensor=id_)
        return id_

    def op(self, name: str, inputs: tuple[str, ...], outputs: tuple[str, ...] = (), **fields: Any) -> int:
        """Add an op that makes its outputs require grad."""
        return self.add(OpEvent, name=name, inputs=inputs, outputs=outputs, **fields)

    def refused(self, tensor: str, number: int) -> None:
        """Add an edit of a leaf, or a backward pass without a path, that raised and was caught."""
        message = NO_PATH if number % 2 else LEAF
        self.add(RaiseEvent, exception_type="RuntimeError", message=message, op="add_", inputs=(tensor,))

    def save(self, tensor: str) -> str:
        """Add a node on the one before, that saves a tensor."""
        number = len(self.nodes) + 1
        edges = ({"node": f"n{number - 1}", "output_nr": 0},) if self.nodes else ()
        place = {"line": max(1, len(self.lines)), "event": len(self.events) - 1}
        self.nodes.append(Node(id=f"n{number}", name="MulBackward0", kind="function", next_functions=edges, op=place["event"], **place))
        self.saved.append(Saved(id=f"s{number}", node=f"n{number}", attribute="self", tensor=tensor, saved_version=0, **place))
        return f"s{number}"

    def finished(self) -> tuple[str, Recording]:
        """The program and its recording."""
        parts = {"events": tuple(self.events), "tensors": tuple(self.tensors), "nodes": tuple(self.nodes), "saved": tuple(self.saved)}
        return "\n".join(self.lines) + "\n", Recording(torch="2", python="3", outcome=Outcome(status="completed"), **parts)


def write(tensor: str, version: int, counter: str = "c1", via: str = "in_place", region: tuple[int, int] = (0, 8)) -> Write:
    """A write that moves a counter by one, or goes past it."""
    after = version + 1 if via != "foreign" else version
    place = Region(start=region[0], end=region[1])
    return Write.model_validate(
        {"tensor": tensor, "counter": counter, "version_before": version, "version_after": after, "via": via, "region": place}
    )


def state(tensor: str, node: str | None = None, leaf: bool = False) -> State:
    """A tensor that requires grad."""
    common: dict[str, Any] = {"shape": (2,), "storage": "m1", "counter": "c1"}
    return State(tensor=tensor, grad_fn=node, output_nr=0, requires_grad=True, is_leaf=leaf, **common)


def saves_then_writes(trace: Trace, size: int) -> None:
    """n saves of one tensor, then n writes of it, the first of which makes all of them stale."""
    x = trace.tensor(name="x")
    trace.line("y = x * x")
    saves = []
    for _ in range(size // 2):
        trace.op("mul", (x,))
        saves.append(trace.save(x))
    trace.line("x += 1")
    for version in range(size // 2):
        trace.op("add_", (x,), (x,), writes=(write(x, version),), stale=tuple(saves) if not version else ())


def one_op_with_many_writes(trace: Trace, size: int) -> None:
    """One op that writes n tensors and makes n saves stale."""
    trace.line("torch._foreach_add_(xs, 1)")
    tensors = [trace.tensor(counter=f"c{number + 1}") for number in range(size // 3)]
    saves = []
    for tensor in tensors:
        trace.op("mul", (tensor,))
        saves.append(trace.save(tensor))
    trace.op("_foreach_add_", (), (), writes=tuple(write(tensor, 0, f"c{at + 1}") for at, tensor in enumerate(tensors)), stale=tuple(saves))


def unseen_writes(trace: Trace, size: int) -> None:
    """n rounds of a save, a write past its counter, and an unpack."""
    x = trace.tensor(name="x")
    for _ in range(size // 4):
        trace.line("y = x * x; x.data.add_(1)")
        trace.op("mul", (x,))
        saved = trace.save(x)
        trace.op("add_", (x,), (x,), writes=(write(x, 0, "c2", "data"),))
        trace.add(UnpackEvent, saved=saved, saved_version=0, current_version=0, ok=True)


def unseen_writes_elsewhere(trace: Trace, size: int) -> None:
    """n saved rows and n writes past their counter that reach none of them but the last."""
    rows = [trace.tensor(region=(8 * row, 8 * row + 8), name=f"rows[{row}]") for row in range(size // 4)]
    trace.line("y = rows * 2")
    for row in rows[1:]:
        trace.op("mul", (row,))
        trace.save(row)
    trace.line("rows.data[0] = 0")
    for _ in rows:
        trace.op("__setitem__", (rows[0],), (rows[0],), writes=(write(rows[0], 0, "c2", "data", (0, 8)),))
    trace.op("__setitem__", (rows[-1],), (), writes=(write(rows[-1], 0, "c2", "data", (0, 8 * len(rows))),))


def named_views(trace: Trace, size: int) -> None:
    """n views of one base, each with a name, and n writes of the base past their counters."""
    base = trace.tensor(name="base", grad=False)
    trace.line("views = [base[:] for _ in range(n)]")
    for number in range(size // 4):
        trace.tensor(counter=f"c{number + 2}", name=f"views[{number}]", grad=False)
    trace.line("base.numpy()[0] = 1")
    for _ in range(size // 2):
        trace.op("numpy", (base,), (), writes=(write(base, 0, "c1", "foreign"),))


def chained_aliases(trace: Trace, size: int) -> None:
    """A chain of n ``.data``, and a write through each."""
    tensors = [trace.tensor(name="x")]
    for number in range(size // 4):
        trace.line(f"x{number} = x{number - 1}.data")
        tensors.append(trace.tensor(counter=f"c{number + 2}"))
        trace.op("data", (tensors[-2],), (tensors[-1],), effects=Effects(same_elements=((tensors[-2], tensors[-1]),)))
        trace.op("add_", (tensors[-1],), (), writes=(write(tensors[-1], 0, f"c{number + 2}", "data"),))


def bindings_of_one_name(trace: Trace, size: int) -> None:
    """One name that comes to refer to n tensors, each saved and overwritten."""
    for _ in range(size // 4):
        trace.line("x = x * 2; x += 1")
        x = trace.tensor(name="x")
        trace.op("mul", (x,), (x,))
        saved = trace.save(x)
        trace.op("add_", (x,), (x,), writes=(write(x, 0),), stale=(saved,))


def names_of_one_tensor(trace: Trace, size: int) -> None:
    """n names for one tensor, which is overwritten after each."""
    x = trace.tensor(name="x")
    for number in range(size // 3):
        trace.line(f"x{number} = x; x += 1")
        trace.add(BindEvent, name=f"x{number}", tensor=x)
        trace.op("add_", (x,), (x,), writes=(write(x, number, "c2", "data"),))


def numbers_taken_out(trace: Trace, size: int) -> None:
    """n lines of ``.item()``, each added to a total that a loss is made of."""
    loss = trace.tensor(name="loss")
    for number in range(size // 4):
        trace.line(f"v{number} = loss.item(); total = total + v{number - 1}")
        trace.op("item", (loss,), effects=Effects(cuts=(loss,), cut_by="item"))
        out = trace.tensor()
        trace.op("mul", (loss,), (out,), states=(state(out),))
        loss = out
    trace.line("loss.backward()")
    trace.add(BackwardStartEvent, roots=(loss,), call="backward", retain_graph=False, create_graph=False)
    trace.add(BackwardEndEvent)


def backward_calls(trace: Trace, size: int) -> None:
    """n calls of the engine over a graph that grows, every other one of which fails."""
    w = trace.tensor(name="w")
    for number in range(size // 4):
        trace.line("loss = loss * w; loss.backward()")
        trace.op("mul", (w,), (w,), states=(state(w, f"n{number + 1}"),))
        trace.save(w)
        trace.add(BackwardStartEvent, roots=(w,), call="backward", retain_graph=True, create_graph=False)
        if number % 2:
            trace.add(RaiseEvent, exception_type="RuntimeError", message=FREED, node=f"n{number + 1}")
        else:
            trace.add(BackwardEndEvent)


def refused_edits(trace: Trace, size: int) -> None:
    """n edits of a leaf that were refused and caught, on as many lines as fit."""
    w = trace.tensor(name="w")
    for number in range(size // 2):
        trace.line("loss.backward()" if number % 2 else "w.add_(1)")
        trace.refused(w, number)


def failed_checks(trace: Trace, size: int) -> None:
    """n saves whose version check failed, though no event says what made them stale."""
    x = trace.tensor(name="x")
    for number in range(size // 4):
        trace.line("y = x * x")
        trace.op("mul", (x,))
        saved = trace.save(x)
        trace.op("add_", (x,), (x,), writes=(write(x, number),))
        trace.add(UnpackEvent, saved=saved, saved_version=0, current_version=number + 1, ok=False)


def reads_of_a_gradient(trace: Trace, size: int) -> None:
    """n reads of a non-leaf's ``.grad``."""
    for _ in range(size // 2):
        trace.line("print(h.grad)")
        h = trace.tensor(name="h")
        trace.add(WarningEvent, category="UserWarning", text=NO_LEAF, tensor=h)


def one_line_with_many_ops(trace: Trace, size: int) -> None:
    """n ops on one line, each of which saves and edits."""
    x = trace.tensor(name="x")
    trace.line("[x.mul_(x) for _ in range(n)]")
    for number in range(size):
        trace.op("mul_", (x,), (x,), writes=(write(x, number),), stale=(trace.save(x),))


PATTERNS = (
    saves_then_writes,
    one_op_with_many_writes,
    unseen_writes,
    unseen_writes_elsewhere,
    named_views,
    chained_aliases,
    bindings_of_one_name,
    names_of_one_tensor,
    numbers_taken_out,
    backward_calls,
    refused_edits,
    failed_checks,
    reads_of_a_gradient,
    one_line_with_many_ops,
)


def program_of(pattern: Callable[[Trace, int], None], size: int) -> tuple[str, Recording]:
    """Build the trace of a pattern, of about ``size`` events."""
    trace = Trace()
    pattern(trace, size)
    return trace.finished()


def diagnosed(code: str, recording: Recording) -> None:
    """Everything that is worked out of a recording after it was validated."""
    is_in_doubt(recording)
    diagnose(code, recording)


def seconds(pattern: Callable[[Trace, int], None], size: int) -> float:
    """The processor time to diagnose, best of two; without the garbage collector, as in a reader."""
    code, recording = program_of(pattern, size)
    times = []
    for _ in range(2):
        gc.collect()
        gc.disable()
        start = time.process_time()
        diagnosed(code, recording)
        times.append(time.process_time() - start)
        gc.enable()
    return min(times)


def figures() -> list[Figure]:
    """One row a pattern: seconds at each size, and how they grew from the second to the third, which has four times the events."""
    diagnosed(*program_of(saves_then_writes, 100))  # the first sentence reads the catalogue
    rows = []
    for pattern in PATTERNS:
        times = [seconds(pattern, size) for size in SIZES]
        measured = ", ".join(f"{each:.3f} s" for each in times)
        sizes = ", ".join(f"{size:,}" for size in SIZES) + " events"
        rows.append(Figure(f"diagnosing {pattern.__name__.replace('_', ' ')}", measured, sizes, f"× {times[2] / times[1]:.1f}", "× 5"))
    return rows
