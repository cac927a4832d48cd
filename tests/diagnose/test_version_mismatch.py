"""Checks who saved, who edited and who raises, on programs that fail, nearly fail and only look as if they would."""

from __future__ import annotations

import pytest

from gradreel.locale import word
from gradreel.tracer.torch_features import CAN_MAKE_SAVED
from tests.diagnose.case import See, program
from tests.diagnose.stale_programs import FAILING, HARMLESS


def in_copy_slices(case: str) -> object:
    """A program whose save only a PyTorch that can make a SavedTensor lets one see."""
    needs = pytest.mark.skipif(not CAN_MAKE_SAVED, reason="this PyTorch cannot make a SavedTensor: docs/torch-range.md")
    return pytest.param(case, marks=needs) if case == "save_hidden_in_copy_slices" else case


@pytest.mark.parametrize("case", [*map(in_copy_slices, FAILING)])
def test_edit_after_save_names_the_three_lines_and_both_versions(see: See, case: str) -> None:
    name, saved_version, current_version, text = FAILING[case]
    seen = see(program(text))
    assert "modified by an inplace operation" in (seen.plain.error or "")
    first = seen.diagnoses[0]
    assert (first.kind, first.severity, first.raised) == ("version_mismatch", "error", True)
    assert first.saved_line == seen.line("saved")
    assert first.edit_line == first.line == seen.line("edit")
    assert first.raise_line == seen.line("raise") == seen.plain.line
    if saved_version is not None:
        assert (first.saved_version, first.current_version) == (saved_version, current_version)
        assert f"is at version {current_version}; expected version {saved_version}" in (seen.plain.error or "")
    if name is not None:
        assert first.name == name
    assert [diagnosis for diagnosis in seen.diagnoses if diagnosis.severity != "note" and diagnosis.kind != "version_mismatch"] == []


@pytest.mark.parametrize("case", HARMLESS)
def test_program_that_runs_well_raises_no_alarm(see: See, case: str) -> None:
    seen = see(program(HARMLESS[case]))
    assert seen.plain.error is None
    assert seen.alarms == []


def test_one_edit_of_two_saves_is_one_diagnosis_that_lists_the_other(see: See) -> None:
    seen = see(
        program("""
        w = torch.ones(2, requires_grad=True)
        h = w * 2
        square = h ** 2
        wave = h.sin()
        h += 1
        (square.sum() + wave.sum()).backward()
        """)
    )
    (found,) = seen.of("version_mismatch")
    assert (found.severity, found.raised) == ("error", True)
    nodes = {node.id: node.name for node in seen.recording.nodes}
    saved = {saved.id: nodes[saved.node or ""] for saved in seen.recording.saved}
    assert {saved[found.saved or ""], *(saved[other] for other in found.others)} == {"PowBackward0", "SinBackward0"}
    assert len(found.others) == found.params["others"] == 1
    assert "one more saved tensor" in found.message


ROUNDS = """
    w = torch.ones(2, requires_grad=True)
    states = torch.zeros(4, 2)
    for t in range(1, 4):
        states[t] = states[t - 1] * w  #! edit
    states.sum().backward()  #! raise
    """


def test_rounds_of_a_loop_that_fail_alike_are_one_diagnosis_with_their_number(see: See) -> None:
    seen = see(program(ROUNDS))
    (found,) = seen.of("version_mismatch")
    assert (found.raised, found.edit_line, found.raise_line) == (True, seen.line("edit"), seen.line("raise"))
    assert found.params["rounds"] == 3
    assert f"Line {seen.line('edit')} did this 3 times." in found.message
    assert f"第 {seen.line('edit')} 行这样做了 3 次。" in word("diagnosis-version_mismatch", found.params, "zh")


def test_events_of_edit_and_raise_are_given(see: See) -> None:
    found = see(program(ROUNDS)).diagnoses[0]
    events = see(program(ROUNDS)).recording.events
    assert found.edit_event == found.event
    edit, raised = events[found.edit_event or 0], events[found.raise_event or 0]
    assert (edit.kind, edit.line) == ("op", found.edit_line)
    assert (raised.kind, raised.line) == ("raise", found.raise_line)


def test_program_without_backward_predicts_the_failure(see: See) -> None:
    seen = see(
        program("""
        x = torch.ones(3, requires_grad=True)
        y = x.exp()  #! saved
        y += 1  #! edit
        """)
    )
    (found,) = seen.of("version_mismatch")
    assert (found.severity, found.raised, found.raise_line) == ("error", False, None)
    assert (found.saved_line, found.edit_line) == (seen.line("saved"), seen.line("edit"))
    assert "will fail" in found.message


def test_failed_backward_caught_and_repeated_out_of_place_still_tells_the_first(see: See) -> None:
    seen = see(
        program("""
        x = torch.ones(3, requires_grad=True)
        y = x.exp()  #! saved
        y += 1  #! edit
        try:
            y.sum().backward()  #! raise
        except RuntimeError:
            pass
        (x.exp() + 1).sum().backward()
        """)
    )
    assert seen.plain.error is None
    (found,) = seen.of("version_mismatch")
    assert (found.severity, found.raised) == ("error", True)
    assert (found.saved_line, found.edit_line, found.raise_line) == (seen.line("saved"), seen.line("edit"), seen.line("raise"))


def test_edit_inside_a_library_call_is_blamed_on_the_snippet_line_and_names_the_op(see: See) -> None:
    seen = see(program(FAILING["embedding_max_norm"][3]))
    assert seen.diagnoses[0].params["hidden"] is True
    assert "renorm" in str(seen.diagnoses[0].params["op"])
    assert "renorm" in seen.diagnoses[0].message


def test_further_edits_are_told_with_the_version_that_the_check_found(see: See) -> None:
    text = """
        w = torch.ones(3, requires_grad=True)
        h = w * 2
        y = h * h
        h.add_(1)  #! edit
        h.add_(1)  #! again
        y.sum().backward()
        """
    seen = see(program(text))
    (found,) = seen.of("version_mismatch")
    assert found.current_version == 2
    assert f"its version went from 0 to 1, and to 2 on line {seen.line('again')}." in found.message


def test_many_further_edits_are_counted_by_line(see: See) -> None:
    text = "w = torch.ones(3, requires_grad=True)\nh = w * 2\ny = h * h\nh.add_(1)\nfor i in range(2):\n    h.add_(1)\nh.mul_(3)\n"
    seen = see(program(text + "y.sum().backward()"))
    (found,) = seen.of("version_mismatch")
    assert "its version went from 0 to 1, and to 4 on 2 further lines." in found.message


def test_line_that_edits_in_every_round_is_counted_and_the_others_left_out(see: See) -> None:
    text = "w = torch.ones(3, requires_grad=True)\nh = w * 2\ny = h * h\nfor i in range(3):\n    h.add_(1)\nh.mul_(3)\ny.sum().backward()"
    (found,) = see(program(text)).of("version_mismatch")
    assert "its version went from 0 to 1. So line 9 raised: backward needs version 0 and found 4." in found.message
    assert "Line 7 did this 3 times." in found.message


def test_frame_to_look_at_is_the_edit(see: See) -> None:
    seen = see(program(FAILING["setitem"][3]))
    found = seen.diagnoses[0]
    event = seen.recording.events[found.event or 0]
    assert event.kind == "op"
    assert found.saved in event.stale


def test_program_that_fails_for_another_reason_before_backward_still_predicts(see: See) -> None:
    seen = see(
        program("""
        x = torch.ones(3, requires_grad=True)
        y = x.exp()  #! saved
        y += 1  #! edit
        1 / 0
        y.sum().backward()
        """)
    )
    assert seen.plain.error == "division by zero"
    (found,) = seen.of("version_mismatch")
    assert (found.severity, found.raised, found.edit_line) == ("error", False, seen.line("edit"))


def test_stale_save_of_a_dropped_graph_is_at_most_a_note(see: See) -> None:
    seen = see(
        program("""
        def forward(w):
            h = w * 2
            y = h ** 2
            h.zero_()
            return None

        forward(torch.ones(2, requires_grad=True))
        """)
    )
    assert seen.alarms == []


def test_second_loss_of_two_fails_and_the_first_does_not(see: See) -> None:
    seen = see(
        program("""
        w = torch.ones(2, requires_grad=True)
        h = w * 2
        a = h.sum()
        b = (h ** 2).sum()  #! saved
        h.zero_()  #! edit
        a.backward(retain_graph=True)
        b.backward()  #! raise
        """)
    )
    first = seen.diagnoses[0]
    assert (first.raised, first.saved_line, first.edit_line, first.raise_line) == (
        True,
        seen.line("saved"),
        seen.line("edit"),
        seen.line("raise"),
    )


def test_gradient_that_was_saved_and_then_accumulated_into_is_blamed_on_the_backward_line(see: See) -> None:
    seen = see(
        program("""
        w = torch.ones(2, requires_grad=True)
        (w ** 2).sum().backward()
        v = torch.ones(2, requires_grad=True)
        penalty = (w.grad * v).sum()  #! saved
        (w ** 2).sum().backward()  #! edit
        penalty.backward()  #! raise
        """)
    )
    assert seen.plain.error
    first = seen.diagnoses[0]
    assert (first.kind, first.raised, first.saved_line, first.edit_line, first.raise_line) == (
        "version_mismatch",
        True,
        seen.line("saved"),
        seen.line("edit"),
        seen.line("raise"),
    )


@pytest.mark.parametrize("status", ["", "0", "3"])
def test_program_that_exits_before_any_backward_is_not_told_that_it_will_fail(see: See, status: str) -> None:
    seen = see(
        program(
            f"""
            import sys
            w = torch.ones(2, 2, requires_grad=True)
            d = w @ w
            f = d @ d
            d[:] = 0
            sys.exit({status})
            f.sum().backward()
            """
        )
    )
    assert [diagnosis.severity for diagnosis in seen.of("version_mismatch")] == ["note"]
    assert not seen.alarms
