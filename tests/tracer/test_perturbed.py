"""Memory with other leftovers, in which a comparison is repeated."""

from __future__ import annotations

import orjson
import pytest

from gradreel.tracer.control.perturbed import run_perturbed
from gradreel.tracer.control.plain import run_plain
from gradreel.tracer.limits import TracerLimits

LIMITS = TracerLimits(events=1000, trace_bytes=10**6, soft_time_s=None)


def test_tensor_that_nobody_wrote_reads_the_fill() -> None:
    code = "import torch\nassert torch.empty(4096, dtype=torch.uint8).eq(0x5A).all()"
    assert orjson.loads(run_perturbed(code, LIMITS))["outcome"]["status"] == "completed"


@pytest.mark.parametrize("code", ["import torch\na = torch.arange(6.).view(2, 3).exp()", "raise ValueError('mine')"])
def test_program_that_writes_what_it_reads_ends_the_same(code: str) -> None:
    assert run_perturbed(code, LIMITS) == run_plain(code, LIMITS)
