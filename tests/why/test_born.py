"""Where a NaN or a gradient of zero was born and where it was noticed are places of their own."""

from __future__ import annotations

from gradreel.locale import LANGUAGES
from gradreel.why.report import report_of
from tests.why import films

NAN = """import torch
x = torch.tensor([0.0, 4.0], requires_grad=True)
y = torch.where(x > 0, x.sqrt(), x * 0)
loss = y.sum()
loss.backward()
"""
ZERO = """import torch
x = torch.tensor([1.2, 3.4], requires_grad=True)
y = x.round()
loss = (y - 5).pow(2).sum()
loss.backward()
"""
ONE_LINE = "import torch\nx = torch.tensor([1.2, 3.4], requires_grad=True)\n(x.round() - 5).pow(2).sum().backward()\n"


def places(code: str) -> list[tuple[str, int, bool]]:
    return [(place.role, place.line, place.primary) for place in report_of(films.film_of(code), None).findings[0].places]


def test_nan_and_zero_have_the_line_of_their_birth_before_the_one_that_notices() -> None:
    assert places(NAN) == places(ZERO) == [("born", 3, True), ("noticed", 5, False)]


def test_line_that_is_both_is_told_once() -> None:
    assert places(ONE_LINE) == [("born", 3, True)]


def test_labels_of_both_lines_differ_by_what_is_born_in_each_language() -> None:
    told = {
        place.label for lang in LANGUAGES for code in (NAN, ZERO) for place in report_of(films.film_of(code), None, lang).findings[0].places
    }
    assert len(told) == 4 * len(LANGUAGES)
