"""Makes large answers that hold together, at random: a small recording in which some lists and texts are grown.

    one event of each kind ─▶ texts that diagnoses look for ─▶ runs of events repeated, lists and texts grown ─▶ ids and indices set right

The same seed makes the same answer, and the same code to go with it.
"""

from __future__ import annotations

import json
import random
from typing import Any

from gradreel.trace import CallEvent, Gradient, Node, NotShown, OpEvent, ReturnEvent, Saved, Tensor, Value
from gradreel.trace.references import event_models
from tests.trace.minimal import model

LIMIT_BYTES = 24 * 1024 * 1024
MAX_EVENTS = 45_000
MAX_RECORDS = 100_000
MESSAGES = (
    "one of the variables needed for gradient computation has been modified by an inplace operation: at version 2",
    "a leaf Variable that requires grad is being used in an in-place operation.",
    "a view of a leaf Variable that requires grad is being used in an in-place operation.",
    "Output 0 of UnbindBackward0 is a view and is being modified inplace.",
    "Inference tensors cannot be saved for backward.",
    "Trying to backward through the graph a second time",
    "element 0 of tensors does not require grad and does not have a grad_fn",
    "One of the differentiated Tensors appears to not have been used in the graph",
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed",
    "Torch not compiled with CUDA enabled",
    "Operation not permitted",
)
TEXTS = (
    *MESSAGES,
    "add_",
    "mul",
    "x",
    "x[0]",
    "self",
    "result",
    "AccumulateGrad",
    "aten::add_",
    "",
    "\u2028",
    "RuntimeError",
    "UserWarning",
)
NUMBERS = (0, 1, 2, 7, 900, 1_500, 2**31, -1)
LINES = (
    "x += 1", "loss.backward()", "y = x * x", "x.data.add_(1)", "v = loss.item(); total = v", "x = x.detach()",
    "for i in range(3): x.mul_(x)",
    "w.add_(1); w.grad", "h = h.data", "a.b.c[0][1:2] += f(x, inplace=True)", "with torch.no_grad(): w -= w.grad", "opt.step()",
    "xs = [x[i].exp_() for i in range(9)]", "def f(x): return x.add_(1)", "x = (x\n + 1)",
)  # fmt: skip
WRAPPED = ("{}", "if x:\n  {}", "def g():\n  for i in y:\n    {}", "{}; " * 40 + "pass", "({} , [" + "(" * 60 + "1" + ")" * 60 + "])")
MAX_CODE_BYTES = 60_000


def code_of(seed: int) -> str:
    """A program of up to 60 KB: some lines, repeated in one of several layouts; it need not be Python."""
    dice = random.Random(seed)
    layout = dice.choice(WRAPPED)
    text = "\n".join(layout.replace("{}", dice.choice(LINES)) for _ in range(dice.choice((3, 30, 3_000))))
    return text[:MAX_CODE_BYTES] + "\n"


def answer_of(seed: int) -> bytes:
    """An answer of at most the limit's bytes."""
    dice = random.Random(seed)
    budget = int(2 ** dice.uniform(16, 24.5))
    whole = _small(dice)
    rounds = dice.randint(1, 6)
    for _ in range(rounds):
        _grow(whole, dice, budget // rounds)
    _set_right(whole, dice)
    return json.dumps(whole, separators=(",", ":")).encode()[:LIMIT_BYTES]


def _small(dice: random.Random) -> dict[str, Any]:
    events = [model(each) for each in event_models().values() if each not in (CallEvent, ReturnEvent)]
    dice.shuffle(events)
    for event in events:
        _vary(event, dice)
    failure = {"kind": "python_error", "message": dice.choice(MESSAGES), "exception_type": "RuntimeError", "line": 1}
    raised = {"status": "raised", "failure": failure}
    return {
        "torch": "2",
        "python": "3",
        "outcome": dice.choice([{"status": "completed", "failure": None}, raised]),
        "events": events,
        "tensors": [{**model(Tensor), "storage": "m1", "counter": "c1", "region": {"start": 0, "end": 8}}],
        "nodes": [model(Node)],
        "saved": [model(Saved)],
        "gradients": [{**model(Gradient), "value": model(Value), "expected": model(Value), "differs": True}],
        "not_shown": [model(NotShown)],
        "fingerprint": {},
    }


def _vary(event: dict[str, Any], dice: random.Random) -> None:
    """Fill in some of what an event may leave out, and texts and flags that mean something."""
    for name, field in OpEvent.model_fields.items() if event["kind"] == "op" else ():
        if name not in event and dice.random() < 0.7:
            event.update(_optional(name, field.default))
    for name, value in event.items():
        if name in ("message", "text", "name", "function", "what", "exception_type") and isinstance(value, str) and name != "what":
            event[name] = dice.choice(TEXTS)
        elif isinstance(value, bool):
            event[name] = dice.random() < 0.5
    event["line"] = dice.choice((1, 2, 30))


def _optional(name: str, default: Any) -> dict[str, Any]:
    write = {"tensor": "t1", "counter": "c1", "version_before": 0, "version_after": 1, "via": "data", "region": {"start": 0, "end": 8}}
    state = {"tensor": "t1", "grad_fn": "n1", "output_nr": 0, "requires_grad": True, "is_leaf": True, "shape": [1]}
    cuts = {
        "cuts": ["t1"],
        "cut_by": "item",
        "same_elements": [["t1", "t1"]],
        "views": [["t1", "t1"]],
        "hands_out": ["t1"],
        "fills": ["t1"],
    }
    filled: dict[str, Any] = {
        "nodes": ["n1"], "saves": ["s1"], "stale": ["s1"], "writes": [write], "effects": cuts, "within": ["lib"],
        "aliases": [{"tensor": "t1", "value": None}], "states": [{**state, "storage": "m1", "counter": "c1"}],
    }  # fmt: skip
    return {name: filled[name]} if name in filled else {} if isinstance(default, tuple) else {name: default}


def _grow(whole: dict[str, Any], dice: random.Random, budget: int) -> None:
    """Repeat a part of one list, or of one text, for about so many bytes."""
    if dice.random() < 0.5:
        _repeat_events(whole["events"], dice, budget)
        return
    table = dice.choice(("tensors", "nodes", "saved", "gradients", "not_shown", "events", "events", "events"))
    record = dice.choice(whole[table])
    if dice.random() < 0.5 and table != "events":
        times = min(MAX_RECORDS - len(whole[table]), budget // (len(json.dumps(record)) + 1))
        whole[table] += [dict(record) for _ in range(max(0, times))]
        return
    fields = dice.randint(1, 3)
    for _ in range(fields):
        _grow_field(record, dice, budget // fields)


def _repeat_events(events: list[dict[str, Any]], dice: random.Random, budget: int) -> None:
    first = dice.randrange(len(events))
    part = events[first : first + dice.randint(1, 4)]
    times = min((MAX_EVENTS - len(events)) // len(part), budget // (len(json.dumps(part)) + 1))
    events += [dict(event) for _ in range(max(0, times)) for event in part]


def _grow_field(record: dict[str, Any], dice: random.Random, budget: int) -> None:
    effects = record.get("effects")
    place = effects if isinstance(effects, dict) and dice.random() < 0.2 else record
    names = [name for name, value in place.items() if isinstance(value, list) and value]
    names += [name for name in TEXT_FIELDS if isinstance(place.get(name), str)]
    if not names:
        return
    name = dice.choice(names)
    value = place[name]
    if isinstance(value, str):
        place[name] = (value or "x") * (budget // (len(value) + 1))
    else:
        place[name] = value * max(1, budget // (len(json.dumps(value)) + 1))


LISTS_OF_IDS = {"inputs": "t", "outputs": "t", "roots": "t", "stale": "s", "saves": "s", "nodes": "n"}
TEXT_FIELDS = ("name", "message", "text", "function", "exception_type", "category", "attribute", "dtype", "what")


def _set_right(whole: dict[str, Any], dice: random.Random) -> None:
    """Give events their index and records their ids; let some of what mentions the first of a table mention any of it."""
    spread = dice.random() < 0.5
    for index, event in enumerate(whole["events"]):
        event["index"] = index
        if dice.random() < 0.3:
            event["line"] = index % 1_500 + 1
    for table, letter in (("tensors", "t"), ("nodes", "n"), ("saved", "s")):
        for number, record in enumerate(whole[table]):
            record["id"] = f"{letter}{number + 1}"
            record["event"] = number % len(whole["events"]) if spread else 0
    if spread:
        _spread(whole, dice)


def _spread(whole: dict[str, Any], dice: random.Random) -> None:
    tensors, nodes, saved = (len(whole[table]) for table in ("tensors", "nodes", "saved"))
    chained = dice.random() < 0.5
    for number, each in enumerate(whole["nodes"]):
        if chained and number:
            each["next_functions"] = [{"node": f"n{number}", "output_nr": 0}]
    for number, each in enumerate(whole["saved"]):
        each |= {"tensor": f"t{number % tensors + 1}", "node": f"n{number % nodes + 1}"}
    for number, event in enumerate(whole["events"]):
        of = {"tensor": f"t{number % tensors + 1}", "node": f"n{number % nodes + 1}", "saved": f"s{number % saved + 1}"}
        event |= {name: id_ for name, id_ in of.items() if event.get(name)}
        for name, letter in LISTS_OF_IDS.items():
            count, first = {"t": tensors, "n": nodes, "s": saved}[letter], number if len(event.get(name) or ()) == 1 else 0
            if event.get(name):
                event[name] = [f"{letter}{(first + at) % count + 1}" for at in range(len(event[name]))]
        for name in ("writes", "states", "aliases"):
            if event.get(name):
                event[name] = [{**each, "tensor": f"t{at % tensors + 1}"} for at, each in enumerate(event[name])]
        if event.get("effects"):
            lent = event["effects"].get("hands_out", [])
            event["effects"] = {**event["effects"], "hands_out": [f"t{at % tensors + 1}" for at in range(len(lent))]}
