"""The same on a real GPU: no op of the recorder waits for it, and gradients are those of the program alone."""

from __future__ import annotations

import pytest
import torch

import gradreel
from tests.recording.test_devices import model_on, train, values

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU: run this file where there is one")


def test_recording_never_waits_for_the_gpu_and_changes_no_gradient() -> None:
    torch.manual_seed(0)
    expected = [parameter.grad for parameter in train(model_on("cuda"), "cuda").parameters()]
    torch.manual_seed(0)
    torch.cuda.set_sync_debug_mode("error")
    try:
        with gradreel.record() as film:
            found = [parameter.grad for parameter in train(model_on("cuda"), "cuda").parameters()]
    finally:
        torch.cuda.set_sync_debug_mode("default")
    assert film.run.truncated is None
    assert values(film.run) == []
    for one, other in zip(found, expected, strict=True):
        assert one is not None
        assert other is not None
        assert torch.equal(one, other)
