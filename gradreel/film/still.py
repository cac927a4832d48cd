"""Draws one step of a run as a picture: SVG by the page's own code, PNG rasterised from it.

    run (JSON) ─▶ gradreel/player/still.js in a V8 inside this process ─▶ SVG ─▶ resvg ─▶ PNG

The engine runs our code on a snippet's data, never a snippet. It has no file, no network and no clock to wait on, a bound on its
memory and a deadline; drawing happens in threads, one at a time per engine.
"""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any, Literal

import resvg_py
from py_mini_racer import JSEvalException, JSOOMException, JSTimeoutException, MiniRacer

from gradreel.errors import PlayerNotBuilt, StillFailed
from gradreel.film.show import Show
from gradreel.locale import Lang
from gradreel.player import player_file

SIDE_PIXELS = 4096
"""Longest side of a PNG; a larger drawing is scaled down."""

STOP_S = 5.0
"""Longest wait for an engine that was told to stop, in seconds; one native call, such as reading the JSON, it ends first."""

_STARTING = threading.Lock()
"""The first engines of a process are started one after the other: V8 ends the process where two set it up at the same time."""

MIN_WIDTH_PX, MAX_WIDTH_PX = 320, 1920
"""Of an animation's frames."""
MIN_SECONDS, MAX_SECONDS = 0.2, 10.0
"""How long each step of an animation may be ordered to stay."""

StillTheme = Literal["light", "dark"]
AnimationForm = Literal["gif", "mp4", "webm"]


@dataclass(frozen=True)
class Card:
    """A frame around the drawing, with a title and the step's sentence: what chats and forums show for a link."""

    title: str
    width: int = 1200
    """In pixels, as is ``height``: the size that Open Graph cards have."""
    height: int = 630


@dataclass(frozen=True)
class StillOrder:
    """What to draw."""

    step: int | None = None
    """Counts from 1; None draws the step that tells most."""
    theme: StillTheme = "light"
    lang: Lang = "en"
    card: Card | None = None
    """None for the drawing alone."""
    show: Show | None = None
    """None draws the story of a film that has one, else the overview of a film larger than a story."""
    about: str | None = None
    """What the story is about; None for the worst diagnosis."""
    cell: int | None = None
    """Where ``step`` is None, the cell that is drawn, at what explains its error: it says more than ``show`` and ``about``."""
    notes: str | None = None
    """``ShownNotes`` as JSON: where the film opens, and the caption under the step that is drawn, or on its card."""


@dataclass(frozen=True)
class FrameOrder:
    """The frame of an embed whose height is asked for."""

    view: Literal["graph", "code", "both"] = "graph"
    lang: Lang = "en"
    width: int = 760
    """In pixels."""
    show: Show | None = None
    about: str | None = None
    narrowest: int | None = None
    """In pixels, of a frame as wide as the column that it is in: a story or an overview is whole there too."""
    notes: str | None = None
    """``ShownNotes`` as JSON, for which the frame has room."""
    cell: int | None = None
    """The number of the cell that the frame opens at, whose code alone it shows."""


@dataclass(frozen=True)
class AnimationOrder:
    """What to animate: every step at which playing the film stops, between ``first`` and ``last``."""

    title: str
    theme: StillTheme = "light"
    lang: Lang = "en"
    view: Literal["graph", "code", "both"] = "both"
    width: int = 1280
    """In pixels; frames are 16 wide to 9 high."""
    first: int | None = None
    """Counts from 1, as does ``last``, and both are included; None for the whole film."""
    last: int | None = None
    seconds: float | None = None
    """How long each step stays; None for as long as on the page, where any film is over in under 20 s."""
    show: Show | None = None
    """None animates the story of a film that has one."""
    about: str | None = None
    """What the story is about; None for the worst diagnosis."""
    cell: int | None = None
    """The number of the cell that is animated: the story of its error, else its steps."""
    notes: str | None = None
    """``ShownNotes`` as JSON: steps with a note are among the frames and stay until it is read; from where it opens to where it stops."""


@dataclass(frozen=True)
class AnimationPlan:
    """The frames of an animation that is laid out."""

    durations_ms: tuple[int, ...]
    """How long each frame is shown."""
    steps: int
    """Steps of the film, of which a long one has more than its animation has frames."""


class StillEngine:
    """Draws stills; the engine starts with the first one."""

    def __init__(self, time_s: float, memory_bytes: int) -> None:
        """``time_s`` bounds one drawing in seconds, ``memory_bytes`` the engine's heap."""
        self._time_s = time_s
        self._memory_bytes = memory_bytes
        self._engine: MiniRacer | None = None
        self._lock = threading.Lock()

    def svg(self, run: str, order: StillOrder) -> str:
        """Draw one step of ``run`` (JSON); takes about 50 ms for a small film: call it in a thread.

        Raises ``StillFailed``; the next drawing then gets a new engine, unless the old one has merely been told to stop and did.
        """
        return str(self._call("still", run, order))

    def frame_height(self, run: str, order: FrameOrder) -> int:
        """Height in pixels at which a frame shows the opening picture of ``run`` (JSON) whole; takes and raises as ``svg`` does."""
        return int(self._call("height", run, order))

    def lay_out_animation(self, run: str, order: AnimationOrder) -> AnimationPlan:
        """Lay out an animation of ``run`` (JSON), whose frames ``animation_frame`` then draws; raises as ``svg`` does."""
        plan = json.loads(self._call("animation", run, order))
        return AnimationPlan(tuple(plan["durations_ms"]), plan["steps"])

    def animation_frame(self, number: int) -> str:
        """Draw one frame, counted from 0, of the animation that was laid out last; takes and raises as ``svg`` does."""
        return str(self._call("animationFrame", number))

    def _call(self, function: str, *given: str | int | StillOrder | FrameOrder | AnimationOrder) -> Any:
        arguments = [each if isinstance(each, str | int) else json.dumps(asdict(each)) for each in given]
        if not _event_loop_runs():
            return self._call_here(function, arguments)
        # As in a notebook's cell: the engine takes a deadline only where no event loop runs.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(self._call_here, function, arguments).result()

    def _call_here(self, function: str, arguments: list[str | int]) -> Any:
        with self._lock:
            try:
                engine = self._engine = self._engine or self._start()
                return engine.call(function, *arguments, timeout_sec=self._time_s, max_memory=self._memory_bytes)
            except JSEvalException as error:
                if not isinstance(error, JSTimeoutException) or not self._has_stopped():
                    self._engine = None
                raise StillFailed(self._reason(error)) from None

    def _has_stopped(self) -> bool:
        """Whether the engine, told to stop, answers again: a drawing that follows is not to pay for the one before."""
        try:
            return self._engine is not None and self._engine.eval("1", timeout_sec=STOP_S) == 1
        except JSEvalException:
            return False

    def _reason(self, error: JSEvalException) -> str:
        """Say why there is no drawing. The engine's own message is left out: it quotes the run, and with it the program."""
        if isinstance(error, JSTimeoutException):
            return f"Drawing this film takes more than {self._time_s:g} s: it has too many steps for a picture."
        if isinstance(error, JSOOMException):
            return f"Drawing this film takes more than {self._memory_bytes // 1024**2:,} MiB of memory: it is too large for a picture."
        return f"The drawing engine failed ({type(error).__name__}): make the film anew, or report this."

    def _start(self) -> MiniRacer:
        try:
            bundle = player_file("still.js")
        except PlayerNotBuilt as error:
            raise StillFailed(str(error)) from None
        with _STARTING:
            engine = MiniRacer()
        engine.eval(bundle)
        return engine


def _event_loop_runs() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def png_of(svg: str) -> bytes:
    """Rasterise an SVG of ours; call it in a thread."""
    width, height = _size(svg)
    zoom = min(1.0, SIDE_PIXELS / max(width, height))
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=max(1, round(width * zoom)),
        sans_serif_family="DejaVu Sans",
        monospace_family="DejaVu Sans Mono",
    )
    return bytes(drawn)


def _size(svg: str) -> tuple[float, float]:
    head = svg[: svg.index(">")]
    width, height = (float(head.split(f' {name}="', 1)[1].split('"', 1)[0]) for name in ("width", "height"))
    return width, height
