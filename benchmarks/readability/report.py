"""Lays out what was measured: a row per program, and how many programs meet each mark."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.readability.measure import MIN_SHARE, Opened, Picture
from benchmarks.table import Figure, milliseconds

MIN_TEXT_PX = {"desktop": 10.0, "phone": 8.0, "embed": 10.0}
MAX_THINGS = {"story": 16, "overview": 40}
MAX_PLAYING_S = 20.0
MAX_OPENING_S = 1.0
SLACK_PX = 0.05
COLUMNS = (
    "program",
    "picture",
    "edit",
    "link",
    "node",
    "their text",
    "smallest text",
    "things",
    "overlaps",
    "over text",
    "badges over code",
    "opens",
    "plays",
)


def table(programs: Sequence[Opened]) -> str:
    """A row for every picture, the failing ones first named; shares in percent, sizes in pixels."""
    head = f"| {' | '.join(COLUMNS)} |"
    rows = [_row(opened, picture) for opened in programs for picture in opened.pictures]
    return "\n".join([head, "|" + "---|" * len(COLUMNS), *rows])


def _row(opened: Opened, picture: Picture) -> str:
    first = picture is opened.pictures[0]
    opens = milliseconds(opened.opening_s) if first and opened.opening_s is not None else ""
    seconds = opened.playing_s.get(picture.view) if picture.size == "desktop" else None
    cells = [
        opened.program.name,
        f"{picture.size} {picture.view}{'' if picture.rested else ' (moving)'}",
        *(_percent(share) for share in (picture.edit, picture.link, picture.node)),
        _pixels(picture.key_text),
        _pixels(picture.text),
        str(picture.things),
        *(str(count or "") for count in (len(picture.overlaps), len(picture.covered), picture.badges_over_code)),
        opens,
        "" if seconds is None else f"{seconds:.0f} s",
    ]
    return f"| {' | '.join(cells)} |"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


def _pixels(size: float | None) -> str:
    return "–" if size is None else f"{size:.1f}"


def figures(programs: Sequence[Opened]) -> list[Figure]:
    """How many programs meet each mark."""
    found = []
    for size in MIN_TEXT_PX:
        openings = [(each, picture) for each in programs for picture in each.pictures if picture.size == size and _explains(each, picture)]
        readable = [picture for _, picture in openings if explains_failure(picture)]
        name = f"readability, {size}: edit, stale link and failing node in view and readable"
        found.append(Figure(name, f"{len(readable)} of {len(openings)} failing programs", "–", "–", "all"))
    shown = [picture for each in programs for picture in each.pictures if picture.view != "all" or _is_opening(each, picture)]
    for view, most in MAX_THINGS.items():
        of_view = [picture for picture in shown if picture.view == view]
        few = [picture for picture in of_view if picture.things <= most]
        found.append(_share(f"readability, {view}: at most {most} things", few, of_view))
    meets = {
        "no two boxes overlap": [picture for picture in shown if not picture.overlaps],
        "nothing is drawn over text": [picture for picture in shown if not picture.covered],
        "text large enough": [picture for picture in shown if _is_large(picture.text, picture.size)],
        "no badge over code": [picture for picture in shown if picture.badges_over_code == 0],
    }
    found.extend(_share(f"readability: {name}", met, shown) for name, met in meets.items())
    seconds = [max(each.playing_s.values()) for each in programs if each.playing_s]
    opening = [each.opening_s for each in programs if each.opening_s is not None]
    found.append(Figure("readability: longest playing time", f"{max(seconds, default=0):.0f} s", "–", "–", f"{MAX_PLAYING_S:.0f} s"))
    found.append(Figure("readability: longest opening", milliseconds(max(opening, default=0)), "–", "–", f"{MAX_OPENING_S:.0f} s"))
    return found


def _explains(opened: Opened, picture: Picture) -> bool:
    """Is it the picture with which a failing program opens in its size?"""
    return bool(opened.program.kind) and _is_opening(opened, picture)


def _is_opening(opened: Opened, picture: Picture) -> bool:
    return picture is next(each for each in opened.pictures if each.size == picture.size)


def explains_failure(picture: Picture) -> bool:
    """Are those of edit, link and node that there are in view, and their text readable?"""
    shares = [share for share in (picture.edit, picture.link, picture.node) if share is not None]
    return bool(shares) and min(shares) >= MIN_SHARE and picture.key_text is not None and _is_large(picture.key_text, picture.size)


def _is_large(text: float | None, size: str) -> bool:
    return text is None or text >= MIN_TEXT_PX[size] - SLACK_PX


def _share(name: str, met: Sequence[Picture], pictures: Sequence[Picture]) -> Figure:
    return Figure(name, f"{len(met)} of {len(pictures)} pictures", "–", "–", "all")


def details(programs: Sequence[Opened], most: int = 4) -> str:
    """What overlaps and what is covered, by picture, a few of each."""
    lines = []
    for opened in programs:
        for picture in opened.pictures:
            for label, found in (("overlap", picture.overlaps), ("drawn over text", picture.covered)):
                if found:
                    more = f" and {len(found) - most} more" if len(found) > most else ""
                    lines.append(f"- {opened.program.name}, {picture.size} {picture.view}, {label}: {'; '.join(found[:most])}{more}")
    return "\n".join(lines)
