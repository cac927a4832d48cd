"""How a film is named after its program."""

from __future__ import annotations

import pytest

from gradreel.film.title import MAX_TITLE_CHARACTERS, film_title, title_of


@pytest.mark.parametrize("code", ['"""Fit a line."""\nimport torch', "'''Fit a line.\n\nBy hand.\n'''\nx = 1", 'r"""\nFit a line.\n"""'])
def test_docstring_of_a_program_names_its_film(code: str) -> None:
    assert title_of(code) == "Fit a line"


@pytest.mark.parametrize("code", ['""" """\nimport torch\nx = 1', "import torch\nx = 1\n'''Not a docstring.'''"])
def test_program_without_a_docstring_is_named_after_its_first_line_that_tells(code: str) -> None:
    assert title_of(code) == "x = 1"


def test_long_docstring_is_cut() -> None:
    assert len(title_of(f'"""{"word " * 40}"""')) <= MAX_TITLE_CHARACTERS


def test_program_that_begins_with_its_model_is_named_after_its_classes() -> None:
    code = "import torch\nfrom torch import nn\n\n@final\nclass VAE(nn.Module):\n\nclass Head(nn.Module):\n    pass\n"
    assert title_of(code) == "VAE, Head"


def test_program_that_begins_with_a_function_is_named_after_its_functions() -> None:
    assert title_of("import torch\n\ndef loss(x):\n    return x\n\nasync def run():\n    pass\n") == "loss, run"


def test_many_classes_are_cut() -> None:
    assert title_of("\n".join(f"class C{number}: pass" for number in range(5))) == "C0, C1, C2, …"


CELLS = {
    "# %% [markdown]\n# # Three ways to fail\n#\n# In one place.\n# %%\nimport torch\n": "Three ways to fail",
    "# %%\nimport torch\n\n# %% [markdown]\n# Leaves are refused:\n\n# %%\nw.add_(1)\n": "Leaves are refused:",
    "# %% Two leaves\nimport torch\n": "Two leaves",
    "# %%\nimport torch\n# %%\nw = torch.ones(3)\n": "w = torch.ones(3)",
}


@pytest.mark.parametrize("code", CELLS)
def test_program_with_cells_is_named_after_its_first_title_or_sentence(code: str) -> None:
    assert title_of(code) == CELLS[code]


FINDING = "b is edited in place on line 7"


@pytest.mark.parametrize(
    ("code", "title"),
    [
        ("class VAE: pass", f"{FINDING} – VAE"),
        ("# A gate\nx = 1", f"{FINDING} – A gate"),
        ("import torch\nx = torch.ones(3)\n", FINDING),
        ("", FINDING),
    ],
)
def test_title_of_a_failing_film_says_what_is_wrong_in_place_of_a_line_of_code(code: str, title: str) -> None:
    assert film_title(code, "en", finding=FINDING) == title


def test_title_of_a_film_without_a_fault_is_its_first_line_that_tells_or_its_files_name() -> None:
    assert film_title("import torch\nx = 1\n", "en", otherwise="train") == "Autograd film: x = 1"
    assert film_title("", "en", otherwise="train") == "Autograd film: train"
