"""The callback in a real Trainer of pytorch-lightning: the film of the step that fails, and the program as without it."""

from __future__ import annotations

import sys
import tempfile
import traceback
from pathlib import Path
from types import ModuleType

import pytest
import torch

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def training() -> ModuleType:
    """``Net``, ``fit`` and callbacks, imported by the worker that runs these tests."""
    from tests.integrations import training

    return training


def test_step_that_dies_of_autograd_leaves_its_film(training: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    callback = training.FilmOnError(tmp_path / "films")
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0 instead") as raised:
        training.fit(training.Net(fails_at=2), tmp_path, callback)
    (note,) = raised.value.__notes__
    assert [line.split()[0] for line in note.splitlines()] == ["gradreel:", "saved", "edited", "raised", "film:"]
    assert note.endswith(f"film: {callback.path}")
    assert callback.path == tmp_path / "films" / "step-2.html"
    assert f"gradreel: the film of training step 2 is {callback.path}\n" in capsys.readouterr().err
    text = callback.path.read_text()
    assert "hidden += 1" in text
    assert "SigmoidBackward0" in text
    assert sys.gettrace() is None


def test_traceback_of_the_step_that_dies_has_the_frames_that_it_has_without_the_callback(training: ModuleType, tmp_path: Path) -> None:
    shown = []
    for callbacks in ([training.FilmOnError(tmp_path / "films")], []):
        with pytest.raises(RuntimeError) as raised:
            training.fit(training.Net(fails_at=0), tmp_path, *callbacks, batches=1)
        shown.append([(frame.filename, frame.name) for frame in traceback.extract_tb(raised.value.__traceback__)])
    assert shown[0] == shown[1]


def test_film_note_and_line_are_in_the_language_that_was_asked_for(
    training: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    callback = training.FilmOnError(tmp_path / "films", lang="zh")
    with pytest.raises(RuntimeError) as raised:
        training.fit(training.Net(fails_at=0), tmp_path, callback, batches=1)
    assert "保存" in raised.value.__notes__[0]
    assert callback.path is not None
    assert '<html lang="zh' in callback.path.read_text()
    assert f"gradreel: 第 0 个训练步的影片在 {callback.path}\n" in capsys.readouterr().err


def test_long_fit_keeps_its_last_two_steps_and_no_more(training: ModuleType, tmp_path: Path) -> None:
    callback = training.Watched(tmp_path / "films")
    with pytest.raises(RuntimeError, match="expected version 0"):
        training.fit(training.Net(fails_at=50), tmp_path, callback, batches=51)
    assert callback.held[49] <= callback.held[9]
    assert callback.path == tmp_path / "films" / "step-50.html"


def test_error_that_is_none_of_autograds_leaves_no_film(training: ModuleType, tmp_path: Path) -> None:
    callback = training.FilmOnError(tmp_path / "films")
    with pytest.raises(ValueError, match="not autograd's") as raised:
        training.fit(training.Net(fails_at=1, plain=True), tmp_path, callback)
    assert not hasattr(raised.value, "__notes__")
    assert callback.path is None
    assert not (tmp_path / "films").exists()


def test_training_is_the_same_with_and_without_the_callback(training: ModuleType, tmp_path: Path) -> None:
    alone, recorded = training.Net(), training.Net()
    training.fit(alone, tmp_path)
    training.fit(recorded, tmp_path, training.FilmOnError(tmp_path / "films"))
    assert alone.losses == recorded.losses
    assert all(torch.equal(one, other) for one, other in zip(alone.parameters(), recorded.parameters(), strict=True))
    assert not (tmp_path / "films").exists()


def test_folder_that_cannot_be_made_leaves_the_film_elsewhere_and_the_error_goes_on(
    training: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "taken").write_text("a file")
    callback = training.FilmOnError(tmp_path / "taken" / "films")
    with pytest.raises(RuntimeError, match="expected version 0"):
        training.fit(training.Net(fails_at=0), tmp_path, callback)
    assert callback.path is not None
    assert callback.path.is_relative_to(tmp_path / "temporary")
    assert callback.path.is_file()
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("gradreel: ")]
    assert said[-2].endswith("It is in a temporary folder instead.")
    assert said[-1] == f"gradreel: the film of training step 0 is {callback.path}"
