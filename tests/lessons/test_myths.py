"""Claims of ``/learn/myths``: what the page says of each is what plain PyTorch does."""

from __future__ import annotations

import pytest

from app.lessons.myths import MYTHS, Myth
from app.lessons.text import text_of
from gradreel.locale import LANGUAGES
from tests.plain_torch import run_plain

VERSION = "modified by an inplace operation"
RAISES = {
    "leaf-edit-raises-later": (4, "a leaf Variable that requires grad is being used in an in-place operation"),
    "slice-of-a-leaf": (4, "a view of a leaf Variable that requires grad is being used in an in-place operation"),
    "detected-immediately": (6, VERSION),
    "detach-is-safe": (7, VERSION),
    "relu-inplace-never-matters": (6, VERSION),
}
"""The line that raises, and what it says."""
GRADIENTS = {
    "used-then-edited": ("w", [2.0, 2.0]),
    "slices-corrupt": ("w", [10.0, 1.0, 1.0]),
    "detach-breaks-init": ("w", [6.0, 6.0]),
    "inplace-is-not-differentiable": ("w", [3.0, 3.0]),
    "no-error-means-right": ("a", [0.0, 0.0]),
}
"""The gradient with which the program completes."""
WRONG = {"no-error-means-right"}
"""Where that is not what it would be had no saved tensor been overwritten."""


@pytest.mark.parametrize("myth", MYTHS, ids=lambda myth: myth.id)
def test_claim_is_answered_by_plain_torch(myth: Myth) -> None:
    run = run_plain(myth.code)
    if myth.id in RAISES:
        ((line, _, message),) = run.exceptions
        assert line == RAISES[myth.id][0]
        assert RAISES[myth.id][1] in message
        return
    name, elements = GRADIENTS[myth.id]
    assert run.exceptions == []
    assert run.gradients()[name] == pytest.approx(elements)
    kept = run_plain(myth.code, copy_saved=True).gradients()[name]
    assert (kept == pytest.approx(elements)) == (myth.id not in WRONG)


def test_every_claim_has_a_source_an_answer_and_words_in_both_languages() -> None:
    assert len(MYTHS) >= 8
    assert {myth.id for myth in MYTHS} == set(RAISES) | set(GRADIENTS)
    for myth in MYTHS:
        assert myth.source.startswith("https://")
        texts = [text_of(f"myth-{myth.id}", lang) for lang in LANGUAGES]
        assert all(text.title and text.body.startswith("**") for text in texts)
