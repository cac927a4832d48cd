"""Pictures and files of one cell of a program."""

from __future__ import annotations

import pytest

from gradreel.film.explanation import told_of
from gradreel.film.film import Film, film_of
from gradreel.film.html import film_file
from gradreel.film.still import AnimationOrder, FrameOrder, StillEngine, StillOrder
from gradreel.why.wording import ending_of
from tests.conftest import RunSnippet

pytestmark = pytest.mark.jail

PROGRAM = """import torch
# %% A leaf
a = torch.ones(3, requires_grad=True)
a.add_(1)
# %% Saved, then edited
b = a.exp()
b.add_(1)
b.sum().backward()
# %% Well
c = (a * 2).sum()
c.backward()
"""


@pytest.fixture(scope="module")
async def film(run_snippet: RunSnippet) -> Film:
    """Cells 2 and 3 fail, cell 4 completes."""
    return film_of(await run_snippet(PROGRAM))


@pytest.fixture(scope="module")
def engine() -> StillEngine:
    return StillEngine(20, 512 * 1024**2)


@pytest.mark.parametrize("cell", [2, 3])
def test_picture_of_a_failing_cell_is_that_of_its_diagnosis(film: Film, engine: StillEngine, cell: int) -> None:
    run, text = film.run(), film.json().decode()
    (told,) = (diagnosis for diagnosis in run.diagnoses if diagnosis.cell == cell)
    about = f"d{run.diagnoses.index(told) + 1}"
    pictures = {engine.svg(text, StillOrder(step, about=about, show="story")) for step in range(1, len(run.events) + 1)}
    drawn = engine.svg(text, StillOrder(cell=cell))
    assert drawn in pictures
    assert drawn != engine.svg(text, StillOrder(cell=5 - cell)), "the other error has another picture"


def test_step_says_more_than_a_cell_and_a_cell_that_is_not_there_says_nothing(film: Film, engine: StillEngine) -> None:
    text = film.json().decode()
    assert engine.svg(text, StillOrder(1, cell=3)) == engine.svg(text, StillOrder(1))
    assert engine.svg(text, StillOrder(cell=99)) == engine.svg(text, StillOrder())
    assert engine.frame_height(text, FrameOrder(cell=99)) == engine.frame_height(text, FrameOrder())


def test_animation_of_a_cell_without_an_error_has_its_steps_only(film: Film, engine: StillEngine) -> None:
    text = film.json().decode()
    whole = engine.lay_out_animation(text, AnimationOrder("A film", show="all"))
    part = engine.lay_out_animation(text, AnimationOrder("A film", cell=4))
    assert 0 < len(part.durations_ms) < len(whole.durations_ms)


TOLD = {
    2: ("A leaf that requires grad refuses edits in place", "a, a leaf that requires grad, is edited in place on line 4", "a is a leaf"),
    3: ("The version check failed", "b is edited in place on line 7, after ExpBackward0 saved it", "ExpBackward0 on line 6 saved b"),
    4: ("", "", "Cell [4]: ran to its end"),
}


@pytest.mark.parametrize("cell", TOLD)
def test_what_is_told_of_a_cell_is_its_diagnosis_or_how_it_ended(film: Film, cell: int) -> None:
    title, finding, summary = TOLD[cell]
    told = told_of(film, "en", cell)
    assert [each.title for each in told.explanations] == ([title] if title else [])
    assert told.finding == finding
    assert told.summary.startswith(summary)
    in_a_file = film_file(film, PROGRAM, "Film", cell=cell)
    assert (bool(title), True) == ('<details class="why' in in_a_file, summary in in_a_file)


def test_cell_that_is_not_there_tells_of_the_whole_program(film: Film) -> None:
    assert told_of(film, "en", 99) == told_of(film, "en")
    assert len(told_of(film, "en").explanations) == 2
    assert told_of(film, "en").summary == film.summary["en"]


def test_film_in_a_file_opens_at_the_cell(film: Film) -> None:
    assert 'data-cell="3"' in film_file(film, PROGRAM, "Cells", cell=3)
    assert 'data-cell=""' in film_file(film, PROGRAM, "Cells")


FRAGMENT = "def forward(self, x):\n    return x\n"
GOOD = "import torch\nw = torch.ones(3, requires_grad=True)\n(w * 2).sum().backward()\n"


@pytest.mark.parametrize(
    ("cells", "told", "left_out"),
    [
        ([GOOD, "self.layer(w)", "1 / 0"], "Line 8 raises ZeroDivisionError: division by zero", "self"),
        ([GOOD, "self.layer(w)", "w += 1"], "Line 8 raises RuntimeError: a leaf Variable", "self"),
        ([GOOD, "import no_such_library", FRAGMENT, "w + nothing", "2 / 0"], "Line 13 raises ZeroDivisionError", "no_such"),
        ([GOOD, "self.layer(w)", FRAGMENT], "2 of 3 cells completed. Line 6 raises NameError: name 'self' is not defined", "Zero"),
    ],
)
async def test_headline_of_a_page_with_a_fragment_is_of_the_cell_that_says_most(
    run_snippet: RunSnippet, cells: list[str], told: str, left_out: str
) -> None:
    run = await run_snippet("".join(f"# %%\n{cell.strip()}\n" for cell in cells))
    assert ending_of(run, "en").startswith(told)
    assert left_out not in ending_of(run, "en")
    assert ending_of(run, "zh")
