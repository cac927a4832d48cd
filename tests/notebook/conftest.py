"""The notebook of the documentation, executed once by a real kernel."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "docs" / "examples" / "notebook.ipynb"
KERNEL_S = 240

pytestmark = pytest.mark.filterwarnings("ignore")


def executed_copy(notebook: Any, folder: Path) -> Any:
    """Execute a notebook in a folder, with a kernel of this Python that imports this checkout."""
    client = NotebookClient(notebook, timeout=KERNEL_S, kernel_name="python3", resources={"metadata": {"path": str(folder)}})
    client.execute(env={**os.environ, "PYTHONPATH": str(ROOT)})
    return notebook


@pytest.fixture(scope="session")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The notebook with its outputs, in a folder of its own."""
    path = tmp_path_factory.mktemp("notebook") / "notebook.ipynb"
    notebook = executed_copy(nbformat.read(SOURCE, as_version=4), path.parent)
    nbformat.write(notebook, path)
    return path
