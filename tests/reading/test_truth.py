"""What is read from plain PyTorch's tracebacks never contradicts the film of the same program, and the edit is among the first suspects.

``python -m tests.reading.counted`` prints the counts over all corpora.
"""

from __future__ import annotations

import pytest

from tests.reading.corpora import Given, programs
from tests.reading.counted import counts_of
from tests.reading.truth import Compared, Runner

SAMPLED = 14
"""Of so many programs one is in the sample."""
FIRST, AMONG = 0.6, 0.8


@pytest.fixture(scope="module")
def running() -> Runner:
    return Runner()


def compared(running: Runner, some: list[Given]) -> list[Compared]:
    found = [each for given in some for each in running.compared(given)]
    assert found
    return found


def check(found: list[Compared]) -> None:
    for anomaly, counts in counts_of(found).items():
        assert counts.contradictions == []
        assert counts.unknown <= counts.read // 4, anomaly
        assert counts.among >= AMONG, (anomaly, counts.ranks)
        assert counts.first >= FIRST, (anomaly, counts.ranks)


def test_readings_of_a_sample_contradict_no_film_and_suspect_the_edit(running: Runner) -> None:
    check(compared(running, programs()[::SAMPLED]))


@pytest.mark.long
def test_readings_of_all_corpora_contradict_no_film_and_suspect_the_edit(running: Runner) -> None:
    check(compared(running, programs()))
