"""The messages between the server and a reader, and how they travel over a stream: JSON with the bulk behind it.

length of all (4 bytes) · length of the JSON (4 bytes) · JSON · for each ``bytes`` field, in order: length (4 bytes) · content
"""

from __future__ import annotations

from dataclasses import dataclass

from app.sandbox.protocol.fields import MessageInvalid, Messages
from app.sandbox.protocol.modes import Mode, control_mode_of

LENGTH_BYTES = 4
MAX_FRAME_BYTES = 256 * 1024**2
"""Of what the server accepts from a reader, and the other way round."""


@dataclass(frozen=True)
class ReaderReady:
    """The reader has imported what it needs and is in its jail."""

    layers: tuple[str, ...]


@dataclass(frozen=True)
class ReadAnswer:
    """Make a film of a child's answer."""

    code: str
    result: bytes
    """Empty where there is none."""
    stdout: bytes
    failure: bytes
    """Why the server stopped the run: a ``Failure`` as JSON; empty if it did not."""
    elapsed_ms: float
    torch: str
    python: str
    compare: bool
    """Whether a plain run goes on beside it, to compare with."""
    plainly: bool
    """Leave out everything that a film can do without: a reader has failed at it."""
    unhurried: bool = False
    """Whether nobody waits for the place of this run, so that it may find out what a failed version check prevented."""
    plain_ended: bool = False
    """Whether the plain run has ended already; what it answered then need not be asked for."""
    plain_result: bytes = b""
    """As in ``ControlAnswer``."""
    plain_stdout: bytes = b""


@dataclass(frozen=True)
class AnswerValidated:
    """The answer fits the contract: if the reader fails from here on, the film can still be made plainly."""


@dataclass(frozen=True)
class ControlWanted:
    """Run the snippet once more in another mode."""

    mode_name: str
    for_comparison: bool
    """It is for comparing with plain PyTorch, which readers of the film wait for only so long."""

    @property
    def mode(self) -> Mode:
        """The mode; raises ``MessageInvalid`` if there is none of this name, or it is no control run."""
        return _control_mode(self.mode_name)


@dataclass(frozen=True)
class ControlsExpected:
    """These runs will be wanted, in this order: the server may begin them before they are asked for."""

    mode_names: tuple[str, ...]

    @property
    def modes(self) -> tuple[Mode, ...]:
        """The modes, each once; raises as ``ControlWanted.mode``."""
        return tuple(dict.fromkeys(map(_control_mode, self.mode_names)))


def _control_mode(name: str) -> Mode:
    mode = control_mode_of(name)
    if mode is None:
        raise MessageInvalid(f"no control run is {name!r}")
    return mode


@dataclass(frozen=True)
class ControlAnswer:
    """What that run answered."""

    result: bytes
    """Empty where it gave nothing to compare with."""
    stdout: bytes


@dataclass(frozen=True)
class FinishedFilm:
    """The film, packed, and the facts about it that the server needs."""

    body: bytes
    summary: bytes
    """JSON: one sentence per language."""
    etag: str
    reusable: bool
    kept: bool
    status: str
    failure_kind: str
    """Empty where there is no failure."""
    hint_kind: str
    """Which limit the failure's words are about; empty where they are about none."""
    fidelity: str
    differences: tuple[str, ...]
    """What tracing changed: names of the fields, where it is known to have changed any."""
    refused: str
    """In which part the answer breaks the contract; empty if it does not."""
    left_out: tuple[str, ...]
    """Stages that failed or took too long, each with the type of the error: ``diagnoses:RecursionError``."""
    reader_is_spent: bool
    """The reader has grown so large that it ends now, and another one must take its place."""


@dataclass(frozen=True)
class RenewFilm:
    """Bring a stored film into the present form."""

    body: bytes
    snippet_id: str
    """The id that it is to have; empty leaves it as it is."""


@dataclass(frozen=True)
class RenewedFilm:
    """The same film in the present form."""

    body: bytes
    etag: str
    unreadable: str
    """Why there is none; empty if there is."""
    reader_is_spent: bool
    """As in ``FinishedFilm``."""


@dataclass(frozen=True)
class JudgeFix:
    """Compare a fixed program with the program before the fix, as it was meant."""

    kind: str
    """Of the fix."""
    fixed: bytes
    """What the control run of the fixed program answered; empty where it gave nothing to compare with."""
    intended: bytes
    same_program: bool
    """Both are runs of the program before the fix: how it ends is not judged."""
    all_cells: bool = False
    """Both are plain runs of a program in percent format, after the fix and before it: only how each cell ends is judged."""


@dataclass(frozen=True)
class JudgedFix:
    """Whether a fix works, as far as these two runs tell."""

    verdict: str
    changed: tuple[str, ...]
    exception_type: str
    reader_is_spent: bool


@dataclass(frozen=True)
class DoWork:
    """Do something with a text or a film of a visitor: see ``app/workers``."""

    call: bytes
    """The function, its arguments and its keywords, pickled: the server is trusted, what comes back is not."""


@dataclass(frozen=True)
class WorkDone:
    """What came of it, or why nothing did."""

    content: bytes
    error: str
    """The name of the error that it ended with; empty if it did not."""
    message: str
    """What that error says to whoever asked."""
    cpu_ms: float
    """Processor time that it took."""
    reader_is_spent: bool
    """As in ``FinishedFilm``."""


Frame = (
    ReaderReady
    | ReadAnswer
    | AnswerValidated
    | ControlWanted
    | ControlsExpected
    | ControlAnswer
    | FinishedFilm
    | RenewFilm
    | RenewedFilm
    | JudgeFix
    | JudgedFix
    | DoWork
    | WorkDone
)
_FRAMES: Messages[Frame] = Messages(Frame)


def to_frame(message: Frame) -> bytes:
    """Write a message; ``from_frame`` reads what follows the first length."""
    parts: list[bytes] = []
    for content in (_FRAMES.to_json(message), *_FRAMES.bulk(message)):
        parts += [len(content).to_bytes(LENGTH_BYTES), content]
    size = sum(map(len, parts))
    return b"".join([size.to_bytes(LENGTH_BYTES), *parts])


def from_frame(frame: bytes) -> Frame:
    """Read a message; raises ``MessageInvalid`` unless it is exactly one of them."""
    parts, position = [], 0
    while position < len(frame):
        start = position + LENGTH_BYTES
        position = start + int.from_bytes(frame[position:start])
        if position > len(frame):
            raise MessageInvalid("a frame that is cut short")
        parts.append(frame[start:position])
    if not parts:
        raise MessageInvalid("an empty frame")
    header, *contents = parts
    message = _FRAMES.from_json(header, contents)
    if len(_FRAMES.bulk(message)) != len(contents):
        raise MessageInvalid("a frame with too little behind its header")
    return message
