"""The ``gradreel`` command of the installed library: the version, a film in a file, and one line for what cannot be done."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.async_api import expect

from gradreel.film.load import run_from_file
from gradreel.version import VERSION
from tests.browser.conftest import launched
from tests.packaging.conftest import ROOT, Environment
from tests.store.films_v1 import json_of

EXAMPLE = "edit-after-save"
"""A tensor that ``exp`` saved is edited, and ``backward()`` raises."""


@pytest.fixture(scope="session")
def film_v1(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The film of an example as version 0.1.0 wrote it."""
    file = tmp_path_factory.mktemp("film") / "film.json"
    file.write_bytes(json_of(EXAMPLE))
    return file


@pytest.fixture(scope="session")
def film_v2(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The film of the same program as the service writes it today."""
    folder = tmp_path_factory.mktemp("film")
    (folder / "snippet.py").write_text(json.loads(json_of(EXAMPLE))["code"])
    command = [sys.executable, "-m", "app.cli", "trace", str(folder / "snippet.py"), "-o", str(folder / "film.json")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    return folder / "film.json"


def test_version_is_printed(installed: Environment) -> None:
    done = installed.run("gradreel", "version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"gradreel {VERSION}\n", "")


async def plays(file: Path) -> bool:
    """Open ``file`` in a browser; it must draw its first picture, and a step must change it, without an error."""
    errors: list[str] = []
    async with launched() as browser:
        page = await browser.new_page(offline=True)
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(file.as_uri())
        await page.locator("#stage .thing").first.wait_for()
        sentence = page.locator(".narration .sentence")
        await page.locator("#transport .slider").focus()
        await page.keyboard.press("Home")
        first = await sentence.inner_text()
        await page.keyboard.press("ArrowRight")
        await expect(sentence).not_to_have_text(first)
    assert errors == []
    return True


@pytest.mark.browser
@pytest.mark.jail
@pytest.mark.parametrize("version", [1, 2])
async def test_film_that_was_saved_as_json_plays_in_the_browser(
    version: int, installed: Environment, film_v1: Path, film_v2: Path, tmp_path: Path
) -> None:
    source = {1: film_v1, 2: film_v2}[version]
    assert json.loads(source.read_text())["schema_version"] == version
    done = installed.run("gradreel", "show", str(source), "-o", str(tmp_path / "film.html"))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{tmp_path}/film.html\n", "")
    assert await plays(tmp_path / "film.html")


def test_film_that_was_saved_as_html_is_shown_again_in_another_language(installed: Environment, film_v2: Path, tmp_path: Path) -> None:
    first, again = tmp_path / "film.html", tmp_path / "again.html"
    assert installed.run("gradreel", "show", str(film_v2), "-o", str(first)).returncode == 0
    done = installed.run("gradreel", "show", str(first), "-o", str(again), "--lang", "zh")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{again}\n", "")
    assert '<html lang="en' in first.read_text()
    assert '<html lang="zh' in again.read_text()
    assert run_from_file(again.read_bytes()) == run_from_file(first.read_bytes())


def refusal(installed: Environment, *arguments: str) -> str:
    """Run a command that cannot be done; it must end with status 2 and say why in the one line that is returned."""
    done = installed.run("gradreel", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("gradreel: ")
    assert done.stderr.count("\n") == 1
    return done.stderr.removeprefix("gradreel: ")


NO_FILMS = {
    "later version": (
        b'{"schema_version": 99}',
        "This film has schema version 99, and this Gradreel reads versions up to 2: upgrade Gradreel.\n",
    ),
    "not JSON": (b"x = 1\n", "This is no film: it is not JSON ("),
    "not text": (b"\xff\xfe\x00", "This is no film: it is not JSON ("),
    "empty": (b"", "This is no film: it is not JSON ("),
    "other JSON": (b'{"name": "x"}', "This is no film: it has no schema_version. "),
    "a list": (b"[1, 2]", "This is no film: it has no schema_version. "),
    "version that is text": (b'{"schema_version": "2"}', "This is no film: it has no schema_version. "),
    "version 0": (b'{"schema_version": 0}', "This is no film: it has no schema_version. "),
    "cut": (b'{"schema_version": 2, "id": "x"}', "This film does not fit its schema "),
}


@pytest.mark.parametrize("case", NO_FILMS)
def test_file_that_holds_no_film_is_refused_in_one_line(case: str, installed: Environment, tmp_path: Path) -> None:
    content, message = NO_FILMS[case]
    (tmp_path / "film.json").write_bytes(content)
    assert refusal(installed, "show", str(tmp_path / "film.json")).startswith(message)


def test_file_that_cannot_be_read_is_named(installed: Environment, tmp_path: Path) -> None:
    assert refusal(installed, "show", str(tmp_path / "none.json")) == f"{tmp_path}/none.json: No such file or directory\n"
    assert refusal(installed, "show", str(tmp_path)) == f"{tmp_path}: Is a directory\n"


def test_target_that_cannot_be_written_is_named(installed: Environment, film_v1: Path, tmp_path: Path) -> None:
    elsewhere = str(tmp_path / "none" / "film.html")
    assert refusal(installed, "show", str(film_v1), "-o", elsewhere) == f"{elsewhere}: No such file or directory\n"
    assert refusal(installed, "show", str(film_v1), "-o", str(tmp_path)) == f"{tmp_path}: Is a directory\n"


def test_installation_without_a_player_says_what_is_missing(installed: Environment, film_v1: Path, tmp_path: Path) -> None:
    player, away = installed.package / "player" / "offline.js", tmp_path / "offline.js"
    player.rename(away)
    try:
        said = refusal(installed, "show", str(film_v1), "-o", str(tmp_path / "film.html"))
    finally:
        away.rename(player)
    assert said.startswith(f"The player is not built: {player} is missing. ")
    assert not (tmp_path / "film.html").exists()
