"""The wheel, and an environment that has nothing but the wheel and what it requires."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs the wheel, and as long what installs from a registry."""
    for item in items:
        if {"wheel", "installed"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.packaging)
        if {"installed", "packages"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.long)


@dataclass(frozen=True)
class Environment:
    """A virtual environment, far from the checkout."""

    folder: Path

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run one of its programs in an empty directory, without this process's environment."""
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        program = str(self.folder / "bin" / command[0])
        return subprocess.run([program, *command[1:]], cwd=home, env={"LANG": "C.UTF-8"}, capture_output=True, text=True, check=False)

    @property
    def package(self) -> Path:
        """Where gradreel is installed."""
        return next(self.folder.glob("lib/python*/site-packages/gradreel"))


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as ``scripts/wheel`` builds it, with the player that is there."""
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(["scripts/wheel", "--as-built", str(folder)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment of its own with the wheel and its requirements, in the locked versions."""
    environment = Environment(tmp_path_factory.mktemp("installed"))
    subprocess.run([sys.executable, "-m", "venv", environment.folder], check=True)
    versions = environment.folder / "versions.txt"
    versions.write_text("\n".join(re.findall(r"^[\w.-]+==[\w.]+", (ROOT / "scripts" / "requirements.lock").read_text(), re.MULTILINE)))
    pip = [str(environment.folder / "bin" / "pip"), "install", "-q", "--disable-pip-version-check"]
    done = subprocess.run([*pip, "-c", str(versions), str(wheel)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return environment
