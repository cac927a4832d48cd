"""How much memory each save keeps for backward."""

from __future__ import annotations

import pytest

from tests.tracer.test_events import recording

HEAD = "import torch\nw = torch.ones(4, requires_grad=True)\nx = torch.ones(4)\n"
KEPT = {
    "data_is_kept_by_the_first_save": ("y = w * x\nz = w * x", [16, 0]),
    "leaf_is_kept_already": ("y = w * w", [0, 0]),
    "view_of_a_leaf": ("y = w[:2] * w[2:]", [0, 0]),
    "leaf_by_request": ("v = torch.ones(4).requires_grad_()\ny = v * v.detach()", [0]),
    "result": ("y = w.exp()\nz = y.sigmoid()", [16, 16]),
    "result_saved_again": ("y = w.exp()\nz = y ** 2", [16, 0]),
    "view_keeps_the_whole_storage": ("big = torch.ones(100)\ny = w * big[:4]", [400]),
    "freed_by_backward": ("y = (w * x).sum()\ny.backward()\nz = w * x", [16, 16]),
    "graph_dropped": ("y = w * x\ndel y\nz = w * x", [16, 16]),
    "graph_retained": ("y = (w * x).sum()\ny.backward(retain_graph=True)\nz = w * x", [16, 0]),
    "edited_view": ("buffer = torch.zeros(2, 4)\nbuffer[0].copy_(w)\ny = buffer.exp().sum()", [32]),
}


@pytest.mark.parametrize(("text", "expected"), KEPT.values(), ids=KEPT)
def test_save_states_the_bytes_that_nothing_else_keeps(text: str, expected: list[int]) -> None:
    assert [saved.bytes for saved in recording(HEAD + text).saved] == expected


def test_bytes_of_a_program_add_up_to_the_storages_it_keeps() -> None:
    code = HEAD + "h = w\nfor _ in range(5):\n    h = (h * x).tanh()\nloss = h.sum()\n"
    assert sum(saved.bytes or 0 for saved in recording(code).saved) == 16 + 5 * 16  # x once, each result of tanh; products are not kept
