"""A loss that was computed before an optimizer's step, and goes backward after it: what is moved below the step."""

from __future__ import annotations

import pytest

from tests.diagnose.case import RunPlainly, See, program

BEGIN = """
G, D = nn.Linear(2, 2), nn.Sequential(nn.Linear(2, 4), nn.Sigmoid(), nn.Linear(4, 1))
opt = torch.optim.SGD(D.parameters(), lr=0.1)
fake = G(torch.randn(3, 2))
"""
PROGRAMS = {
    "one_line": (
        """
        g_loss = D(fake).mean()
        D(fake.detach()).mean().backward()
        opt.step()
        g_loss.backward()
        """,
        """
        D(fake.detach()).mean().backward()
        opt.step()
        g_loss = D(fake).mean()
        g_loss.backward()
        """,
    ),
    "what_is_computed_from_it_follows": (
        """
        score = D(fake)
        d_loss = D(fake.detach()).mean()
        g_loss = score.mean()
        opt.zero_grad()
        d_loss.backward()
        opt.step()
        g_loss.backward()
        """,
        """
        d_loss = D(fake.detach()).mean()
        opt.zero_grad()
        d_loss.backward()
        opt.step()
        score = D(fake)
        g_loss = score.mean()
        g_loss.backward()
        """,
    ),
}


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


@pytest.mark.parametrize("case", PROGRAMS)
def test_forward_pass_is_moved_below_the_step(see: See, run_plainly: RunPlainly, case: str) -> None:
    text, moved = PROGRAMS[case]
    seen = see(program(BEGIN + "\n".join(_lines(text))))
    assert seen.diagnoses[0].kind == "version_mismatch"
    (fix,) = [fix for fix in seen.diagnoses[0].fixes if fix.kind == "forward_after_step"]
    assert _lines(fix.code or "")[-len(_lines(moved)) :] == _lines(moved)
    assert run_plainly(fix.code or "").error is None


LEFT = {
    "read_by_what_comes_before_the_step": (
        "g_loss = D(fake).mean()\n(g_loss + D(fake).mean()).backward(retain_graph=True)\nopt.step()\ng_loss.backward()"
    ),
    "reads_a_name_that_is_given_something_else": (
        "g_loss = D(fake).mean()\nfake = fake.detach()\nD(fake).mean().backward()\nopt.step()\ng_loss.backward()"
    ),
}


@pytest.mark.parametrize("case", LEFT)
def test_forward_pass_that_cannot_be_moved_stays(see: See, case: str) -> None:
    seen = see(program(BEGIN + LEFT[case]))
    assert seen.diagnoses[0].kind == "version_mismatch"
    assert "forward_after_step" not in {fix.kind for fix in seen.diagnoses[0].fixes}


STEP_INSIDE_UNROLLED_LOOP = """
    torch.manual_seed(0)
    cell, head = nn.RNNCell(3, 4), nn.Linear(4, 1)
    opt = torch.optim.SGD([*cell.parameters(), *head.parameters()], lr=0.1)
    h = torch.zeros(2, 4)
    for t in range(4):
        h = cell(torch.ones(2, 3), h)
        loss = head(h).pow(2).mean()
        opt.zero_grad()
        loss.backward(retain_graph=True)
        opt.step()
"""
STEP_BEFORE_LAST_PASS = (
    STEP_INSIDE_UNROLLED_LOOP.replace("    opt.zero_grad()\n", "    if t < 3: continue\n        opt.zero_grad()\n")
    + "    h.sum().backward()\n"
)


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        (STEP_INSIDE_UNROLLED_LOOP, "fresh_graph", "The gradients are then those of one round"),
        (STEP_BEFORE_LAST_PASS, "edit_after_backward", "The gradients are then those of the values before the edit"),
    ],
    ids=["in_each_round", "before_the_last_pass"],
)
def test_way_out_of_a_step_inside_an_unrolled_loop_says_which_gradients_it_gives(see: See, text: str, kind: str, told: str) -> None:
    (found,) = see(program(text)).of("version_mismatch")
    assert told in next(fix.message for fix in found.fixes if fix.kind == kind)
