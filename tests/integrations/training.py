"""A module of pytorch-lightning that fails in a step, how it is trained, and a callback that tells what it holds.

Apart from the tests, since each worker imports these and one of them runs them: Lightning takes two seconds.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from pytorch_lightning import LightningModule, Trainer
from torch import nn
from torch.utils.data import DataLoader

from gradreel.lightning import FilmOnError


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
    """Train ``net`` for one epoch of ``batches`` steps."""
    torch.manual_seed(1)
    data: DataLoader[torch.Tensor] = DataLoader(list(torch.randn(batches, 2, 3)), batch_size=None)  # type: ignore[arg-type]
    quiet = {"logger": False, "enable_checkpointing": False, "enable_progress_bar": False, "enable_model_summary": False}
    Trainer(max_epochs=1, accelerator="cpu", default_root_dir=folder, callbacks=list(callbacks), **quiet).fit(net, data)


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
