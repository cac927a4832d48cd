"""A callback for Lightning: writes the film of the training step in which an autograd error ended the fit.

    trainer = Trainer(callbacks=[gradreel.lightning.FilmOnError()])

The whole training is one block of ``gradreel.record(last=2)``: the last two training steps are kept, without values of tensors, and what is
older is forgotten, so that a fit of hours takes no more memory than one of minutes. The exception goes on as without the callback; whatever
goes wrong with the recording is one line on stderr.
"""

from __future__ import annotations

import inspect
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gradreel.locale import Lang
from gradreel.recording import Block, record
from gradreel.recording.notice import tell_in
from gradreel.recording.place import of_rank, saved

if TYPE_CHECKING or ("pytorch_lightning" in sys.modules and "lightning.pytorch" not in sys.modules):
    from pytorch_lightning import Callback
else:
    try:
        from lightning.pytorch import Callback
    except ModuleNotFoundError:
        from pytorch_lightning import Callback


LAST = 2
"""Training steps that a film shows."""


class FilmOnError(Callback):
    """Writes ``<folder>/step-<number>.html`` when an autograd error ends the fit; the film shows the ``last`` training steps.

    ``lang`` is the language of the film, of the note on the exception, and of the line on stderr.
    """

    def __init__(self, folder: str | Path = "gradreel-films", last: int = LAST, lang: Lang = "en") -> None:
        self._folder = Path(folder)
        self._last = last
        self._lang: Lang = lang
        self._block: Block | None = None
        self.path: Path | None = None
        """Where the film is, once there is one."""

    def on_train_start(self, trainer: Any, pl_module: Any) -> None:
        """Begin to record."""
        self._leave(None)
        try:
            block = record(last=self._last, lang=self._lang).of(inspect.getfile(type(pl_module)))
            block.__enter__()
        except Exception as error:
            tell_in(self._lang, "told-training-not-recorded", error=error)
            return
        self._block = block

    def on_train_end(self, trainer: Any, pl_module: Any) -> None:
        """Forget a training that went well."""
        self._leave(None)

    def on_exception(self, trainer: Any, pl_module: Any, exception: BaseException) -> None:
        """Write the film, where the exception came from autograd."""
        block = self._leave(exception)
        if block is not None and isinstance(exception, Exception):
            self._keep(block, trainer.global_step, exception)

    def teardown(self, trainer: Any, pl_module: Any, stage: str) -> None:
        """Leave nothing installed."""
        self._leave(None)

    def _leave(self, error: BaseException | None) -> Block | None:
        block, self._block = self._block, None
        if block is not None:
            with suppress(Exception):
                block.__exit__(None if error is None else type(error), error, None if error is None else error.__traceback__)
        return block

    def _keep(self, block: Block, step: int, exception: Exception) -> None:
        from gradreel.recording.noted import note
        from gradreel.why.ending import ended_by_autograd

        try:
            if not ended_by_autograd(block.film.run, exception):
                return
            self.path, elsewhere = saved(block.film, of_rank(self._folder / f"step-{step}.html"), self._lang)
        except Exception as error:
            tell_in(self._lang, "told-training-no-film", step=step, error=error)
        else:
            note(exception, block.film, self.path, self._lang)
            if elsewhere is not None:
                tell_in(self._lang, "told-elsewhere", error=elsewhere)
            tell_in(self._lang, "told-training-film", step=step, path=self.path)
