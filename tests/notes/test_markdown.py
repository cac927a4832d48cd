"""The Markdown of notes: what it may say, and that no markup, script or address of another kind comes through."""

from __future__ import annotations

import pytest

from gradreel.film.markdown import blocks_of


def told(markdown: str) -> list[tuple[str, str]]:
    """The kind and the text of each block."""
    return [(block.kind, "".join(piece.text for piece in block.pieces)) for block in blocks_of(markdown)]


def links(markdown: str) -> list[str]:
    return [piece.href for block in blocks_of(markdown) for piece in block.pieces if piece.href]


def test_paragraphs_lists_and_code_become_blocks() -> None:
    text = "First\nline\n\n- one\n- two\n  - inner\n\n3. three\n\n```python\nx = 1\ny = 2\n```\n\n    indented"
    assert told(text) == [
        ("paragraph", "First\nline"),
        ("bullet", "one"),
        ("bullet", "two"),
        ("bullet", "inner"),
        ("number", "three"),
        ("code", "x = 1\ny = 2"),
        ("code", "indented"),
    ]


def test_emphasis_code_and_links_become_pieces_with_marks() -> None:
    (block,) = blocks_of("a **b *c*** `d*` [e **f**](https://example.org/?a=1&b=2)")
    assert [(piece.text, piece.marks, piece.href) for piece in block.pieces] == [
        ("a ", (), None),
        ("b ", ("strong",), None),
        ("c", ("strong", "em"), None),
        (" ", (), None),
        ("d*", ("code",), None),
        (" ", (), None),
        ("e ", (), "https://example.org/?a=1&b=2"),
        ("f", ("strong",), "https://example.org/?a=1&b=2"),
    ]


@pytest.mark.parametrize(
    "html", ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<b>x</b>", "<!-- x -->", "<svg/onload=alert(1)>"]
)
def test_html_stays_the_text_that_it_is(html: str) -> None:
    assert told(html) == [("paragraph", html)]


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java&#115;cript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc/passwd",
        "//host/x",
        "/s/x",
        "mailto:a@b.c",
        "https:x",
    ],
)
def test_address_that_is_none_of_the_web_makes_no_link(address: str) -> None:
    assert links(f"[here]({address}) <{address}>\n\n[there]: {address}\n\n[there]") == []


def test_link_to_the_web_is_kept() -> None:
    assert links("[a](https://example.org) <http://example.org/b> [c](HTTPS://example.org)") == [
        "https://example.org",
        "http://example.org/b",
        "HTTPS://example.org",
    ]


def test_picture_is_not_loaded() -> None:
    assert told("![chart](https://example.org/chart.png)") == [("paragraph", "!chart")]


@pytest.mark.parametrize("text", ["", "   ", "\n\n\n"])
def test_text_of_nothing_has_no_blocks(text: str) -> None:
    assert blocks_of(text) == ()


@pytest.mark.parametrize("piece", ["*", "[", "- ", "> ", "`", "_*", "[a](", "1. ", "<", "**a", "\\", "&"])
def test_hostile_text_of_the_greatest_length_is_read(piece: str) -> None:
    assert all(block.pieces for block in blocks_of((piece * 2000)[:2000]))
