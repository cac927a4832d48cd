"""``scripts/setup`` in a copy of the checkout: uv installs what the lock file names, and pip where uv cannot."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
@pytest.mark.packaging
@pytest.mark.parametrize(("variables", "by_uv"), [({}, True), ({"UV_OFFLINE": "1"}, False)], ids=["uv", "uv reaches no index"])
def test_service_is_installed_whether_or_not_uv_can_do_it(tmp_path: Path, variables: dict[str, str], by_uv: bool) -> None:
    checkout = tmp_path / "checkout"
    for name in subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")[:-1]:
        if (ROOT / name).is_file():
            (checkout / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, checkout / name)
    cache = {} if by_uv else {"UV_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(
        ["scripts/setup"], cwd=checkout, env={**os.environ, **variables, **cache}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    python = checkout / ".venv" / "bin" / "python"
    ask = "from importlib.metadata import distribution; import app.main; print(distribution('fastapi').read_text('INSTALLER'))"
    told = subprocess.run([python, "-c", ask], cwd=checkout, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == ("uv" if by_uv else "pip")
