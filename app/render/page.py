"""Fills in the HTML pages: skeletons from ``templates/`` that load the built page from ``static/dist``."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from app.render.templates import fill
from gradreel.errors import PlayerNotBuilt
from gradreel.locale import Lang

PLAYGROUND = "src/entries/play.ts"


@dataclass(frozen=True)
class Assets:
    """What an entry of the page was built into; addresses on this server."""

    script: str | None
    styles: tuple[str, ...]
    preload: tuple[str, ...]
    """Chunks that the script imports at once."""


@dataclass(frozen=True)
class Pages:
    """Makes the pages of one server."""

    dist: Path
    """Directory of the built page."""
    insecure: bool
    """Whether snippets run without a jail, which every page says."""

    def page(self, template: str, entry: str, build: str = "", **context: Any) -> str:
        """Fill ``template`` in with ``context`` and what ``entry`` of a build (a folder in ``dist``) became."""
        return fill(template, assets=assets(self.dist, entry, build), insecure=self.insecure, **context)

    def error(self, lang: Lang, status: int, message: str) -> str:
        """Make a page that says what is wrong: styled, without a script."""
        styled = replace(assets(self.dist, PLAYGROUND), script=None, preload=())
        return fill("error.html", assets=styled, insecure=self.insecure, lang=lang, status=status, message=message)


@cache
def assets(dist: Path, entry: str, build: str = "") -> Assets:
    """Look up what ``entry`` was built into; raises ``PlayerNotBuilt``."""
    path = dist / build / ".vite" / "manifest.json"
    if not path.is_file():
        raise PlayerNotBuilt(f"The page is not built: {path} is missing. Run scripts/setup.")
    manifest = json.loads(path.read_text(encoding="utf-8"))
    chunks = _imported(manifest, entry)
    root = f"/static/{build}/" if build else "/static/"
    return Assets(
        script=root + manifest[entry]["file"],
        styles=tuple(root + style for key in chunks for style in manifest[key].get("css", [])),
        preload=tuple(root + manifest[key]["file"] for key in chunks[1:]),
    )


def _imported(manifest: dict[str, Any], entry: str) -> list[str]:
    """List ``entry`` and every chunk it statically imports, each once, ``entry`` first."""
    found = [entry]
    for key in found:
        found.extend(name for name in manifest[key].get("imports", []) if name not in found)
    return found
