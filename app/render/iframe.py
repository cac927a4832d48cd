"""A film in, the code to paste out: a public API, in articles that are never edited again."""

from __future__ import annotations

from html import escape


def iframe(base: str, snippet_id: str, title: str, query: str = "", width: str = "100%", height: int = 420) -> str:
    """Write the ``<iframe>``; ``query`` holds the settings."""
    source = f"{base}/embed/{snippet_id}{'?' + query if query else ''}"
    return (
        f'<iframe src="{escape(source)}" title="{escape(title)}" width="{escape(width)}" height="{height}" loading="lazy" style="border:0" '
        'sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" referrerpolicy="strict-origin-when-cross-origin"></iframe>'
    )
