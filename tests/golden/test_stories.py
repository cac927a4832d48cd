"""Compares the traces of programs that are too large to be read whole with those on file, one for each kind of diagnosis.

programs/model.py        a model and its forward pass, the beginning of each
programs/<kind>.py       what goes wrong with its result
traces/<kind>.json       rewritten as the traces of the examples are
findings.json            what titles say of each; rewritten likewise, in one process
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gradreel.diagnose import KINDS
from gradreel.locale import LANGUAGES
from gradreel.why.wording import finding_of
from tests.diagnose.case import See
from tests.golden.normalise import normalised
from tests.golden.test_traces import REWRITE

FOLDER = Path(__file__).parent / "stories"
MODEL = (FOLDER / "programs/model.py").read_text(encoding="utf-8")


STORIES = [kind for kind in KINDS if kind != "workers_unavailable"]
"""Workers are refused in the sandbox alone: ``tests/runner/test_fixes.py`` runs such a program there."""


@pytest.mark.parametrize("kind", STORIES)
def test_trace_of_a_large_program_with_each_diagnosis_is_the_one_on_file(see: See, kind: str) -> None:
    code = MODEL + (FOLDER / f"programs/{kind}.py").read_text(encoding="utf-8")
    seen = see(code)
    assert [diagnosis.kind for diagnosis in seen.diagnoses][:1] == [kind]
    path = FOLDER / f"traces/{kind}.json"
    text = normalised(seen.recording, seen.diagnoses)
    if REWRITE:
        path.write_text(text, encoding="utf-8")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("kind", STORIES)
def test_finding_of_each_kind_in_titles_is_the_one_on_file(see: See, kind: str) -> None:
    (found, *_) = see(MODEL + (FOLDER / f"programs/{kind}.py").read_text(encoding="utf-8")).diagnoses
    said = {lang: finding_of(found, lang) for lang in LANGUAGES}
    path = FOLDER / "findings.json"
    on_file: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    if REWRITE:
        path.write_text(json.dumps({**on_file, kind: said}, indent=2, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    else:
        assert said == on_file[kind]
