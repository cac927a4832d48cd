"""Each wording of PyTorch's releases is read as the kind that it is, and the table of the documentation is the one that was looked up."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradreel.reading import read
from gradreel.reading.messages import WORDINGS, Wording, wording_of
from tests.reading.released import NEWEST, OLDEST, RELEASED, Released, rows

PAGE = Path(__file__).parents[2] / "docs" / "messages.md"


@pytest.mark.parametrize("released", RELEASED, ids=range(len(RELEASED)))
def test_message_of_a_release_is_of_its_kind_and_names_the_releases_that_have_it(released: Released) -> None:
    wording = wording_of(released.message)
    assert wording is not None
    assert wording.kind == read(f"RuntimeError: {released.message}").kind == released.kind
    begins = wording.since is None or _number(wording.since) <= _number(OLDEST)
    assert begins if released.first == OLDEST else wording.since == released.first
    assert wording.until == (None if released.last == NEWEST else released.last)


def test_every_wording_since_the_oldest_release_was_looked_up() -> None:
    looked_up = {wording_of(released.message) for released in RELEASED}
    later = [each for each in WORDINGS if each.since is not None or (each.until is not None and _number(each.until) >= _number(OLDEST))]
    asked = [each for each in later if each.until is None or _number(each.until) >= _number(OLDEST)]
    spelled = "of BackwardHookFunction is a view"  # the same without the ending that nodes of Python had before 1.10
    assert [each for each in asked if each not in looked_up and not each.words.startswith(spelled)] == [
        Wording("view_in_place", "was created in inference mode and its base or another view of its base has been modified inplace", "1.9"),
    ]


def test_documentation_has_the_table_of_messages() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("| `")] == rows()


@pytest.mark.parametrize(
    "warning",
    [
        "A view was created in no_grad mode and is being modified inplace with grad mode enabled. Given that this use case is ambiguous "
        "and error-prone, it is deprecated and will be forbidden  starting 1.6 (see …)",
        "Output 0 of MyViewBackward is a view and is being modified inplace. This view was created inside a custom Function (or because "
        "an input was returned as-is) and the autograd logic … This behavior is deprecated and will be forbidden starting version 1.6.",
        "Output 0 of SplitBackward is a view and is being modified inplace. This view is an output of a function that returns multiple "
        "views. Inplace operators on such views are being deprecated and will be forbidden starting from version 1.8.",
    ],
)
def test_warning_of_releases_that_allowed_the_edit_is_no_error(warning: str) -> None:
    assert read(f"train.py:7: UserWarning: {warning}\n  x += 1\n").kind is None
    assert wording_of(warning) is None


def test_edit_of_a_view_that_1_7_refused_is_of_the_kind_that_its_node_tells() -> None:
    refused = "is a view and is being modified inplace but this inplace operation is not allowed. You should either replace it …"
    assert read(f"RuntimeError: Output 0 of a function created in no_grad mode {refused}").kind == "view_in_place"
    assert read(f"RuntimeError: Output 1 of UnbindBackward {refused}").kind == "multi_view_in_place"


def _number(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in release.split("."))
