"""Reading a tensor's leading corner straight from memory: the same numbers as PyTorch gives, and never past the end of the memory."""

from __future__ import annotations

import pytest
import torch

from gradreel.tracer.tensors.preview import corner_of, corner_shape

FLOAT_BYTES = 4
BASE = torch.arange(96.0)


@pytest.mark.parametrize(
    "tensor",
    [BASE, BASE.view(8, 12), BASE.view(8, 12).t(), BASE[5:], BASE.view(8, 12)[2:, 1::3], BASE[:1].expand(8)],
    ids=["flat", "matrix", "transposed", "from an offset on", "steps", "expanded"],
)
def test_corner_of_any_view_holds_what_pytorch_says(tensor: torch.Tensor) -> None:
    extent = corner_shape(tuple(tensor.shape), 16)
    corner = corner_of(tensor, extent, tensor.untyped_storage().nbytes())
    assert corner.tolist() == tensor[tuple(slice(size) for size in extent)].flatten().tolist()


@pytest.mark.parametrize("missing", [1, 40, 96 * FLOAT_BYTES])
def test_memory_that_ends_before_the_corner_does_is_not_read(missing: int) -> None:
    memory = BASE.untyped_storage().nbytes()
    for tensor in (BASE, BASE[80:]):
        assert corner_of(tensor, tuple(tensor.shape), memory) is not None
        assert corner_of(tensor, tuple(tensor.shape), memory - missing) is None


def test_tensor_whose_memory_was_taken_away_is_not_read() -> None:
    tensor = torch.arange(64.0)
    memory = tensor.untyped_storage().nbytes()
    tensor.untyped_storage().resize_(0)
    assert corner_of(tensor, (8,), memory) is None
