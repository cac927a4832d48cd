"""The callback in a real Trainer of pytorch-lightning: the film of the step that fails, and the program as without it."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from typing import Any

import pytest
import torch
from pytorch_lightning import LightningModule, Trainer
from torch import nn
from torch.utils.data import DataLoader

from gradreel.lightning import FilmOnError

pytestmark = pytest.mark.filterwarnings("ignore")


class Net(LightningModule):
    """Fails in training step ``fails_at``, by an edit of what sigmoid saved or by an error that is none of autograd's."""

    def __init__(self, fails_at: int | None = None, plain: bool = False) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.layer = nn.Linear(3, 1)
        self.fails_at = fails_at
        self.plain = plain
        self.losses: list[float] = []

    def training_step(self, batch: torch.Tensor, batch_idx: int) -> torch.Tensor:
        hidden = self.layer(batch).sigmoid()
        if batch_idx == self.fails_at:
            if self.plain:
                raise ValueError("not autograd's")
            hidden += 1
        loss: torch.Tensor = hidden.sum()
        self.losses.append(loss.item())
        return loss

    def configure_optimizers(self) -> torch.optim.Optimizer:
        return torch.optim.SGD(self.parameters(), lr=0.1)


def fit(net: Net, folder: Path, *callbacks: FilmOnError, batches: int = 4) -> None:
    torch.manual_seed(1)
    data: DataLoader[torch.Tensor] = DataLoader(list(torch.randn(batches, 2, 3)), batch_size=None)  # type: ignore[arg-type]
    quiet = {"logger": False, "enable_checkpointing": False, "enable_progress_bar": False, "enable_model_summary": False}
    Trainer(max_epochs=1, accelerator="cpu", default_root_dir=folder, callbacks=list(callbacks), **quiet).fit(net, data)


def test_step_that_dies_of_autograd_leaves_its_film(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    callback = FilmOnError(tmp_path / "films")
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0 instead") as raised:
        fit(Net(fails_at=2), tmp_path, callback)
    (note,) = raised.value.__notes__
    assert [line.split()[0] for line in note.splitlines()] == ["gradreel:", "saved", "edited", "raised", "film:"]
    assert note.endswith(f"film: {callback.path}")
    assert callback.path == tmp_path / "films" / "step-2.html"
    assert f"gradreel: the film of training step 2 is {callback.path}\n" in capsys.readouterr().err
    text = callback.path.read_text()
    assert "hidden += 1" in text
    assert "SigmoidBackward0" in text
    assert sys.gettrace() is None


def test_traceback_of_the_step_that_dies_has_the_frames_that_it_has_without_the_callback(tmp_path: Path) -> None:
    shown = []
    for callbacks in ([FilmOnError(tmp_path / "films")], []):
        with pytest.raises(RuntimeError) as raised:
            fit(Net(fails_at=0), tmp_path, *callbacks, batches=1)
        shown.append([(frame.filename, frame.name) for frame in traceback.extract_tb(raised.value.__traceback__)])
    assert shown[0] == shown[1]


def test_film_note_and_line_are_in_the_language_that_was_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    callback = FilmOnError(tmp_path / "films", lang="zh")
    with pytest.raises(RuntimeError) as raised:
        fit(Net(fails_at=0), tmp_path, callback, batches=1)
    assert "保存" in raised.value.__notes__[0]
    assert callback.path is not None
    assert '<html lang="zh' in callback.path.read_text()
    assert f"gradreel: 第 0 个训练步的影片在 {callback.path}\n" in capsys.readouterr().err


class Watched(FilmOnError):
    """Notes what the recording holds at the end of some training steps, in events."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.held: dict[int, int] = {}

    def on_train_batch_end(self, trainer: Any, pl_module: Any, outputs: Any, batch: Any, batch_idx: int) -> None:
        assert self._block is not None
        session = self._block._session
        assert session is not None
        self.held[batch_idx] = len(session._recorder.journal.events())


def test_long_fit_keeps_its_last_two_steps_and_no_more(tmp_path: Path) -> None:
    callback = Watched(tmp_path / "films")
    with pytest.raises(RuntimeError, match="expected version 0"):
        fit(Net(fails_at=50), tmp_path, callback, batches=51)
    assert callback.held[49] <= callback.held[9]
    assert callback.path == tmp_path / "films" / "step-50.html"


def test_error_that_is_none_of_autograds_leaves_no_film(tmp_path: Path) -> None:
    callback = FilmOnError(tmp_path / "films")
    with pytest.raises(ValueError, match="not autograd's") as raised:
        fit(Net(fails_at=1, plain=True), tmp_path, callback)
    assert not hasattr(raised.value, "__notes__")
    assert callback.path is None
    assert not (tmp_path / "films").exists()


def test_training_is_the_same_with_and_without_the_callback(tmp_path: Path) -> None:
    alone, recorded = Net(), Net()
    fit(alone, tmp_path)
    fit(recorded, tmp_path, FilmOnError(tmp_path / "films"))
    assert alone.losses == recorded.losses
    assert all(torch.equal(one, other) for one, other in zip(alone.parameters(), recorded.parameters(), strict=True))
    assert not (tmp_path / "films").exists()


def test_film_that_cannot_be_written_is_one_line_and_the_error_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "taken").write_text("a file")
    callback = FilmOnError(tmp_path / "taken" / "films")
    with pytest.raises(RuntimeError, match="expected version 0"):
        fit(Net(fails_at=0), tmp_path, callback)
    assert callback.path is None
    assert [line for line in capsys.readouterr().err.splitlines() if line.startswith("gradreel: there is no film of training step 0 (")]
