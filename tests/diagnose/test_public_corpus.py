"""Checks the programs of the public corpus: that plain torch does with them what their labels say, and that the diagnoses are right.

``public/known_wrong.txt`` lists the programs whose diagnosis is wrong today. It can only become shorter: a listed program that is
diagnosed right fails here until its line is taken out.
"""

from __future__ import annotations

import pytest

from tests.diagnose.case import RunPlainly, See
from tests.diagnose.public_corpus import PublicProgram, known_wrong, public_programs, what_is_wrong
from tests.long import some_of_each

PROGRAMS = public_programs()
FOUND = {
    "checkpoint/input_of_a_checkpoint_scaled_in_place",
    "checkpoint/reversible_blocks_add_in_place",
    "training/weights_exchanged_through_data",
}
"""Each showed what no other program of its kind did, so it always runs."""
SAMPLE = some_of_each(PROGRAMS, lambda program: program.name if program.name in FOUND else program.kinds or program.theme)
OVERWRITTEN = [program for program in PROGRAMS if "silent_overwrite" in program.kinds]


def _name(program: PublicProgram) -> str:
    return program.name


@pytest.mark.parametrize("program", SAMPLE, ids=_name)
def test_public_program_is_diagnosed_right_unless_it_is_known_wrong(see: See, program: PublicProgram) -> None:
    assert bool(_wrong(see, program)) == (program.name in known_wrong())


@pytest.mark.parametrize("program", SAMPLE, ids=_name)
def test_public_program_ends_under_plain_torch_as_it_is_labelled(run_plainly: RunPlainly, program: PublicProgram) -> None:
    plain = run_plainly(program.code)
    if program.raises is None:
        assert plain.error is None
        return
    exception, message = program.raises
    assert plain.exception == exception
    assert message in (plain.error or "")
    assert plain.line == program.marks["raise"]


@pytest.mark.parametrize("program", some_of_each(OVERWRITTEN, lambda program: program.theme), ids=_name)
def test_silent_overwrite_of_a_public_program_changes_the_gradient(run_plainly: RunPlainly, program: PublicProgram) -> None:
    show = f"\nprint({program.gradient})"
    wrong, right = run_plainly(program.code + show), run_plainly(program.with_intact_save() + show)
    assert right.error is None
    assert wrong.printed.splitlines()[-1] != right.printed.splitlines()[-1]


def test_known_wrong_programs_exist() -> None:
    assert known_wrong().keys() <= {program.name for program in PROGRAMS}


def _wrong(see: See, program: PublicProgram) -> list[str]:
    try:
        return what_is_wrong(program, see(program.code))
    except (AssertionError, ValueError) as different:
        return [f"no diagnosis: {different}"]
