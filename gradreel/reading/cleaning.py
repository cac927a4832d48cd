"""Turns a pasted text into lines, and takes off what logs, terminals, launchers and pages put around those of a traceback.

Every line is looked at a fixed number of times, and of a long one only the beginning: it takes time with the length of the text.
"""

from __future__ import annotations

import html
import re

MAX_LINE = 2000
"""Of a line, as much is read."""
MAX_PREFIXES = 6
ESCAPE = re.compile(r"\x1b(?:\[[0-9;:?]{0,30}[A-Za-z]|\][^\x07\x1b]{0,300}(?:\x07|\x1b\\)|[()][A-Z0-9])")
LOST_ESCAPE = re.compile(r"\[(?:\d{1,3}(?:;\d{1,3}){0,4})m")
"""What is left of a colour where the page has dropped the escape character."""
LINE_ENDS = re.compile(r"\r\n|\n|\r")

TIME = r"\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?"
DATE = r"\d{2,4}[-/.]\d{1,2}[-/.]\d{1,4}"
LEVEL = r"(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL|E|W|I)"
PREFIX = re.compile(
    "|".join(
        (
            r"(?:> ?)+",
            r"\[(?:rank|default|Rank |GPU ?|worker ?)?\d{1,6}(?:,\d{1,6})?\](?:<std(?:err|out)>)?:? ?",
            r"(?:rank|Rank|worker) ?\d{1,6}: ",
            r"\d{1,4}: (?=[ \w])",
            r"\([\w.:<> -]{0,120}pid=\d{1,10}(?:, ip=[\d.:a-f]{1,60})?\) ?",
            r"[\w.-]{1,80} {0,20}\| ?(?=\S| {2,})",
            rf"\[?{DATE}[T ]{TIME}(?:Z|[+-]\d{{2}}:?\d{{2}})?\]?(?: ?[-|:])?(?: |$|(?=\[))",
            rf"\[?{TIME}\]?(?: ?[-|:])?(?: |$)",
            rf"{DATE} (?=\w)",
            rf"\[{LEVEL}\](?: ?[-|:])? ?",
            rf"{LEVEL}:(?:(?!\w{{0,80}}(?:Error|Exception):)[\w.]{{1,80}}:)? ?",
            rf"{LEVEL} ?[-|] ?",
            rf"{LEVEL} (?=\d|\[)",
            r"\[[\w./-]{1,80}:\d{1,6}\] ",
            r"(?:stderr|stdout|std_err): ?",
            r"E {3,}(?=\S)",
        )
    )
)
"""What may stand before each line; none of them begins with a space."""
BOX_CHARS = "╭╰┌└├"
BOX_SIDE = "│┃"


def lines_of(text: str) -> list[str]:
    """Return the lines, cleaned: without colours, quotation marks, prefixes and the sides of boxes; indentation stays."""
    text = text.replace("\ufeff", "").replace("\xa0", " ").replace("\u200b", "")
    if "File &quot;" in text or "&lt;module&gt;" in text:
        text = html.unescape(text)
    return [_cleaned(line[:MAX_LINE]) for line in LINE_ENDS.split(text)]


def _cleaned(line: str) -> str:
    if not line:
        return line
    if "\x1b" in line:
        line = ESCAPE.sub("", line).replace("\x1b", "")
    if "[" in line and LOST_ESCAPE.search(line):
        line = LOST_ESCAPE.sub("", line)
    line = line.expandtabs(4).rstrip()
    for _ in range(MAX_PREFIXES):
        found = PREFIX.match(line)
        if found is None:
            break
        line = line[found.end() :]
    return _without_box(line)


def _without_box(line: str) -> str:
    """What stands between the sides of a box; the title of one, without its line."""
    start = line.lstrip()
    if not start:
        return line
    if start[0] in BOX_CHARS:
        return start.strip("╭╮╰╯┌┐└┘├┤─━═ ")
    if start[0] in BOX_SIDE:
        return start[1:].removeprefix(" ").rstrip().rstrip(BOX_SIDE).rstrip()
    return line
