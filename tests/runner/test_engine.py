"""The engine tag: any change of what makes films changes it, nothing else does."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from app.runner.engine import CATALOGUE_SUFFIX, SOURCES, engine_tag, source_files, sources_hash
from app.settings import Settings

ROOT = Path(__file__).parents[2]
FOLDERS = [folder.relative_to(ROOT) for folder in SOURCES]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the folders that make films."""
    root = tmp_path_factory.mktemp("sources")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return root


def hash_of(root: Path) -> str:
    return sources_hash(root / folder for folder in FOLDERS)


def committed(copy: Path) -> list[Path]:
    """The files of the copy that are committed, without those of sentences, which tests below are about."""
    listed = subprocess.run(["git", "ls-files", "--", *map(str, FOLDERS)], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [copy / name for name in listed.stdout.splitlines()]
    return [path for path in paths if path.is_file() and path.suffix != CATALOGUE_SUFFIX]  # one may be deleted and not committed yet


def test_every_committed_file_of_library_sandbox_and_runner_is_read_for_the_tag(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: set[Path] = set()
    read_bytes = Path.read_bytes

    def noted(path: Path) -> bytes:
        read.add(path)
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", noted)
    hash_of(copy)
    assert set(committed(copy)) - read == set()


def test_change_in_a_file_changes_the_tag_and_only_as_long_as_it_is_there(copy: Path) -> None:
    """Each hash reads all files: of those that are read, each twentieth is changed."""
    before = hash_of(copy)
    unnoticed = []
    for path in committed(copy)[::20]:
        content = path.read_bytes()
        path.write_bytes(content + b"#")
        if hash_of(copy) == before:
            unnoticed.append(path)
        path.write_bytes(content)
    assert not unnoticed
    assert hash_of(copy) == before


def test_typo_that_is_mended_in_a_sentence_does_not_change_the_tag(copy: Path) -> None:
    before = hash_of(copy)
    for catalogue in (copy / "gradreel" / "locales").rglob("*.ftl"):
        catalogue.write_text(catalogue.read_text().replace("a", "e", 1))
    assert list((copy / "gradreel" / "locales").rglob("*.ftl"))
    assert hash_of(copy) == before


def test_renamed_file_and_content_moved_to_the_next_file_change_the_tag(copy: Path) -> None:
    before = hash_of(copy)
    first, second = [path for path in source_files(copy / "gradreel") if path.stat().st_size > 100][:2]
    contents = first.read_bytes(), second.read_bytes()
    first.write_bytes(contents[0][:-10])
    second.write_bytes(contents[0][-10:] + contents[1])
    assert hash_of(copy) != before
    first.write_bytes(contents[0])
    second.write_bytes(contents[1])
    renamed = first.rename(first.with_name("renamed.py"))
    assert hash_of(copy) != before
    renamed.rename(first)


def test_built_player_and_byte_code_do_not_change_the_tag(copy: Path) -> None:
    before = hash_of(copy)
    (copy / "gradreel" / "player" / "still.js").write_text("rebuilt")
    (copy / "gradreel" / "player" / "new.css").write_text("rebuilt")
    (copy / "gradreel" / "__pycache__").mkdir(exist_ok=True)
    (copy / "gradreel" / "__pycache__" / "ids.cpython-311.pyc").write_bytes(b"compiled")
    assert hash_of(copy) == before


@pytest.mark.parametrize("limit", [{"trace_events": 7}, {"memory_bytes": 2**21}, {"output_bytes": 9}, {"wall_time_s": 3.0}])
def test_limit_that_a_program_can_run_into_changes_the_tag(limit: dict[str, int]) -> None:
    assert engine_tag(Settings.model_validate(limit)) != engine_tag(Settings())


def test_settings_of_the_service_alone_do_not_change_the_tag() -> None:
    assert engine_tag(Settings(port=1, queue_runs=7, view_age_s=9.0, rate_limit="off")) == engine_tag(Settings())


def test_tag_names_the_versions_and_fits_its_column() -> None:
    tag = engine_tag(Settings())
    assert "-torch2." in tag
    assert "-py3." in tag
    assert len(tag) < 120
