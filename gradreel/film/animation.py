"""Writes a film as an animation: GIF, MP4 or WebM, its frames drawn by the still engine.

    run (JSON) ─▶ lay out, choose the steps ─▶ SVG of each step ─▶ PNG (resvg) ─┬─▶ GIF: Pillow, one palette for all frames
                                                                                └─▶ MP4 (H.264), WebM (VP9): PyAV

Playing stops at no more than ``MAX_FRAMES`` steps of a film, however long it is, so time, memory and size are bounded. Frames wait as
PNG; none is decoded before it is encoded.
"""

from __future__ import annotations

import io
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal, cast

from gradreel.errors import StillFailed

try:
    import av
    from PIL import Image

    from gradreel.film.still import (
        MAX_SECONDS,
        MAX_WIDTH_PX,
        MIN_SECONDS,
        MIN_WIDTH_PX,
        AnimationForm,
        AnimationOrder,
        StillEngine,
        png_of,
    )
except ModuleNotFoundError as error:
    raise StillFailed(f"GIFs and videos need the package {error.name}: pip install 'gradreel[video]'") from None

MAX_FRAMES = 80
"""Pages stop at some 50 steps of a long film; a story has at most 60."""

RATE_PER_S = 10
"""Pictures per second of a video: slides and editors want an even rate, and equal pictures in a row take next to no room."""
GIF_COLOURS = 128
PALETTE_FRAMES = 6
"""Frames from which the palette of a GIF is made, evenly chosen."""
VIDEO_OPTIONS = {
    "libx264": {"preset": "veryfast", "crf": "20", "tune": "stillimage", "g": "100"},
    "libvpx-vp9": {"deadline": "realtime", "cpu-used": "6", "crf": "30", "b": "0", "row-mt": "1", "g": "100"},
}
CODECS = {"mp4": "libx264", "webm": "libvpx-vp9"}


@dataclass(frozen=True)
class AnimationLimits:
    """What one animation may take."""

    time_s: float = 120.0
    """For all of it."""
    frame_time_s: float = 20.0
    """For the layout, and for drawing each frame."""
    engine_bytes: int = 768 * 1024**2
    """Memory of the drawing engine."""
    max_bytes: int = 32 * 1024**2
    """Size of the file."""


@dataclass(frozen=True)
class Animation:
    """A film as a GIF or a video."""

    content: bytes
    frames: int
    """Steps that are shown."""
    steps: int
    """Steps that the film has."""

    @property
    def is_part(self) -> bool:
        """Whether steps are left out, as of a long film or of a story."""
        return self.frames < self.steps


@dataclass(frozen=True)
class _Frames:
    pngs: tuple[bytes, ...]
    durations_ms: tuple[int, ...]

    def images(self) -> Iterator[Image.Image]:
        for png in self.pngs:
            yield _decoded(png)


def animate(run: str, order: AnimationOrder, form: AnimationForm, limits: AnimationLimits | None = None) -> Animation:
    """Write the animation of ``run`` (JSON); takes up to a second per step: call it in a process of its own.

    Raises ``StillFailed`` where it cannot be drawn, or takes more time or room than ``limits`` allow.
    """
    limits = limits or AnimationLimits()
    _check(order)
    ends = time.monotonic() + limits.time_s
    engine = StillEngine(limits.frame_time_s, limits.engine_bytes)
    plan = engine.lay_out_animation(run, order)
    if len(plan.durations_ms) > MAX_FRAMES:
        raise StillFailed(f"An animation has at most {MAX_FRAMES} frames: choose a shorter range of steps.")
    pngs = []
    for number in range(len(plan.durations_ms)):
        _check_time(ends, limits)
        pngs.append(png_of(engine.animation_frame(number)))
    content = ENCODERS[form](_Frames(tuple(pngs), plan.durations_ms), lambda: _check_time(ends, limits))
    if len(content) > limits.max_bytes:
        raise StillFailed(f"The file takes more than {limits.max_bytes // 1024**2} MiB: choose fewer steps or a smaller width.")
    return Animation(content, len(pngs), plan.steps)


def _check(order: AnimationOrder) -> None:
    if not MIN_WIDTH_PX <= order.width <= MAX_WIDTH_PX:
        raise StillFailed(f"An animation {order.width} pixels wide cannot be made: choose {MIN_WIDTH_PX} to {MAX_WIDTH_PX}.")
    if order.seconds is not None and not MIN_SECONDS <= order.seconds <= MAX_SECONDS:
        raise StillFailed(f"A step cannot stay for {order.seconds:g} s: choose {MIN_SECONDS:g} to {MAX_SECONDS:g}.")


def _check_time(ends: float, limits: AnimationLimits) -> None:
    if time.monotonic() > ends:
        raise StillFailed(f"Drawing this film takes more than {limits.time_s:g} s: choose fewer steps or a smaller width.")


def _gif(frames: _Frames, check_time: Callable[[], None]) -> bytes:
    palette = _palette(frames)

    def reduced() -> Iterator[Image.Image]:
        for image in frames.images():
            check_time()
            yield image.quantize(palette=palette, dither=Image.Dither.NONE)

    each = reduced()
    file = io.BytesIO()
    durations = list(frames.durations_ms)
    next(each).save(file, "GIF", save_all=True, append_images=each, duration=durations, loop=0, disposal=1, optimize=False)
    return file.getvalue()


def _palette(frames: _Frames) -> Image.Image:
    """One palette from frames of the whole film: colours that flicker from frame to frame would be worse than fewer colours."""
    gap = max(1, len(frames.pngs) // PALETTE_FRAMES)
    images = [_decoded(png) for png in (*frames.pngs[::gap], frames.pngs[-1])]
    width, height = images[0].size
    sheet = Image.new("RGB", (width, height * len(images)))
    for at, image in enumerate(images):
        sheet.paste(image, (0, at * height))
    return sheet.quantize(GIF_COLOURS, Image.Quantize.MEDIANCUT)


def _video(form: Literal["mp4", "webm"]) -> Callable[[_Frames, Callable[[], None]], bytes]:
    def encode(frames: _Frames, check_time: Callable[[], None]) -> bytes:
        # NOTE [Files] The index of an MP4 moves to its beginning at the end, for which FFmpeg opens the file once more, by its name.
        with tempfile.TemporaryDirectory(prefix="gradreel-") as folder:
            path = Path(folder, f"film.{form}")
            _write_video(path, form, frames, check_time)
            return path.read_bytes()

    return encode


def _write_video(path: Path, form: Literal["mp4", "webm"], frames: _Frames, check_time: Callable[[], None]) -> None:
    codec = CODECS[form]
    with av.open(str(path), "w", format=form, options={"movflags": "+faststart"} if form == "mp4" else {}) as container:
        stream = cast(av.VideoStream, container.add_stream(codec, rate=RATE_PER_S, options=VIDEO_OPTIONS[codec]))
        stream.width, stream.height = _decoded(frames.pngs[0]).size
        stream.pix_fmt = "yuv420p"
        shown = 0
        for image, ms in zip(frames.images(), frames.durations_ms, strict=True):
            check_time()
            picture: av.VideoFrame = av.VideoFrame.from_image(image)  # type: ignore[no-untyped-call]
            picture = picture.reformat(format="yuv420p")
            for _ in range(max(1, round(ms * RATE_PER_S / 1000))):
                picture.pts, picture.time_base = shown, Fraction(1, RATE_PER_S)
                container.mux(stream.encode(picture))
                shown += 1
        container.mux(stream.encode())


def _decoded(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


ENCODERS: dict[AnimationForm, Callable[[_Frames, Callable[[], None]], bytes]] = {"gif": _gif, "mp4": _video("mp4"), "webm": _video("webm")}
"""By form: how drawn frames become a file."""
