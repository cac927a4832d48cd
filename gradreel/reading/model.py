"""What is read from a pasted text."""

from __future__ import annotations

from typing import Final, Literal

from gradreel.locale import Lang
from gradreel.trace import Frozen

READING_VERSION: Final = 1


class Frame(Frozen):
    """One line of a traceback: where the program was."""

    file: str
    """As it is written there; ``In [3]`` for a cell of a notebook; "" where it is not said."""
    line: int | None
    function: str | None
    text: str | None
    """What stands on that line, where the traceback shows it."""
    own: bool
    """Whether it is in the program, and not in PyTorch, another package or Python itself."""


class Traceback(Frozen):
    """A traceback, or what is left of one."""

    role: Literal["raised", "forward", "induced"]
    """``forward``: anomaly mode's, of the call that recorded the node which failed; ``induced``: of the pass that recorded it in turn."""
    frames: tuple[Frame, ...]
    """The outermost first."""
    left_out: int = 0
    """Frames in the middle that are not listed."""
    exception: str | None = None
    """The type of what was raised; None where that is cut off."""
    message: str = ""
    node: str | None = None
    """The node that anomaly mode names."""
    link: Literal["cause", "context"] | None = None
    """How it follows from the one above it, where one exception led to another."""


class Suspect(Frozen):
    """Something that may have caused the error, with the reason to think so."""

    line: int | None
    """Of the code; None where there is no code: the text is then something to search for in it."""
    text: str
    reason: str


Effect = Literal["breaks", "silent", "refused", "harmless", "unknown"]


class Break(Frozen):
    """Something above an edit that keeps what is edited, for its gradient."""

    line: int
    text: str
    keeps: Literal["result", "input", "weights"]
    reason: str


class CodeEdit(Frozen):
    """An edit in place that a piece of code has."""

    line: int
    text: str
    target: str | None
    """What is edited, as the code calls it."""
    effect: Effect
    """``breaks``: something above it keeps the tensor; ``silent``: so, and no check sees this edit; ``refused``: PyTorch does not allow it;
    ``harmless``: nothing keeps the tensor, as far as this code shows; ``unknown``: the code does not show it."""
    reason: str
    breaks: tuple[Break, ...] = ()


class OfferedCall(Frozen):
    """A module class, and a small call of it."""

    name: str
    line: int
    call: str | None
    """Lines to put behind the code; None where its inputs are not known."""
    reason: str
    made: bool
    """Whether the code makes one already."""


class CodeReading(Frozen):
    """What a piece of code shows without being run."""

    edits: tuple[CodeEdit, ...] = ()
    missing: tuple[str, ...] = ()
    """Names that are used and never bound."""
    imports: tuple[str, ...] = ()
    """Lines to put in front, for names that everybody imports alike."""
    libraries: tuple[str, ...] = ()
    """What it imports beside Python's own, PyTorch, NumPy and einops."""
    modules: tuple[OfferedCall, ...] = ()
    piece: bool = False
    """Whether it calls nothing by itself: it has functions and classes alone, or a method without its class."""


class Reading(Frozen):
    """What a pasted text says of an error."""

    schema_version: Literal[1] = READING_VERSION
    lang: Lang
    kind: str | None
    """The kind of diagnosis that a film would have; None where the error is none that is known."""
    title: str
    exception: str | None
    message: str
    """PyTorch's own, as far as it is there."""
    torch: str | None
    """The versions of PyTorch that word it so: ``1.0–1.6``, ``2.0+``; None where that is not known."""
    dtype: str | None = None
    device: str | None = None
    shape: tuple[int, ...] | None = None
    node: str | None = None
    """The node that the message names, as what made the tensor; where it names none, the node that failed."""
    output: int | None = None
    saved_version: int | None = None
    current_version: int | None = None
    failed_node: str | None = None
    """The node whose backward failed, which anomaly mode names."""
    keeps: Literal["result", "input", "both", "nothing"] | None = None
    """What the node's op keeps for its gradient; None where that is not known."""
    raise_file: str | None = None
    raise_line: int | None = None
    """The last line of the program itself in the traceback of the error; of the code, where the line was found there."""
    forward_file: str | None = None
    forward_line: int | None = None
    """The same of anomaly mode's traceback."""
    facts: tuple[str, ...] = ()
    """What is known, in sentences."""
    suspects: tuple[Suspect, ...] = ()
    """The likeliest first."""
    ruled_out: tuple[str, ...] = ()
    """What it is not, in sentences."""
    record: tuple[str, ...] = ()
    """The lines that record it where the program runs."""
    example: str | None = None
    """The id of the built-in example that is nearest."""
    code: Literal["none", "read", "unreadable"] = "none"
    """Whether there was code beside the text, and whether Python can read it."""
    tracebacks: tuple[Traceback, ...] = ()
    piece: CodeReading | None = None
    """What the code shows by itself, where there is no text beside it."""
