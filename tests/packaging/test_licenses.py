"""The notices of packages whose code is in the page, in the wheel, and in every film that somebody downloads."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from gradreel.film.film import film_of
from gradreel.film.html import film_file
from tests.packaging.test_requirements import IMPORT, OUR_OWN
from tests.why import films

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "static"
PAGE = STATIC / "dist" / "THIRD_PARTY_LICENSES.txt"
PLAYER = ROOT / "gradreel" / "player" / "THIRD_PARTY_LICENSES.txt"
FILM = ROOT / "gradreel" / "player" / "offline-THIRD_PARTY_LICENSES.txt"
RULE = "=" * 80
NOT_SHIPPED = {"@scarf/scarf"}
"""Counts installations of swagger-ui-dist; nothing imports it."""


def sections(text: str) -> dict[str, str]:
    """The license of each package, by ``name version (license)``."""
    parts = text.split(f"{RULE}\n")[1:]
    return {name: license for names, license in zip(parts[::2], parts[1::2], strict=True) for name in names.splitlines()}


def shipped(sources: list[Path]) -> set[str]:
    """The packages that sources import, and all that these need at run time, with the versions of the lock file."""
    locked: dict[str, Any] = json.loads((STATIC / "package-lock.json").read_text())["packages"]
    wanted = [f"node_modules/{name}" for path in sources for name in IMPORT.findall(path.read_text())]
    found: dict[str, str] = {}
    while wanted:
        place = wanted.pop()
        name = place.rpartition("node_modules/")[2]
        if place in found or name in NOT_SHIPPED | OUR_OWN:
            continue
        found[place] = f"{name} {locked[place]['version']}"
        for needed in locked[place].get("dependencies", {}):
            inner = f"{place}/node_modules/{needed}"
            wanted.append(inner if inner in locked else f"node_modules/{needed}")
    return set(found.values())


def test_every_package_that_the_page_imports_has_its_license_in_the_page_s_notices() -> None:
    wanted = shipped([path for path in (STATIC / "src").rglob("*.ts") if not path.name.endswith(".gen.ts")])
    assert {name.rpartition(" ")[0] for name in wanted} >= {"@dagrejs/dagre", "boolbase", "d3-color", "swagger-ui-dist", "w3c-keyname"}
    named = {name.rpartition(" (")[0] for name in sections(PAGE.read_text())}
    assert wanted <= named
    assert {name.rpartition(" ")[0] for name in named - wanted} == {"vite", "rolldown"}, "what the bundler adds, and nothing else"


@pytest.mark.parametrize("file", [PAGE, PLAYER, FILM], ids=["page", "player", "film"])
def test_every_license_is_there_with_who_holds_the_copyright(file: Path) -> None:
    for name, text in sections(file.read_text()).items():
        assert "opyright" in text, name
        assert re.search(r"Permission (to use|is\s+hereby\s+granted)|Redistribution and use|TERMS AND CONDITIONS", text), name


def test_notice_files_and_the_notices_of_what_an_author_has_bundled_are_there() -> None:
    (swagger,) = (text for name, text in sections(PAGE.read_text()).items() if name.startswith("swagger-ui-dist "))
    assert "Copyright 2020-2021 SmartBear Software Inc." in swagger
    assert "The buffer module from node.js, for the browser." in swagger
    assert "Copyright Mozilla" in next(text for name, text in sections(PAGE.read_text()).items() if name.startswith("@fluent/bundle "))


def test_wheel_has_the_notices_of_the_player(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read("gradreel/player/THIRD_PARTY_LICENSES.txt") == PLAYER.read_bytes()
        assert archive.read("gradreel/player/offline-THIRD_PARTY_LICENSES.txt") == FILM.read_bytes()
    names = {name.rpartition(" (")[0].rpartition(" ")[0] for name in sections(PLAYER.read_text())}
    assert names >= {"d3-selection", "linkedom", "htmlparser2", "boolbase"}


def test_saved_film_names_every_package_in_it_and_says_where_all_notices_are() -> None:
    run = films.film_of(films.EDITED)
    page = film_file(film_of(run), run.code, "a film")
    comment = page.partition("</body>")[2]
    assert comment.count("<!--") == comment.count("-->") == 1
    assert comment.rstrip().endswith("-->\n</html>")
    assert "gradreel/player/THIRD_PARTY_LICENSES.txt" in comment
    names = sections(FILM.read_text())
    assert {name.rpartition(" ")[0].rpartition(" ")[0] for name in names} >= {"d3-ease", "d3-zoom", "d3-color"}
    assert all(name in comment for name in names)
    assert "Copyright 2001 Robert Penner" in comment


def test_notices_that_hold_the_end_of_a_comment_do_not_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from gradreel.film import html

    monkeypatch.setattr(html, "player_file", lambda name: "a -- b --> <script>" if name.endswith("LICENSES") else "")
    html._notices.cache_clear()
    try:
        assert "--" not in html._notices()
    finally:
        html._notices.cache_clear()
