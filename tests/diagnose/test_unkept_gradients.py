"""Every non-leaf whose ``.grad`` one line reads is named, though PyTorch warns once; a read that comes too early is told."""

from __future__ import annotations

import pytest

from tests.diagnose.case import RunPlainly, See, program

MADE = """
    w = torch.ones(3, requires_grad=True)
    a = w * 1
    b = w * 2
    c = a + b
    {kept}
    c.sum().backward()
    {read}
"""


@pytest.mark.parametrize("read", ["print(a.grad, b.grad, c.grad)", "for each in (a, b, c):\n        print(each.grad)"])
def test_line_that_reads_several_gradients_names_all_of_them(see: See, run_plainly: RunPlainly, read: str) -> None:
    (told,) = see(program(MADE.format(kept="pass", read=read))).of("non_leaf_grad")
    assert told.names == ("a", "b", "c")
    assert "a, b, c are not leaves" in told.message
    (fix,) = told.fixes
    assert "None" not in run_plainly(fix.code or "").printed


def test_leaf_and_what_retains_its_gradient_are_not_named(see: See) -> None:
    (told,) = see(program(MADE.format(kept="b.retain_grad()", read="print(a.grad, b.grad, w.grad, c.grad)"))).of("non_leaf_grad")
    assert told.names == ("a", "c")


def test_read_before_any_backward_is_told_as_that_and_has_no_way_out_that_leaves_it_there(see: See) -> None:
    early = MADE.replace("    c.sum().backward()\n", "")
    (told,) = see(program(early.format(kept="print(a.grad)", read="c.sum().backward()"))).of("non_leaf_grad")
    assert "No backward pass had run by then" in told.message
    assert told.fixes == ()
    (late,) = see(program(MADE.format(kept="pass", read="print(a.grad)"))).of("non_leaf_grad")
    assert "No backward pass" not in late.message


def test_title_of_a_refused_edit_of_a_leaf_does_not_say_that_it_was_edited() -> None:
    from gradreel.locale import word

    assert "refuses" in word("diagnosis-leaf_in_place-title", {})
    assert "was edited" not in word("reading-title", {"kind": "leaf_in_place"})
