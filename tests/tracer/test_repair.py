"""A recording that broke off half way is consistent once it is repaired, and a consistent one stays as it is."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from app.sandbox.report.answer import ResultInvalid, validate
from gradreel.tracer.record import record
from gradreel.tracer.safety.repair import repaired
from gradreel.tracer.tensors import addresses, identity
from tests.tracer.oracle import LIMITS

RICH = """import torch
m = torch.nn.Linear(3, 2)
x = torch.ones(4, 3, requires_grad=True)
y = torch.relu(m(x))
z = y.clone()
v = z[0]
v.add_(1)
z.mul_(2)
(z.exp().sum() + v.sum()).backward()
z.foo
"""
TABLES = ("events", "tensors", "nodes", "saved")


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    """A recording with everything in it."""
    made: dict[str, Any] = json.loads(record(RICH, LIMITS))
    assert all(made[table] for table in TABLES)
    return {**made, "truncated": {"kind": "fault", "limit": 0, "event": len(made["events"])}}


def test_consistent_recording_repaired_is_unchanged(whole: dict[str, Any]) -> None:
    assert validate(repaired(json.dumps(whole).encode())) == validate(json.dumps(whole).encode())


def test_recording_with_records_missing_repaired_is_consistent(whole: dict[str, Any]) -> None:
    dice = random.Random(0)
    refused = 0
    for _ in range(200):
        broken = dict(whole)
        for table in dice.sample(TABLES, dice.randint(1, 4)):
            first = dice.randrange(len(whole[table]))
            last = len(whole[table]) if table == "events" else first + dice.randint(1, 3)
            broken[table] = whole[table][:first] + whole[table][last:]
        document = json.dumps(broken).encode()
        validate(repaired(document))
        try:
            validate(document)
        except ResultInvalid:
            refused += 1
    assert refused > 100


def test_memory_that_runs_out_while_a_tensor_is_recorded_ends_the_film_there(monkeypatch: pytest.MonkeyPatch) -> None:
    real, left = addresses.weak_reference, iter(range(4))

    def scarce(tensor: Any) -> Any:
        if next(left, None) is None:
            raise MemoryError
        return real(tensor)

    monkeypatch.setattr(identity, "weak_reference", scarce)
    recording = validate(record(RICH, LIMITS))
    assert recording.truncated is not None
    assert recording.truncated.kind == "fault"
    assert len(recording.tensors) == 4
    assert any(event.kind == "op" for event in recording.events)
