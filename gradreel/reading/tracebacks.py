"""Finds the tracebacks in the lines of a text: whole ones, and what is left of those that were cut off."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from gradreel.reading.frames import code_beside, header_of, is_listing, is_markers, is_own
from gradreel.reading.model import Frame, Traceback

START = "Traceback (most recent call last)"
FORWARD = re.compile(r"Traceback of forward call that (caused|induced)|No forward pass information available")
"""How anomaly mode announces its traceback, or says that it was not on in the forward pass."""
DETECTED = re.compile(r"(?:Error detected in|Previous calculation was induced by) ([^\s,]{1,200})")
EXCEPTION = re.compile(
    r"((?:[A-Za-z_]\w{0,100}\.){0,8}[A-Za-z_]\w{0,100}?(?:Error|Exception|Interrupt|Exit|Failure|StopIteration|Warning))(?:: ?(.*))?$"
)
TWICE = re.compile(r"(\w{1,60}?(?:Error|Exception))\1{1,40}$")
"""A name that several processes have written into one line."""
FENCE = "```"
NAMED = re.compile(r"([A-Za-z_][\w.]{0,200})(?:: (.+))?$")
LINKS: tuple[tuple[str, Literal["cause", "context"]], ...] = (
    ("The above exception was the direct cause of", "cause"),
    ("During handling of the above exception", "context"),
)
REPEATED = "[Previous line repeated"
ENDS_OF_FORWARD = (
    "(Triggered internally",
    "(function ",
    "return Variable._execution_engine",
    "return _engine_run_backward",
    "Variable._execution_engine",
)
MAX_FRAMES = 10_000
"""Of all tracebacks of a text."""
MAX_TRACEBACKS = 200
MAX_MESSAGE_LINES = 30
MAX_MESSAGE = 4000
MAX_TEXT = 300

Role = Literal["raised", "forward", "induced"]


def tracebacks_of(lines: Sequence[str]) -> tuple[Traceback, ...]:
    """Return the tracebacks in the order of the text."""
    return _Parser().parse(lines)


def collapsed(text: str) -> str:
    """Return a text with single spaces, as a message is compared that was broken into lines."""
    return " ".join(text.split())


class _Block:
    """A traceback that is being read."""

    def __init__(self, role: Role, link: Literal["cause", "context"] | None = None, node: str | None = None) -> None:
        self.role: Role = role
        self.link = link
        self.node = node
        self.hinted: str | None = None
        """The exception that IPython names first."""
        self.headed = False
        """Whether its heading is there."""
        self.frames: list[Frame] = []
        self.shows = ""
        """How the code of the last frame follows."""
        self.exception: str | None = None
        self.message: list[str] = []

    def made(self, most: int) -> Traceback:
        half = max(most // 2, 1)
        frames, left_out = self.frames, max(len(self.frames) - 2 * half, 0)
        kept = (*frames[:half], *frames[-half:]) if left_out else tuple(frames)
        return Traceback(
            role=self.role,
            frames=kept,
            left_out=left_out,
            exception=self.exception or self.hinted,
            message=collapsed(" ".join(self.message))[:MAX_MESSAGE],
            node=self.node,
            link=self.link,
        )


class _Parser:
    def __init__(self) -> None:
        self._blocks: list[_Block] = []
        self._open: _Block | None = None
        self._link: Literal["cause", "context"] | None = None
        self._message: _Block | None = None
        """The block whose message goes on."""
        self._next = False
        """Whether the code of the last frame is expected."""

    def parse(self, lines: Sequence[str]) -> tuple[Traceback, ...]:
        for line in lines:
            self._read(line)
        self._close()
        blocks = [block for block in self._blocks if block.frames or block.exception or block.headed]
        blocks = blocks if len(blocks) <= MAX_TRACEBACKS else [*blocks[: MAX_TRACEBACKS // 2], *blocks[-(MAX_TRACEBACKS // 2) :]]
        left, made = MAX_FRAMES, []
        for block in blocks:
            made.append(block.made(left))
            left = max(left - len(made[-1].frames), 2)
        return tuple(made)

    def _read(self, line: str) -> None:
        text = line.strip()
        if not text:
            self._message, self._next = None, False
            return
        if text.startswith(FENCE):
            # A message goes on behind a fence in its middle.
            if self._message is not None and not self._message.message[-1].rstrip().endswith(("operation:", ",")):
                self._message = None
            return
        if self._begins(text) or self._is_frame(text):
            return
        if self._open is not None and self._is_code(line, text):
            return
        if self._is_exception(line, text):
            return
        if self._message is not None and len(self._message.message) < MAX_MESSAGE_LINES:
            self._message.message.append(text)

    def _begins(self, text: str) -> bool:
        """Whether the line is the heading of a traceback, or says how two hang together."""
        for words, link in LINKS:
            if words in text:
                self._close()
                self._link = link
                return True
        if "Traceback" not in text and "No forward" not in text:
            return False
        if found := FORWARD.search(text):
            self._close()
            named = DETECTED.search(text)
            self._open = _Block("induced" if found[1] == "induced" else "forward", node=named[1].rstrip(".") if named else None)
            self._open.headed = True
            if found[1] is None:
                self._close()
        elif START in text:
            self._close()
            self._open = _Block("raised", self._link)
            self._open.headed = True
            hinted = NAMED.match(text[: text.index(START)].strip())
            self._open.hinted = (
                hinted[1] if hinted and hinted[2] is None and hinted[1].endswith(("Error", "Exception", "Interrupt")) else None
            )
            self._link = None
        else:
            return False
        self._message, self._next = None, False
        return True

    def _is_frame(self, text: str) -> bool:
        header = header_of(text)
        if header is None:
            return False
        if self._open is None:
            self._open = _Block("raised", self._link)
            self._link = None
        self._open.frames.append(Frame(file=header.file, line=header.line, function=header.function, text=None, own=is_own(header.file)))
        self._open.shows = header.shows
        self._message, self._next = None, header.shows == "next"
        return True

    def _is_code(self, line: str, text: str) -> bool:
        """Whether the line is the code of the frame above it, or stands around that."""
        block = self._open
        assert block is not None
        if is_markers(line) or text.startswith(REPEATED):
            return True
        if block.role != "raised" and text.startswith(ENDS_OF_FORWARD):
            self._close()
            return True
        if self._next and block.frames and not EXCEPTION.match(text):
            self._next = False
            block.frames[-1] = block.frames[-1].model_copy(update={"text": text[:MAX_TEXT]})
            return True
        if beside := code_beside(line):
            self._point(block, *beside)
            return True
        return bool(block.frames) and block.shows != "next" and is_listing(line)

    def _point(self, block: _Block, number: int, text: str) -> None:
        if not block.frames:
            block.frames.append(Frame(file="", line=None, function=None, text=None, own=True))
        last = block.frames[-1]
        if last.text is None:
            block.frames[-1] = last.model_copy(update={"line": number, "text": text[:MAX_TEXT]})

    def _is_exception(self, line: str, text: str) -> bool:
        found = EXCEPTION.match(text[:MAX_MESSAGE])
        if found is None and self._open is not None and self._open.frames and not line.startswith(" ") and self._open.role == "raised":
            found = NAMED.match(text[:MAX_MESSAGE]) if _looks_named(text) else None
        if found is None or (found[1].endswith("Warning") and (self._open is None or self._open.role != "raised")):
            return False
        if self._open is None or self._open.role != "raised":
            self._close()
            self._open = _Block("raised", self._link)
            self._link = None
        block = self._open
        twice = TWICE.match(found[1])
        block.exception = twice[1] if twice else found[1]
        block.message = [(found[2] or "").lstrip(": ") if twice else found[2] or ""]
        self._close()
        self._message = block
        return True

    def _close(self) -> None:
        if self._open is not None:
            self._blocks.append(self._open)
        self._open, self._message, self._next = None, None, False


def _looks_named(text: str) -> bool:
    """Whether it may be an exception of another name: ``pkg.module.Name: words``."""
    name, colon, _ = text.partition(": ")
    if not colon:
        return False
    return name[:1].isupper() if name.isidentifier() else "." in name and name.replace(".", "").isidentifier()
