"""Fixes of what a gradient was asked for and of what was drawn: the fixed program runs in plain torch, with the gradients meant."""

from __future__ import annotations

from tests.diagnose.case import See, program

UNUSED = """
    w = torch.ones(2, requires_grad=True)
    v = torch.ones(2, requires_grad=True)
    loss = (w * 2).sum()
    grads = torch.autograd.grad(loss, [w, v])  #! here
    print(grads)
"""

NOT_A_LEAF = """
    w = torch.ones(2, requires_grad=True)
    v = torch.ones(2)
    loss = (w * v).sum()
    print(torch.autograd.grad(loss, [w, v]))  #! here
"""

SAMPLED = """
    torch.manual_seed(0)
    mean = torch.zeros(2, requires_grad=True)
    policy = torch.distributions.Normal(mean, torch.ones(2))
    action = policy.sample()  #! here
    loss = action.pow(2).sum()
    loss.backward()
    print(mean.grad)
"""


def test_parameter_that_requires_grad_and_is_unused_is_allowed_to_be_so(see: See) -> None:
    seen = see(program(UNUSED))
    (found,) = seen.of("no_grad_path")
    assert [fix.kind for fix in found.fixes] == ["allow_unused"]
    mended = see(found.fixes[0].code or "")
    assert (mended.plain.error, mended.alarms) == (None, [])
    assert mended.plain.printed == "(tensor([2., 2.]), None)\n"


def test_input_without_requires_grad_is_advised_to_have_it(see: See) -> None:
    (found,) = see(program(NOT_A_LEAF)).of("no_grad_path")
    assert [fix.kind for fix in found.fixes] == ["require_grad"]


def test_sample_of_a_distribution_is_drawn_so_that_it_depends_on_its_parameters(see: See) -> None:
    seen = see(program(SAMPLED))
    (found,) = seen.of("no_grad_path")
    assert found.cut_line == seen.line("here")
    fix = next(fix for fix in found.fixes if fix.kind == "rsample")
    mended = see(fix.code or "")
    assert (mended.plain.error, mended.alarms) == (None, [])
    assert "tensor([" in mended.plain.printed


def test_decision_that_is_drawn_has_no_such_way_out(see: See) -> None:
    code = SAMPLED.replace("Normal(mean, torch.ones(2))", "Bernoulli(logits=mean)")
    (found,) = see(program(code)).of("no_grad_path")
    assert "rsample" not in [fix.kind for fix in found.fixes]
