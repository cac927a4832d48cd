"""Settings of our own documentation, which `scripts/site` builds with Sphinx from the same Markdown that GitHub shows."""

from __future__ import annotations

from gradreel.version import VERSION

project = "Gradreel"
version = release = VERSION
root_doc = "index"
language = "en"
extensions = ["myst_parser", "gradreel.sphinx"]
exclude_patterns = ["examples"]
html_theme = "furo"
html_title = "Gradreel"
myst_heading_anchors = 3
