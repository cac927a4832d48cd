"""What two runners made of one program."""

from __future__ import annotations

from dataclasses import dataclass

from app.sandbox.reader.frames import FinishedFilm


@dataclass(frozen=True)
class Made:
    """A film, and the runners whose runs it was made of."""

    film: FinishedFilm
    place: str
    """That recorded it."""
    twin: str
    """That ran the program once more, to be compared; empty where none did."""

    @property
    def contradicted(self) -> bool:
        """Whether another runner ended the run differently."""
        return self.film.fidelity == "different" and self.twin not in ("", self.place)

    @property
    def confirmed(self) -> bool:
        """Whether another runner ended it in the same way, or there is none to be asked."""
        return self.twin == self.place or (self.film.fidelity == "equal" and bool(self.twin))
