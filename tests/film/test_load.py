"""Films of other versions: read where this one knows what they say, refused with what to do where it does not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gradreel.errors import FilmUnreadable
from gradreel.film.load import run_from_json
from gradreel.version import VERSION
from tests.store.films_v1 import json_of


def document() -> dict[str, Any]:
    film: dict[str, Any] = json.loads(json_of("edit-a-view"))
    return {**film, "schema_version": 2, "engine": {**film["engine"], "gradreel": "9.1"}}


def refusal(film: dict[str, Any]) -> str:
    with pytest.raises(FilmUnreadable) as refused:
        run_from_json(json.dumps(film).encode())
    return str(refused.value)


def test_film_with_a_field_of_a_newer_version_asks_to_upgrade() -> None:
    said = refusal({**document(), "experiments": []})
    assert "9.1" in said
    assert VERSION in said
    assert "upgrade Gradreel" in said


def test_film_with_a_newer_field_inside_an_event_asks_to_upgrade() -> None:
    film = document()
    film["events"][0]["experiment"] = 3
    assert "upgrade Gradreel" in refusal(film)


def test_film_with_a_newer_kind_of_event_asks_to_upgrade() -> None:
    film = document()
    film["events"][0] = {"kind": "cell", "index": 0, "line": 1}
    assert "upgrade Gradreel" in refusal(film)


def test_film_with_a_newer_field_and_a_newer_form_of_another_asks_to_upgrade() -> None:
    film = {**document(), "experiments": []}
    film["tensors"][0]["shape"] = {"symbols": ["batch", 3]}
    assert "upgrade Gradreel" in refusal(film)


def test_film_that_lacks_a_field_was_edited_or_cut() -> None:
    film = document()
    del film["tensors"][0]["shape"]
    assert "was edited or cut" in refusal({**film, "experiments": []})


def test_film_with_an_impossible_value_was_edited_or_cut() -> None:
    film = document()
    film["events"][0]["index"] = "first"
    assert "was edited or cut" in refusal(film)
