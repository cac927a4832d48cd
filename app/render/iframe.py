"""Writes the code that embeds a film: a public API, pasted into articles that are never edited again."""

from __future__ import annotations

from html import escape

EMBED_WIDTH = 760
"""Width of an embed in pixels where a site asks for one."""
PHONE_WIDTH = 390
"""Width of a phone in pixels: a frame as wide as its column is not narrower on most."""
EMBED_HEIGHT = 480
"""Height in pixels of a frame whose film has not been measured."""


def iframe(base: str, snippet_id: str, title: str, query: str = "", width: str = "100%", height: int = EMBED_HEIGHT) -> str:
    """Write the ``<iframe>``; ``query`` holds the settings, ``height`` is in pixels."""
    source = f"{base}/embed/{snippet_id}{'?' + query if query else ''}"
    return (
        f'<iframe src="{escape(source)}" title="{escape(title)}" width="{escape(width)}" height="{height}" loading="lazy" style="border:0" '
        'sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" referrerpolicy="strict-origin-when-cross-origin"></iframe>'
    )
