"""Reads the Markdown of a note into blocks of plain text: paragraphs, entries of lists, code; emphasis, code and links within them.

No markup leaves this module: HTML in a note stays the text that it is, and whoever shows the blocks makes the elements. Links lead to
http and https alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal, cast

from markdown_it import MarkdownIt
from markdown_it.token import Token

from gradreel.trace.notes import Block, Piece

Mark = Literal["strong", "em", "code"]

RULES = ["paragraph", "list", "fence", "code", "emphasis", "backticks", "link", "autolink", "newline", "escape", "entity"]
MARKS: dict[str, Mark] = {"strong": "strong", "em": "em"}
MAX_NESTING = 20


def blocks_of(markdown: str) -> tuple[Block, ...]:
    """Read Markdown; entries of a list inside a list stand in the outer one."""
    return tuple(_blocks(_parser().parse(markdown)))


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("zero", {"html": False, "maxNesting": MAX_NESTING}).enable(RULES)
    parser.validateLink = _leads_to_the_web  # type: ignore[method-assign]
    return parser


def _leads_to_the_web(url: str) -> bool:
    return url.lower().startswith(("https://", "http://"))


def _blocks(tokens: list[Token]) -> Iterator[Block]:
    lists: list[Literal["bullet", "number"]] = []
    begins = False
    for token in tokens:
        if token.type in ("bullet_list_open", "ordered_list_open"):
            lists.append("bullet" if token.type == "bullet_list_open" else "number")
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            lists.pop()
        elif token.type == "list_item_open":
            begins = True
        elif token.type in ("fence", "code_block"):
            yield Block(kind="code", pieces=(Piece(text=token.content.rstrip("\n")),))
        elif token.type == "inline":
            kind = lists[-1] if lists and begins else "paragraph"
            begins = False
            yield Block(kind=kind, pieces=tuple(_joined(_pieces(token.children or []))))


def _pieces(tokens: list[Token]) -> Iterator[Piece]:
    marks: list[Mark] = []
    href: str | None = None
    for token in tokens:
        name = token.type.removesuffix("_open").removesuffix("_close")
        if name in MARKS:
            if token.nesting > 0:
                marks.append(MARKS[name])
            else:
                marks.remove(MARKS[name])
        elif name == "link":
            href = cast(str, token.attrs["href"]) if token.nesting > 0 else None
        else:
            text = "\n" if token.type in ("softbreak", "hardbreak") else token.content
            code: tuple[Mark, ...] = ("code",) if token.type == "code_inline" else ()
            yield Piece(text=text, marks=(*dict.fromkeys(marks), *code), href=href)


def _joined(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Put neighbours of one form together; the parser leaves empty ones behind."""
    last: Piece | None = None
    for piece in pieces:
        if last is not None and (piece.marks, piece.href) == (last.marks, last.href):
            last = last.model_copy(update={"text": last.text + piece.text})
        elif piece.text:
            if last is not None:
                yield last
            last = piece
    if last is not None and last.text:
        yield last
