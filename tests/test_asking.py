"""Processes that answer for many tests: one whose answer was not read must not answer the next question with it."""

from __future__ import annotations

import pytest

from tests.asking import answering, asked

ANSWERS = "json.tool"  # reads its input to the end, and so never answers


def test_process_whose_answer_was_not_read_is_ended_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    first = answering(ANSWERS)
    assert answering(ANSWERS) is first

    def interrupted() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(first.stdout, "readline", interrupted)
    with pytest.raises(KeyboardInterrupt):
        asked(first, {"code": ""})
    assert first.returncode is not None
    assert answering(ANSWERS) is not first
