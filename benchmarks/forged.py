"""Forged answers: what a hostile snippet may send in place of its recording. Each pattern is a function that returns the bytes.

The text of this file is also a snippet: ``snippet_of`` adds a line that sends one of the answers over the result pipe. So it imports only
what a jailed child has, and is far below the 64 KiB of a snippet.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

MIB = 1024 * 1024
LIMIT = 24 * MIB
"""Bytes of an answer; the end of line that marks its end included."""
EVENTS = 45_000
RECORDS = 100_000
COMPLETED = {"status": "completed", "failure": None}
FAILED = {"status": "raised", "failure": {"kind": "python_error", "message": "no", "exception_type": "ValueError", "line": 1}}
VALUE = {"shape": [1], "preview_shape": [1], "preview": [1.0]}
DRIP_S = 8.0

Record = dict[str, Any]


def document(**parts: Any) -> bytes:
    """An answer, complete with its end."""
    whole = {"torch": "2", "python": "3", "outcome": COMPLETED, "events": [line(0)], **parts}
    return json.dumps(whole, separators=(",", ":")).encode() + b"\n"


def tensor(number: int, **more: Any) -> Record:
    """A float that requires grad."""
    common = {"shape": [1], "dtype": "float32", "device": "cpu", "requires_grad": True, "is_leaf": True, "storage": "m1", "counter": "c1"}
    return {"id": f"t{number}", **common, "version": 0, "line": 1, "event": 0, "value": None, **more}


def node(number: int, edges: Iterable[int] = (), **more: Any) -> Record:
    """A node with edges to others."""
    after = [{"node": f"n{each}", "output_nr": 0} for each in edges]
    return {"id": f"n{number}", "name": "MulBackward0", "kind": "function", "next_functions": after, "line": 1, "event": 0, **more}


def save(number: int, of: int = 1, by: int = 1, event: int = 0) -> Record:
    """A saved tensor."""
    return {"id": f"s{number}", "node": f"n{by}", "attribute": "self", "tensor": f"t{of}", "saved_version": 0, "event": event, "line": 1}


def write(of: int = 1, via: str = "in_place", counter: str = "c1") -> Record:
    """A write that moves its counter from 0 to 1."""
    return {"tensor": f"t{of}", "counter": counter, "version_before": 0, "version_after": 1, "via": via, "region": {"start": 0, "end": 8}}


def state(of: int) -> Record:
    """A tensor that is a leaf."""
    flags = {"grad_fn": None, "output_nr": 0, "requires_grad": True, "is_leaf": True}
    return {"tensor": f"t{of}", **flags, "shape": [1], "storage": "m1", "counter": "c1"}


def line(index: int) -> Record:
    """An event: a line begins."""
    return {"kind": "line", "index": index, "line": index % 900 + 1, "function": "f", "depth": 0}


def op(index: int, **more: Any) -> Record:
    """An event: an op."""
    return {"kind": "op", "index": index, "line": index % 900 + 1, "name": "mul", "inputs": [], "outputs": [], **more}


def raised(index: int, message: str, **more: Any) -> Record:
    """An event: an exception."""
    return {"kind": "raise", "index": index, "line": index % 900 + 1, "exception_type": "RuntimeError", "message": message, **more}


def start(index: int, **more: Any) -> Record:
    """An event: a call of the engine."""
    flags = {"call": "backward", "retain_graph": True, "create_graph": False}
    return {"kind": "backward_start", "index": index, "line": index % 900 + 1, "roots": ["t1"], **flags, **more}


# What no recording looks like -------------------------------------------------------------------------------------------------------


def noise() -> bytes:
    """No JSON."""
    return b"\xff" * LIMIT


def blanks() -> bytes:
    """JSON that never begins."""
    return b" " * LIMIT


def nested_lists() -> bytes:
    """Brackets inside brackets."""
    return b"[" * (LIMIT // 2) + b"]" * (LIMIT // 2)


def nested_objects() -> bytes:
    """The same with keys."""
    return b'{"a":' * (LIMIT // 7) + b"1" + b"}" * (LIMIT // 7)


def lists_where_events_belong() -> bytes:
    """Millions of empty lists."""
    return document(events=[])[:-3] + b"[]," * (LIMIT // 3 - 100) + b"[]]}\n"


def lists_in_an_unknown_field() -> bytes:
    """The same where nobody looks."""
    return b'{"evil":[' + b"[]," * (LIMIT // 3 - 100) + b"[]]," + document()[1:]


def half_an_answer() -> bytes:
    """A recording that lacks its second half."""
    whole = document(tensors=[tensor(number + 1) for number in range(RECORDS)])
    return whole[: len(whole) // 2]


def digits() -> bytes:
    """A number with twenty million digits."""
    return document()[:-2] + b',"elapsed":' + b"9" * (LIMIT - 200) + b"}\n"


def duplicated_ids() -> bytes:
    """A hundred thousand tensors, two of which have the same id."""
    return document(tensors=[tensor(max(1, number)) for number in range(RECORDS)])


def unknown_ids() -> bytes:
    """Mentions of tensors that are not there."""
    return document(tensors=[tensor(1)], events=[op(0, inputs=[f"t{number + 1}" for number in range(1_000_000)])])


# More than the limits of a recording allow ------------------------------------------------------------------------------------------


def too_many_events() -> bytes:
    """Two hundred thousand events."""
    return document(events=[line(number) for number in range(200_000)])


def too_many_mentions() -> bytes:
    """Four million ids in one event."""
    return document(tensors=[tensor(1)], events=[op(0, inputs=["t1"] * (LIMIT // 6))])


def many_tensors() -> bytes:
    """As many tensors as fit into the bytes, each as short as it can be."""
    return document(tensors=[tensor(number + 1, dtype="", device="") for number in range(LIMIT // 200)])


def too_many_files() -> bytes:
    """A hundred thousand files, of a program that has one."""
    return document(files=[{"path": ""}] * 100_000)


def one_huge_file() -> bytes:
    """A second file with twenty megabytes of code."""
    return document(files=[{"path": "snippet.py"}, {"path": "b.py", "text": "x = (1, 2)\n" * (LIMIT // 13)}], tensors=[tensor(1)])


# What holds together, and is much to read -------------------------------------------------------------------------------------------


def huge_text() -> bytes:
    """A message of twenty megabytes, which is also the type of the exception."""
    text = "x" * (LIMIT // 2 - 1000)
    failure = {"kind": "python_error", "message": text, "exception_type": text, "line": 1, "event": 0}
    return document(outcome={"status": "raised", "failure": failure}, events=[line(0)])


def huge_name() -> bytes:
    """A tensor with a name of twenty megabytes, which fifty diagnoses are about."""
    name = "a" * (LIMIT - 200_000)
    bind = {"kind": "bind", "index": 0, "line": 1, "name": name, "tensor": "t1"}
    message = "a leaf Variable that requires grad is being used in an in-place operation."
    failed = [raised(1 + number, message, op="add_", inputs=["t1"]) for number in range(500)]
    return document(tensors=[tensor(1)], events=[bind, *failed])


def not_a_number() -> bytes:
    """Millions of elements that are no number."""
    return document(tensors=[tensor(1, value={**VALUE, "preview": ["NaN"] * (LIMIT // 6 - 200)})])


def numbers_that_grow() -> bytes:
    """Millions of numbers that are longer when they are written again."""
    text = document(tensors=[tensor(1, value={**VALUE, "preview": [0.25]})])
    return text.replace(b"0.25", b",".join([b"1e15"] * (LIMIT // 5 - 200)))


def many_dimensions() -> bytes:
    """A tensor of millions of dimensions."""
    return document(tensors=[tensor(1, shape=[1] * (LIMIT // 2 - 1000))])


def many_params() -> bytes:
    """A failure with a million parameters."""
    failure = {"kind": "exit", "message": "", "params": {f"p{number}": number for number in range(1_000_000)}}
    return document(outcome={"status": "stopped", "failure": failure})


def many_edges() -> bytes:
    """A node with half a million edges, which every one of many failed backward passes comes to."""
    events = [op(0, inputs=["t1"], outputs=["t1"], states=[{**state(1), "grad_fn": "n1"}]), op(1, stale=["s1"], writes=[write()])]
    for _ in range(10_000):
        events += [start(len(events)), {"kind": "free", "index": len(events) + 1, "line": 1, "nodes": ["n9"]}]
    saved = [save(number + 1, by=number + 2) for number in range(1_000)]
    nodes = [node(1, [1] * 400_000), *(node(number + 2) for number in range(10_000))]
    return document(tensors=[tensor(1)], nodes=nodes, saved=saved, events=events)


def states_of_inputs() -> bytes:
    """An op with a hundred thousand inputs that tells the state of each, before a backward pass."""
    count = 50_000
    ids = [f"t{number + 1}" for number in range(count)]
    many = op(0, inputs=ids, outputs=["t1"], states=[state(number + 1) for number in range(count)])
    return document(tensors=[tensor(number + 1) for number in range(count)], events=[many, start(1)])


def memory_handed_out() -> bytes:
    """An op that hands out the memory of fifty thousand tensors, and changes that of each."""
    count = 40_000
    ids = [f"t{number + 1}" for number in range(count)]
    writes = [write(number + 1, "foreign") for number in range(count)]
    lent = op(0, inputs=ids[:1], outputs=[], writes=writes, effects={"hands_out": ids})
    return document(tensors=[tensor(number + 1) for number in range(count)], events=[lent])


def gradients_of_one_tensor() -> bytes:
    """A tensor with fifty thousand gradients that differ, and as many nodes that accumulate into it."""
    count = 50_000
    gradient = {"tensor": "t1", "name": "w", "value": VALUE, "expected": VALUE, "differs": True}
    nodes = [node(number + 1, kind="accumulate_grad", variable="t1") for number in range(count)]
    events = [op(0, saves=["s1"]), op(1, writes=[write(via="data", counter="c2")])]
    events.append({"kind": "unpack", "index": 2, "line": 1, "saved": "s1", "saved_version": 0, "current_version": 0, "ok": True})
    parts = {"tensors": [tensor(1)], "nodes": nodes, "saved": [save(1)], "events": events, "outcome": FAILED}
    return document(**parts, gradients=[gradient] * count)


def raises_that_end_the_program() -> bytes:
    """Thousands of exceptions, all of which say what the program ended with, and whose roots are followed back."""
    message = "element 0 of tensors does not require grad and does not have a grad_fn"
    half = EVENTS // 2
    events = [op(number, inputs=["t1"], outputs=["t1"]) for number in range(half)]
    events += [raised(half + number, message, inputs=["t1"], line=number + 1) for number in range(half)]
    failure = {"kind": "python_error", "message": message, "exception_type": "RuntimeError", "line": 1}
    return document(outcome={"status": "raised", "failure": failure}, tensors=[tensor(1)], events=events)


def cubic_touches() -> bytes:
    """Saves, writes of what they saved, and version checks that failed, in equal numbers."""
    third = EVENTS // 3
    message = "one of the variables needed for gradient computation has been modified by an inplace operation"
    events = [op(number, inputs=["t1"], nodes=["n1"], saves=[f"s{number + 1}"]) for number in range(third)]
    events += [op(third + number, outputs=["t1"], writes=[write()]) for number in range(third)]
    events += [raised(2 * third + number, message, node="n1", saved=f"s{number + 1}") for number in range(third)]
    saved = [save(number + 1, event=number) for number in range(third)]
    return document(tensors=[tensor(1)], nodes=[node(1)], saved=saved, events=events)


def writes_past_counters() -> bytes:
    """Saves and unpacks of one tensor, and between them writes that moved no counter of it: control runs are asked for."""
    third = EVENTS // 3
    events = [op(number, inputs=["t1"], saves=[f"s{number + 1}"]) for number in range(third)]
    events += [op(third + number, writes=[write(via="data", counter="c2")]) for number in range(third)]
    unpack = {"kind": "unpack", "line": 1, "saved_version": 0, "current_version": 0, "ok": True}
    events += [{**unpack, "index": 2 * third + number, "saved": f"s{number + 1}"} for number in range(third)]
    saved = [save(number + 1, event=number) for number in range(third)]
    gradients = [{"tensor": "t1", "name": f"g{number}", "value": VALUE} for number in range(RECORDS)]
    prints = {f"g{number}.grad": "0" for number in range(10_000)}
    parts = {"tensors": [tensor(1)], "nodes": [node(1)], "saved": saved, "events": events, "fingerprint": prints}
    return document(**parts, gradients=gradients)


def long_chain() -> bytes:
    """A graph that is one chain of a hundred thousand nodes."""
    nodes = [node(number + 1, [number] if number else []) for number in range(RECORDS)]
    events = [op(0, inputs=["t1"], outputs=["t1"], states=[{**state(1), "grad_fn": f"n{RECORDS}"}]), start(1)]
    return document(tensors=[tensor(1, alive=True)], nodes=nodes, events=events)


def as_much_as_fits() -> bytes:
    """Ops with everything that an op may have, up to the limits of events and bytes."""
    ids = ["t1"] * 10
    full = {"inputs": ids, "outputs": ids, "writes": [write()], "aliases": [{"tensor": "t1", "value": VALUE}], "states": [state(1)]}
    return document(tensors=[tensor(1)], events=[op(number, **full) for number in range(EVENTS)])


PATTERNS: dict[str, Callable[[], bytes]] = {
    each.__name__: each
    for each in (
        *(noise, blanks, nested_lists, nested_objects, lists_where_events_belong, lists_in_an_unknown_field, half_an_answer, digits),
        *(duplicated_ids, unknown_ids, too_many_events, too_many_mentions, many_tensors, too_many_files, one_huge_file),
        *(huge_text, huge_name, not_a_number, numbers_that_grow, many_dimensions, many_params, many_edges, states_of_inputs),
        *(memory_handed_out, gradients_of_one_tensor, raises_that_end_the_program, cubic_touches, writes_past_counters, long_chain),
        *(as_much_as_fits,),
    )
}


# Sending ----------------------------------------------------------------------------------------------------------------------------


def snippet_of(name: str, number: int, slowly: bool = False) -> str:
    """The snippet that sends a pattern; no two with different numbers are the same code."""
    untraced = "import sys\nsys.settrace(None)\n"
    return f"{Path(__file__).read_text()}\n{untraced}send(PATTERNS[{name!r}](), slowly={slowly})  # {number}\n"


def send(answer: bytes, slowly: bool = False) -> None:
    """Write an answer to every pipe that only takes, and end this process; slowly: byte by byte, for some seconds."""
    pipes = [number for number in range(3, 64) if _takes(number)]
    until = time.monotonic() + DRIP_S
    for pipe in pipes:
        left = memoryview(answer)
        while slowly and time.monotonic() < until and len(left) > 1:
            left = left[os.write(pipe, left[:1]) :]
            time.sleep(0.02)
        while left:
            left = left[os.write(pipe, left) :]
    os._exit(0)


def _takes(descriptor: int) -> bool:
    try:
        return bool(fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_WRONLY)
    except OSError:
        return False
