"""``scripts/setup`` in a copy of the checkout: uv installs what the lock file names, and pip where uv cannot."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# What names certificates where `scripts/setup` or uv looks for them
CERTIFICATES = ("PIP_CERT", "SSL_CERT_FILE", "SSL_CERT_DIR")


def without_certificates() -> dict[str, str]:
    """The caller's environment where neither a variable nor a setting of pip names certificates, and pip's other settings hold."""
    told = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True).stdout
    settings = dict(line.split("=", 1) for line in told.splitlines())
    # What a variable says comes last, and holds.
    pip = {
        f"PIP_{name.rpartition('.')[2].replace('-', '_').upper()}": value.strip("'")
        for name, value in sorted(settings.items(), key=lambda pair: pair[0].startswith(":env:"))
    }
    environment = {**os.environ, **pip, "PIP_CONFIG_FILE": os.devnull}
    return {name: value for name, value in environment.items() if name not in CERTIFICATES}


def environment_of(case: str, tmp_path: Path) -> dict[str, str]:
    if case == "no certificates named":
        return without_certificates()
    if case == "uv reaches no index":
        return {**os.environ, "UV_OFFLINE": "1", "UV_CACHE_DIR": str(tmp_path / "cache")}
    return dict(os.environ)


@pytest.mark.long
@pytest.mark.packaging
@pytest.mark.parametrize(
    ("case", "by"), [("as it is", "uv"), ("no certificates named", "uv"), ("uv reaches no index", "pip")], ids=lambda value: str(value)
)
def test_service_is_installed_whether_or_not_uv_can_do_it(tmp_path: Path, case: str, by: str) -> None:
    checkout = tmp_path / "checkout"
    for name in subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")[:-1]:
        if (ROOT / name).is_file():
            (checkout / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, checkout / name)
    environment = environment_of(case, tmp_path)
    done = subprocess.run(["scripts/setup"], cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "certificates" not in done.stderr
    python = checkout / ".venv" / "bin" / "python"
    ask = "from importlib.metadata import distribution; import app.main; print(distribution('fastapi').read_text('INSTALLER'))"
    told = subprocess.run([python, "-c", ask], cwd=checkout, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == by


def test_setting_of_pip_on_several_lines_is_told_on_one(tmp_path: Path) -> None:
    settings = tmp_path / "pip.conf"
    settings.write_text("[global]\nextra-index-url =\n    https://a.example/simple\n    https://b.example/simple\n")
    environment = {name: value for name, value in os.environ.items() if name != "PIP_EXTRA_INDEX_URL"}
    command = ["bash", "-c", ". scripts/lib.sh && pip_setting extra-index-url"]
    done = subprocess.run(
        command, cwd=ROOT, env={**environment, "PIP_CONFIG_FILE": str(settings)}, capture_output=True, text=True, check=True
    )
    assert done.stdout == "https://a.example/simple https://b.example/simple\n"
