"""Checks programs as people post them: the right tensor, the right lines, and ways out that run under plain torch and raise no alarm."""

from __future__ import annotations

import pytest

from tests.diagnose.case import MARK, See, Seen
from tests.diagnose.forum import Posted, posted

LINES = {"here": "line", "saved": "saved_line", "edit": "edit_line", "cut": "cut_line", "raise": "raise_line"}
WITHOUT_A_WAY_OUT_IN_CODE = {
    "accuracy_used_as_loss",
    "all_parameters_frozen",
    "loss_rebuilt_from_items",
}
"""What to do there is for the author to say."""


def marked(seen: Seen) -> dict[str, int]:
    words = {word for line in seen.code.split("\n") for word in line.partition(MARK)[2].split()}
    return {word: seen.line(word) for word in words}


@pytest.mark.parametrize("case", posted(), ids=lambda case: case.name)
def test_posted_program_is_told_as_it_is_and_its_fixes_run(see: See, case: Posted) -> None:
    seen = see(case.code)
    if case.kind is None:
        assert seen.alarms == []
        return
    first = seen.diagnoses[0]
    assert (first.kind, first.name) == (case.kind, case.tensor)
    for mark, line in marked(seen).items():
        assert (mark, getattr(first, LINES[mark])) == (mark, line)
    if first.raise_line is not None:
        assert first.raise_line == seen.plain.line
    assert {kind for kind, _ in seen.alarms} == {case.kind}
    fixes = [fix for diagnosis in seen.diagnoses for fix in diagnosis.fixes if fix.code]
    assert bool(fixes) != (case.name in WITHOUT_A_WAY_OUT_IN_CODE)
    for fix in fixes:
        mended = see(fix.code or "")
        assert (mended.plain.error, mended.alarms) == (None, []), (fix.kind, fix.code)
