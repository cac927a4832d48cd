"""What nobody can ask for any more, and what stands beside a fault that is not told, gets no note."""

from __future__ import annotations

import pytest

from tests.diagnose.case import See, program

LOGGED = """
    w = torch.ones(3, requires_grad=True)
    for step in range(2):
        loss = (w * 2).pow(2).sum()
        loss.backward()
        {look}
        {update}
        w.grad = None
"""
LOOKS = ("print(w.abs().max().item())", "print(f'{w.norm():.3f}')", "log = {'norm': float(w.pow(2).sum())}")
UPDATES = ("w.data -= 0.1 * w.grad", "w.data.clamp_(-1, 0.5)", "with torch.no_grad(): w -= 0.1 * w.grad")


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("update", UPDATES)
def test_graph_of_a_printed_number_that_died_before_the_edit_gets_no_note(see: See, look: str, update: str) -> None:
    assert see(program(LOGGED.format(look=look, update=update))).diagnoses == ()


KEPT = """
    w = torch.ones(3, requires_grad=True)
    norm = w.norm()
    {edit}
    (w * 2).sum().backward()
    {end}
"""


@pytest.mark.parametrize("edit", ["w.data.mul_(2)", "with torch.no_grad(): w.mul_(2)"])
def test_stale_save_that_nobody_asks_for_gets_no_note_above_an_exception_that_is_not_told(see: See, edit: str) -> None:
    assert [told.severity for told in see(program(KEPT.format(edit=edit, end="print(norm)"))).diagnoses] == ["note"]
    assert see(program(KEPT.format(edit=edit, end="raise ValueError('no data')"))).diagnoses == ()


@pytest.mark.parametrize(("root", "told"), [("other", []), ("v", ["error"]), ("v * other", ["error"])])
def test_stale_save_fails_only_where_the_pass_that_was_refused_for_its_shape_would_have_come_to_it(
    see: See, root: str, told: list[str]
) -> None:
    code = program(f"""
        w = torch.ones(3, requires_grad=True)
        v = (w * 1).exp()
        v.add_(1)
        other = w * 2
        ({root}).backward()
    """)
    assert [each.severity for each in see(code).of("version_mismatch")] == told
