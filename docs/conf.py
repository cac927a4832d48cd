"""Settings of our own documentation, which `scripts/site` builds with Sphinx from the same Markdown that GitHub shows."""

from __future__ import annotations

import sys
from pathlib import Path

from gradreel.version import VERSION

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

project = "Gradreel"
version = release = VERSION
root_doc = "index"
language = "en"
extensions = ["myst_parser", "gradreel.sphinx", "scripts.gallery_page"]
exclude_patterns = ["examples"]
html_theme = "furo"
html_title = "Gradreel"
myst_heading_anchors = 3
