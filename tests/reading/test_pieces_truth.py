"""What is read of the code of failing programs names the film's edit, and never says that what did harm is harmless; offered calls run.

``python -m tests.reading.pieces`` prints the figures over all corpora.
"""

from __future__ import annotations

import pytest

from tests.reading.corpora import Given, every_program, programs
from tests.reading.pieces import judged, tried
from tests.reading.truth import Runner

SAMPLED, OF_CALLS = 15, 3
"""Of so many programs one is in the sample: of those that fail, and of those of which calls are offered."""
TOLD, WORKING = 0.5, 0.8


@pytest.fixture(scope="module")
def running() -> Runner:
    return Runner()


def check(running: Runner, failing: list[Given], every: list[Given]) -> None:
    found = list(judged(running, failing))
    assert found
    assert [each.name for each in found if not each.on_line] == []
    assert [each.name for each in found if each.contradicts] == []
    together = [each for each in found if each.together]
    assert sum(each.told for each in together) >= TOLD * len(together)
    calls, _ = tried(running, every)
    assert calls
    assert sum(each.works for each in calls) >= WORKING * len(calls), [(each.name, each.text) for each in calls if not each.works]


def test_sample_of_failing_programs_is_read_as_their_films_show(running: Runner) -> None:
    check(running, programs()[4::SAMPLED], every_program()[::OF_CALLS])


@pytest.mark.long
def test_all_failing_programs_are_read_as_their_films_show(running: Runner) -> None:
    check(running, programs(), every_program())
