"""GIFs and videos of films: read back by other decoders, bounded, made once, and never in the way of anything else."""

from __future__ import annotations

import asyncio
import io
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from glob import glob
from pathlib import Path

import av
import httpx
import pytest
from PIL import Image, ImageChops

from app.errors import AnimationNotMade, Busy, TooManyRequests
from app.main import create_app
from app.render.animation_child import NICE
from app.render.animations import Animations, AnimationWanted
from app.settings import Settings
from gradreel.errors import StillFailed
from gradreel.film.animation import AnimationLimits, animate
from gradreel.film.export import WRITERS, Export
from gradreel.film.film import Film, film_of
from gradreel.film.load import film_from_json
from gradreel.film.notes import shown_notes
from gradreel.film.still import AnimationForm, AnimationOrder, StillEngine, png_of
from gradreel.trace import Notes
from tests.api.conftest import SeatedRunner
from tests.conftest import PATIENCE_S, EmptyDatabase, RunSnippet, client_of
from tests.store.films_v1 import json_of

STEPS = 9
FORMS: tuple[AnimationForm, ...] = ("gif", "mp4", "webm")
NOISE = 40
"""Largest difference of a colour that a decoder may show: palettes and codecs lose something."""
LONG = """import torch
x = w = torch.ones(4, requires_grad=True)
for _ in range(1500):
    x = x * 1.01
x.sum().backward()
"""


@pytest.fixture(scope="module")
def film() -> Film:
    """A film of nine steps."""
    return film_from_json(json_of("edit-after-save"))


def order_of(**given: object) -> AnimationOrder:
    return AnimationOrder("A film", **{"width": 640, **given})  # type: ignore[arg-type]


def wanted(film: Film, **given: object) -> AnimationWanted:
    return AnimationWanted(film, order_of(**given), "gif")


def pictures(content: bytes, form: AnimationForm) -> tuple[list[Image.Image], float]:
    """All frames and the seconds that they take in all, as another program reads them."""
    if form == "gif":
        with Image.open(io.BytesIO(content)) as image:
            frames, ms = [], 0
            for number in range(image.n_frames):  # type: ignore[attr-defined]
                image.seek(number)
                frames.append(image.convert("RGB"))
                ms += image.info["duration"]
            return frames, ms / 1000
    with av.open(io.BytesIO(content), "r") as container:
        frames = [frame.to_image() for frame in container.decode(video=0)]  # type: ignore[no-untyped-call]
        return frames, (container.duration or 0) / av.time_base


def drawn(film: Film, number: int) -> Image.Image:
    engine = StillEngine(20, 512 * 1024**2)
    engine.lay_out_animation(film.json().decode(), order_of())
    return Image.open(io.BytesIO(png_of(engine.animation_frame(number)))).convert("RGB")


def looks_like(one: Image.Image, other: Image.Image) -> bool:
    """Few points differ by more than what encoding loses."""
    difference = ImageChops.difference(one, other).convert("L").point(lambda value: 255 if value > NOISE else 0)
    return difference.histogram()[255] < 0.005 * one.width * one.height


@pytest.mark.parametrize("form", FORMS)
def test_animation_begins_and_ends_with_the_pictures_of_the_film_and_has_its_size(film: Film, form: AnimationForm) -> None:
    made = animate(film.json().decode(), order_of(), form)
    frames, seconds = pictures(made.content, form)
    assert (made.frames, made.steps, made.is_part) == (STEPS, STEPS, False)
    assert {frame.size for frame in frames} == {(640, 360)}
    assert looks_like(frames[0], drawn(film, 0))
    assert looks_like(frames[-1], drawn(film, STEPS - 1))
    assert not looks_like(frames[0], frames[-1])
    plan = StillEngine(20, 512 * 1024**2).lay_out_animation(film.json().decode(), order_of())
    assert seconds == pytest.approx(sum(plan.durations_ms) / 1000, abs=0.05 * STEPS)
    assert seconds < 25


def test_gif_of_ten_steps_for_a_readme_takes_less_than_two_megabytes(film: Film) -> None:
    made = animate(film.json().decode(), order_of(width=1280), "gif")
    frames, _ = pictures(made.content, "gif")
    assert len(frames) == STEPS
    assert frames[0].size == (1280, 720)
    assert len(made.content) < 2 * 1024**2


def test_range_and_seconds_are_those_that_were_asked_for(film: Film) -> None:
    made = animate(film.json().decode(), order_of(first=3, last=5, seconds=0.5), "gif")
    frames, seconds = pictures(made.content, "gif")
    assert (len(frames), made.frames, made.is_part) == (3, 3, True)
    assert seconds == pytest.approx(0.5 + 0.5 + 3)


EDIT = {"kind": "op", "name": "__setitem__", "line": 9}
NOTES = Notes.model_validate(
    {
        "notes": [
            {
                "at": EDIT,
                "text": {"en": "Here `d` is *edited*, after line 8 has saved it: `backward()` will find another version."},
                "points": [{"what": "tensor", "name": "d", "line": 7}],
            }
        ],
        "chapters": [{"at": EDIT, "name": {"en": "The edit"}}],
    }
)


def test_notes_stand_in_the_frame_of_their_step_with_its_chapter_and_nowhere_else(film: Film) -> None:
    engine, bare = (StillEngine(20, 512 * 1024**2) for _ in range(2))
    plan = engine.lay_out_animation(film.json().decode(), order_of(notes=shown_notes(NOTES).model_dump_json()))
    without = bare.lay_out_animation(film.json().decode(), order_of())
    frames = [engine.animation_frame(number) for number in range(len(plan.durations_ms))]
    noted = [number for number, frame in enumerate(frames) if "Here d is edited, after" in frame]
    assert (plan.steps, len(frames), len(noted)) == (STEPS, STEPS, 1)
    assert all(("The edit · " in frame) == (number >= noted[0]) for number, frame in enumerate(frames))
    assert 'stroke-dasharray="7 4"' in frames[noted[0]], "what the note points at is ringed"
    assert plan.durations_ms[noted[0]] > without.durations_ms[noted[0]]


def test_film_without_steps_is_one_frame() -> None:
    from tests.test_export import export

    frames, _ = pictures(WRITERS[".gif"](export()), "gif")
    assert len(frames) == 1


def test_command_and_method_save_by_the_ending(film: Film) -> None:
    assert WRITERS[".mp4"](Export(film, "x", seconds=0.2))[4:8] == b"ftyp"
    assert WRITERS[".webm"](Export(film, "x", theme="dark", lang="zh", seconds=0.2)).startswith(b"\x1aE\xdf\xa3")


@pytest.mark.parametrize(
    ("given", "said"), [({"width": 100}, "100 pixels wide"), ({"width": 9000}, "320 to 1920"), ({"seconds": 60.0}, r"cannot stay for 60 s")]
)
def test_order_out_of_bounds_is_refused_with_the_bounds(film: Film, given: dict[str, object], said: str) -> None:
    with pytest.raises(StillFailed, match=said):
        animate(film.json().decode(), order_of(**given), "gif")


def test_time_and_size_are_bounded(film: Film) -> None:
    with pytest.raises(StillFailed, match="more than 1e-09 s: choose fewer steps"):
        animate(film.json().decode(), order_of(), "gif", AnimationLimits(time_s=1e-9))
    with pytest.raises(StillFailed, match="MiB: choose fewer steps"):
        animate(film.json().decode(), order_of(), "gif", AnimationLimits(max_bytes=1000))


@pytest.mark.jail
async def test_long_film_is_shown_by_the_steps_at_which_playing_stops(run_snippet: RunSnippet) -> None:
    run = film_of(await run_snippet(LONG)).json().decode()
    made = await asyncio.to_thread(animate, run, order_of(width=320), "gif")
    frames, seconds = pictures(made.content, "gif")
    assert made.steps > 3000
    assert made.is_part
    assert len(frames) <= 60
    assert seconds < 25


async def test_animation_is_made_once_however_many_ask(film: Film) -> None:
    animations = Animations(Settings())
    made = await asyncio.gather(*(animations.make(wanted(film, last=2), "client") for _ in range(4)))
    assert made[0].startswith(b"GIF89a")
    assert all(each is made[0] for each in made)
    assert animations.find(wanted(film, last=2)) is made[0]
    assert animations.find(wanted(film, last=3)) is None
    assert not animations._making
    await animations.aclose()


async def test_animation_over_the_number_that_may_wait_is_refused_and_those_that_wait_end_with_the_service(film: Film) -> None:
    animations = Animations(Settings(animation_queue=1))
    waiting = [asyncio.create_task(animations.make(wanted(film, last=last), f"client {last}")) for last in (2, 3)]
    await asyncio.sleep(0)
    with pytest.raises(Busy, match="try again") as refused:
        await animations.make(wanted(film, last=4), "client")
    assert refused.value.retry_after_s == 15
    await animations.aclose()
    assert all(isinstance(each, asyncio.CancelledError) for each in await asyncio.gather(*waiting, return_exceptions=True))


async def test_client_with_its_share_in_the_line_is_refused_and_another_is_not(film: Film) -> None:
    animations = Animations(Settings(client_animations=1))
    waiting = [asyncio.create_task(animations.make(wanted(film, last=2), "one")) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(TooManyRequests, match="1 GIFs and videos for this client") as refused:
        await animations.make(wanted(film, last=3), "one")
    assert refused.value.retry_after_s == 15
    other = await animations.make(wanted(film, last=4), "other")
    assert other.startswith(b"GIF89a")
    assert (await animations.make(wanted(film, last=3), "one")).startswith(b"GIF89a")
    assert (await asyncio.gather(*waiting))[0].startswith(b"GIF89a")
    assert not animations._clients
    await animations.aclose()


async def test_process_that_is_killed_leaves_no_files(film: Film, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    animations = Animations(Settings(animation_time_s=600.0))  # not what ends it
    task = asyncio.create_task(animations.make(AnimationWanted(film, order_of(width=1920, seconds=10), "mp4"), "client"))
    while not glob(f"{tmp_path}/*/*"):
        assert not task.done(), "the process wrote nothing"
        await asyncio.sleep(0.01)
    await animations.aclose()
    assert os.listdir(tmp_path) == []


async def test_server_without_a_folder_for_temporary_files_makes_no_animation_and_says_so(
    film: Film, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", f"{tmp_path}/none")
    animations = Animations(Settings())
    with pytest.raises(AnimationNotMade, match="no room for GIFs and videos"):
        await animations.make(AnimationWanted(film, order_of(), "gif"), "client")
    await animations.aclose()


def test_process_ends_with_its_server() -> None:
    read, write = os.pipe()
    start = f"import subprocess, sys, time; print(subprocess.Popen(sys.argv[1:], stdin={read}).pid, flush=True); time.sleep({PATIENCE_S})"
    child = [sys.executable, "-m", "app.render.animation_child"]
    with subprocess.Popen([sys.executable, "-c", start, *child], stdout=subprocess.PIPE, pass_fds=[read], text=True) as server:
        assert server.stdout
        pid = int(server.stdout.readline())
        os.write(write, b'{"memory_bytes": 1000000000, "order": {}, "limits": {}, "form": "gif"}\n')
        _wait_until(lambda: os.getpriority(os.PRIO_PROCESS, pid) == NICE, "it does not begin")
        server.kill()
    _wait_until(lambda: not Path(f"/proc/{pid}/cmdline").exists() or not Path(f"/proc/{pid}/cmdline").read_bytes(), "it goes on")
    os.close(read)
    os.close(write)


def _wait_until(holds: Callable[[], bool], otherwise: str) -> None:
    ends = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < ends, otherwise
        time.sleep(0.01)


async def test_animation_that_takes_too_long_is_ended_and_remembered(film: Film) -> None:
    animations = Animations(Settings(animation_time_s=0.01))
    with pytest.raises(AnimationNotMade, match=r"more than 0\.01 s"):
        await animations.make(wanted(film), "client")
    with pytest.raises(AnimationNotMade, match="not tried again for 600 s"):
        animations.find(wanted(film))
    await animations.aclose()


async def test_process_without_enough_memory_ends_by_itself_and_the_service_goes_on(film: Film) -> None:
    animations = Animations(Settings(animation_process_bytes=256 * 1024**2))
    await asyncio.gather(animations.make(wanted(film, width=1920), "client"), return_exceptions=True)
    assert not animations._making
    await animations.aclose()


async def test_link_answers_with_its_film_in_every_form_and_counts_what_it_made(film: Film, empty_database: EmptyDatabase) -> None:
    settings = Settings(database_url=await empty_database("sqlite"), refresh_pause_s=0, animation_rate_limit="4/hour")
    async with client_of(create_app(settings, lambda _: SeatedRunner())) as client:
        id = (await client.post("/api/snippets", json={"code": "x = 1"})).json()["id"]

        async def ask(name: str) -> httpx.Response:
            return await client.get(f"/s/{id}.{name}")

        for form, start, media in (("gif", b"GIF89a", "image/gif"), ("mp4", b"\0\0\0", "video/mp4"), ("webm", b"\x1aE", "video/webm")):
            answer = await ask(f"{form}?width=320&lang=zh&theme=dark")
            assert (answer.status_code, answer.headers["content-type"]) == (200, media)
            assert answer.content.startswith(start)
            tag = answer.headers["etag"]
            known = await client.get(f"/s/{id}.{form}?width=320&lang=zh&theme=dark", headers={"If-None-Match": tag})
            assert known.status_code == 304
        assert [(await ask("gif?width=320&lang=zh&theme=dark")).status_code for _ in range(5)] == [200] * 5
        notes = (await client.post(f"/api/snippets/{id}/notes", json={"opens": {"kind": "line", "line": 1}})).json()["id"]
        noted = await ask(f"gif?width=320&lang=zh&theme=dark&notes={notes}")
        assert (noted.status_code, noted.headers["etag"] != (await ask("gif?width=320&lang=zh&theme=dark")).headers["etag"]) == (200, True)
        refused = await ask("gif?width=322")
        assert (refused.status_code, refused.json()["error"]["kind"]) == (429, "too_many_requests")
        wrong = await ask("gif?width=100000")
        assert wrong.status_code == 422
        assert (await client.get("/s/0000000000.gif")).status_code == 404


def test_missing_packages_are_named_with_what_installs_them(tmp_path: Path) -> None:
    import subprocess
    import sys

    (tmp_path / "av.py").write_text("raise ModuleNotFoundError('no av', name='av')\n")
    script = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nimport gradreel.film.animation"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].endswith("need the package av: pip install 'gradreel[video]'")
