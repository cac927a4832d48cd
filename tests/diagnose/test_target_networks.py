"""A module that gets its values by copies is not said to be forgotten by the optimizer, and no way out trains it."""

from __future__ import annotations

import pytest

from tests.diagnose.case import See, program

TRAINED = """
    online, target = nn.Linear(3, 2), nn.Linear(3, 2)
    opt = torch.optim.SGD(online.parameters(), lr=0.1)  #! made
    for step in range(3):
        loss = (online(torch.randn(4, 3)) - target(torch.randn(4, 3))).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        {copies}
"""
PAIRS = "for old, new in zip(target.parameters(), online.parameters()):\n            "
COPIES = (
    "target.load_state_dict(online.state_dict())",
    "if step % 2: target.load_state_dict(online.state_dict())",
    PAIRS + "old.data = 0.9 * old.data + 0.1 * new.data",
    PAIRS + "old.data.mul_(0.9).add_(new.data, alpha=0.1)",
    "with torch.no_grad(): target.weight.copy_(online.weight)",
    "target.weight = nn.Parameter(online.weight.detach().clone())",
    "with torch.no_grad(): torch._foreach_lerp_([*target.parameters()], [*online.parameters()], 0.1)",
)


@pytest.mark.parametrize("copies", COPIES)
def test_module_that_gets_values_by_copies_is_not_called_forgotten(see: See, copies: str) -> None:
    assert see(program(TRAINED.format(copies=copies))).of("not_optimized") == []


@pytest.mark.parametrize("copies", ["pass", "with torch.no_grad(): target.weight.clamp_(-1, 1)"])
def test_module_without_an_optimizer_or_copies_is_told_as_not_updated_by_one(see: See, copies: str) -> None:
    seen = see(program(TRAINED.format(copies=copies)))
    (told,) = seen.of("not_optimized")
    assert (told.severity, told.line) == ("note", seen.line("made"))
    assert "no optimizer updates anything of target" in told.message
