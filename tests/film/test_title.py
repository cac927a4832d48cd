"""How a film is named after its program."""

from __future__ import annotations

import pytest

from gradreel.film.title import MAX_TITLE_CHARACTERS, title_of


@pytest.mark.parametrize("code", ['"""Fit a line."""\nimport torch', "'''Fit a line.\n\nBy hand.\n'''\nx = 1", 'r"""\nFit a line.\n"""'])
def test_docstring_of_a_program_names_its_film(code: str) -> None:
    assert title_of(code) == "Fit a line"


@pytest.mark.parametrize("code", ['""" """\nimport torch\nx = 1', "import torch\nx = 1\n'''Not a docstring.'''"])
def test_program_without_a_docstring_is_named_after_its_first_line_that_tells(code: str) -> None:
    assert title_of(code) == "x = 1"


def test_long_docstring_is_cut() -> None:
    assert len(title_of(f'"""{"word " * 40}"""')) <= MAX_TITLE_CHARACTERS
