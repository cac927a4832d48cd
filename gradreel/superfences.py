"""Films in Markdown sites: a fence for ``pymdownx.superfences``, recorded while the pages are built.

    ```film {expect="raises" step="6"}
    import torch
    ...
    ```

A film's player stands in the page itself, or with ``folder`` and ``address`` in a file of its own beside the pages. A program that does not
end as ``expect`` says, or that cannot be recorded, fails the build.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from gradreel.errors import FilmNotPublished
from gradreel.publish.files import PublishedFilm
from gradreel.publish.options import NAMES, read_options
from gradreel.publish.recording import TIME_S, Program, check_ending, recorded

CACHE = ".cache/gradreel"


def validate(_language: str, inputs: dict[str, str], options: dict[str, Any], attrs: dict[str, Any], _markdown: object) -> bool:
    """Take the options that a film has, and leave other attributes to the page; what is wrong with them is said by the formatter."""
    for name, text in inputs.items():
        (options if name in NAMES else attrs)[name] = text
    return True


def formatter(cache: str = CACHE, folder: str | None = None, address: str = "", time_s: float = TIME_S) -> Callable[..., str]:
    """Make a formatter.

    Films are kept in ``cache``. Players are written into ``folder``, which the site serves at ``address``; without a folder each page holds
    its own. ``time_s`` is the longest that one program may take.
    """
    return partial(_format, Path(cache), Path(folder) if folder else None, address, time_s)


def _format(
    cache: Path,
    folder: Path | None,
    address: str,
    time_s: float,
    source: str,
    _language: str,
    _css_class: str,
    options: dict[str, str],
    _markdown: object,
    **_more: object,
) -> str:
    from pymdownx.superfences import SuperFencesException

    try:
        published = PublishedFilm(recorded(Program(f"{source}\n"), cache, time_s), read_options(options, Path()))
        check_ending(published.film, published.options.expect)
        if folder is None:
            return published.frame()
        return published.frame(f"{address.rstrip('/')}/{published.write_page(folder)}")
    except FilmNotPublished as error:
        # Every other error becomes a plain block of code, without a word.
        raise SuperFencesException(str(error)) from error


film = formatter()
"""With the usual settings: ``format: !!python/name:gradreel.superfences.film``."""
