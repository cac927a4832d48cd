"""How often a film that was just recorded is read and written on its way to a file or a notebook."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

import gradreel
from gradreel.film.film import Film
from gradreel.film.mime import Output, mime_bundle
from gradreel.trace import Recording, Run


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts whole readings and writings; each is done as ever."""
    counts: Counter[str] = Counter()

    def count(owner: Any, name: str, what: str) -> None:
        call: Callable[..., Any] = getattr(owner, name)

        def counting(*arguments: Any, **more: Any) -> Any:
            counts[what] += 1
            return call(*arguments, **more)

        monkeypatch.setattr(owner, name, counting)

    count(Recording, "model_validate_json", "read")
    count(Run, "model_validate_json", "read")
    count(Run, "model_validate", "read")
    count(Film, "json", "unpacked")
    monkeypatch.setattr(gzip, "compress", lambda *given, call=gzip.compress, **more: (counts.update(["written"]), call(*given, **more))[1])
    return counts


def recorded() -> gradreel.Film:
    with gradreel.record() as film:
        d = torch.ones(2, requires_grad=True) * 2
        torch.autograd.backward((d * d).sum())
    return film


def test_film_saved_as_html_is_read_once_and_written_once(counted: Counter[str], tmp_path: Path) -> None:
    film = recorded()
    film.save(tmp_path / "film.html")
    assert film.run.nodes
    film.save(tmp_path / "again.html")
    assert counted == {"read": 1, "written": 1}


def test_notebook_output_reads_the_film_once(counted: Counter[str]) -> None:
    film = recorded()
    bundle = mime_bundle(Output(film.packed, film.name))
    assert film.diagnoses == ()
    assert "text/html" in bundle
    assert (counted["read"], counted["written"]) == (1, 1)


def test_film_that_was_read_keeps_its_run_and_not_what_the_tracer_wrote(counted: Counter[str]) -> None:
    film = recorded()
    assert film.packed.run() is film.run
    assert not vars(film)["_recorded"].document
    assert repr(film)
    assert counted["read"] == 1
