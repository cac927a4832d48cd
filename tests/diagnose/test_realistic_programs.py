"""Checks the programs of the readability benchmark: what plain torch does with them, and that they are diagnosed so."""

from __future__ import annotations

import pytest

from benchmarks.readability.corpus import FOLDER, RealisticProgram, realistic_programs
from tests.diagnose.case import RunPlainly, See

PROGRAMS = realistic_programs()
DIAGNOSED = [program for program in PROGRAMS if program.kind]


def _name(program: RealisticProgram) -> str:
    return program.name


def test_every_realistic_program_is_in_the_table() -> None:
    assert [program.name for program in PROGRAMS] == sorted(path.stem for path in (FOLDER / "programs").glob("*.py"))


@pytest.mark.parametrize("program", PROGRAMS, ids=_name)
def test_realistic_program_ends_under_plain_torch_as_the_table_says(run_plainly: RunPlainly, program: RealisticProgram) -> None:
    plain = run_plainly(program.code)
    assert plain.line == program.failing_line
    assert bool(plain.error) == bool(program.raises)
    assert program.raises in (plain.error or "")


@pytest.mark.parametrize("program", DIAGNOSED, ids=_name)
def test_first_diagnosis_of_a_realistic_program_names_the_lines_of_the_table(see: See, program: RealisticProgram) -> None:
    first = see(program.code).diagnoses[0]
    assert first.kind == program.kind
    assert (first.edit_line, first.raise_line) == (program.edit_line, program.failing_line)
    if program.saved_line is not None:
        assert first.saved_line == program.saved_line
