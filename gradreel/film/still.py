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

StillTheme = Literal["light", "dark"]


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
    """None draws the story of a film that has one."""
    about: str | None = None
    """What the story is about; None for the worst diagnosis."""


@dataclass(frozen=True)
class FrameOrder:
    """The frame of an embed whose height is asked for."""

    view: Literal["graph", "code", "both"] = "graph"
    lang: Lang = "en"
    width: int = 760
    """In pixels."""
    show: Show | None = None
    about: str | None = None


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

    def _call(self, function: str, run: str, order: StillOrder | FrameOrder) -> Any:
        if not _event_loop_runs():
            return self._call_here(function, run, order)
        # As in a notebook's cell: the engine takes a deadline only where no event loop runs.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(self._call_here, function, run, order).result()

    def _call_here(self, function: str, run: str, order: StillOrder | FrameOrder) -> Any:
        with self._lock:
            try:
                engine = self._engine = self._engine or self._start()
                return engine.call(function, run, json.dumps(asdict(order)), timeout_sec=self._time_s, max_memory=self._memory_bytes)
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
