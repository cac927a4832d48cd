"""Gradients of zero: in films that are full, in one round of several, over two lines, and what their fixes do under plain torch."""

from __future__ import annotations

import pytest

from tests.diagnose.case import RunPlainly, See, program

DEAD = """
net = nn.Sequential(nn.Linear(3, 40), nn.ReLU(), nn.Linear(40, 1))
nn.init.constant_(net[0].bias, -10.)
opt = torch.optim.SGD(net.parameters(), lr=0.001)
for step in range(60):
    opt.zero_grad()
    out = net(torch.ones(2, 3))
    (out - 1).pow(2).mean().backward()
    opt.step()
"""
FIXED = {
    "leaky_relu": DEAD + "print(net[0].weight.grad.any().item())",
    "sigmoid_of_one": """
net = nn.Linear(3, 1)
p = torch.softmax(net(torch.ones(4, 3)), dim=1)
(p - 0.3).pow(2).sum().backward()
print(net.weight.grad.any().item())
""",
    "straight_through": """
w = torch.tensor([1.2, 3.4], requires_grad=True)
(w.round() * 2 - 3).pow(2).sum().backward()
print(w.grad.any().item())
""",
}


def test_layer_that_is_dead_for_longer_than_values_are_shown_is_told_of_all_its_passes(see: See) -> None:
    (found,) = see(program(DEAD)).of("zero_gradient")
    assert (found.severity, found.cause, found.names) == ("warning", "dead_relu", ("net.0.bias", "net.0.weight"))
    assert (found.params["rounds"], found.params["of"]) == (60, 60)


def test_one_round_of_several_is_a_note_that_counts(see: See) -> None:
    code = """
    w = nn.Parameter(torch.tensor([0.5, 0.25]))
    for shift in (0.0, 9.0, 0.0):
        ((w + shift).clamp(0, 1) - 0.75).pow(2).sum().backward()  #! here
    """
    seen = see(program(code))
    (found,) = seen.of("zero_gradient")
    assert (found.severity, found.birth_line) == ("note", seen.line("here"))
    assert (found.params["rounds"], found.params["of"]) == (1, 3)


def test_gradient_that_no_step_uses_is_a_note(see: See) -> None:
    (found,) = see(program(DEAD.replace("    opt.step()\n", ""))).of("zero_gradient")
    assert found.severity == "note"


def test_leaf_whose_ways_end_at_two_lines_is_not_told(see: See) -> None:
    code = """
    w = nn.Parameter(torch.tensor([5.0, 6.0]))
    a = w.clamp(0, 1)
    b = torch.relu(-w)
    ((a - 3).pow(2).sum() + (b - 3).pow(2).sum()).backward()
    assert not w.grad.any()
    """
    assert see(program(code)).of("zero_gradient") == []


def test_zeros_that_cancel_are_no_birth(see: See) -> None:
    code = """
    w = nn.Parameter(torch.tensor([5.0, 6.0]))
    (w * 2 - w * 2).sum().backward()
    assert not w.grad.any()
    """
    assert see(program(code)).of("zero_gradient") == []


def test_place_of_birth_and_where_it_is_noticed_are_stated(see: See) -> None:
    code = """
    w = nn.Parameter(torch.tensor([5.0, 6.0]))
    h = w.round()  #! born
    loss = (h - 3).pow(2).sum()
    loss.backward()  #! noticed
    """
    seen = see(program(code))
    (found,) = seen.of("zero_gradient")
    assert (found.birth_line, found.noticed_line, found.phase) == (seen.line("born"), seen.line("noticed"), "backward")
    assert found.birth_event is not None
    assert found.noticed_event is not None
    assert found.birth_event < found.noticed_event


@pytest.mark.parametrize("kind", FIXED)
def test_fix_gives_the_leaf_a_gradient_under_plain_torch(see: See, run_plainly: RunPlainly, kind: str) -> None:
    seen = see(program(FIXED[kind]))
    (fix,) = seen.of("zero_gradient")[0].fixes
    assert fix.kind == kind
    assert fix.code is not None
    assert (seen.plain.printed.strip(), run_plainly(fix.code).printed.strip()) == ("False", "True")
