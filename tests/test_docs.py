"""Documentation against the code: generated pages are current, the embedding guide lists what exists."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from pydantic.fields import FieldInfo

import gradreel
from app.api.routes import animations, kept, shared
from app.examples.gallery import examples
from app.render.iframe import iframe
from app.render.view_options import Pane, ViewOptions
from app.settings import Settings
from gradreel.film.html import Theme
from gradreel.film.show import Show
from gradreel.ids import snippet_id

ROOT = Path(__file__).parent.parent
COMMANDS = ("run", "why", "show")
GUIDE = (ROOT / "docs" / "embedding.md").read_text(encoding="utf-8")


def test_generated_pages_are_current() -> None:
    done = subprocess.run([sys.executable, "scripts/docs", "--check"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_reference_of_the_library_has_every_public_name_and_option() -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    helped = [
        subprocess.run([sys.executable, "-m", "gradreel", name, "--help"], capture_output=True, text=True, check=True) for name in COMMANDS
    ]
    options = set(re.findall(r"--[a-z-]+", "".join(each.stdout for each in helped))) - {"--help"}
    plugin = re.findall(r'addoption\("(--[a-z-]+)"', (ROOT / "gradreel" / "pytest_plugin.py").read_text(encoding="utf-8"))
    assert len(options) >= 10
    assert plugin
    assert [each for each in (*options, *plugin) if f"{each}`" not in page] == []
    assert [name for name in gradreel.__all__ if not name.startswith("_") and f"## `gradreel.{name}`\n" not in page] == []


@pytest.mark.parametrize("name", Settings.model_fields)
def test_each_documented_variable_sets_its_setting(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    field = Settings.model_fields[name]
    monkeypatch.setenv(f"GRADREEL_{name.upper()}", str(other_than(field)))
    assert getattr(Settings(), name) == other_than(field)
    assert field.description, "every setting says what it means"


def other_than(field: FieldInfo) -> object:
    """Another valid value than the default."""
    default = field.default
    if isinstance(default, bool):
        return not default
    if isinstance(default, int | float):
        return default + 1
    if isinstance(default, Path):
        return default / "elsewhere"
    choices = get_args(field.annotation)
    return next((choice for choice in choices if choice != default), f"{default}1")


def table(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading of the guide."""
    section = GUIDE.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("| `")]
    assert rows
    return rows


def test_guide_lists_every_setting_with_its_values() -> None:
    told = {row[0].strip("`"): re.findall(r"`(\w+)`", row[1]) for row in table("Settings")}
    assert list(told) == [field.name for field in fields(ViewOptions)]
    assert told["theme"] == list(get_args(Theme))
    assert told["view"] == list(get_args(Pane))
    assert told["show"] == list(get_args(Show))


def test_guide_lists_every_form_of_a_link() -> None:
    told = {row[0].strip("`") for row in table("Links and files")}
    routes = [*shared.router.routes, *animations.router.routes, *kept.router.routes]
    assert {f"{getattr(route, 'path', '')}" for route in routes} == {form for form in told if form.startswith("/s/")}


def test_live_films_of_the_guide_are_built_in_examples() -> None:
    live = re.findall(r'/embed/(\w+)[^ ]* "live"', GUIDE)
    assert len(live) == 3
    assert set(live) <= {snippet_id(example.code) for example in examples()}


def test_guide_shows_the_embed_code_that_the_service_returns() -> None:
    assert (
        iframe("https://gradreel.example", snippet_id(examples()[0].code), "Autograd film: Edit after save", "step=6", height=771) in GUIDE
    )


def test_tests_that_the_security_page_names_exist() -> None:
    named = re.findall(r"([\w/]+\.py)::(test_\w+)", (ROOT / "SECURITY.md").read_text())
    assert named
    missing = [f"{file}::{name}" for file, name in named if f"def {name}(" not in (ROOT / "tests" / file).read_text()]
    assert missing == []
