"""An author's notes where no page places them: in pictures, on cards, in the height of a frame, and on pages without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gradreel.film.film import Film, film_of
from gradreel.film.html import film_file
from gradreel.film.notes import opening_words, shown_notes
from gradreel.film.still import Card, FrameOrder, StillEngine, StillOrder
from gradreel.trace import Notes
from tests.browser.film import STALE_PROGRAM
from tests.conftest import RunSnippet

pytestmark = pytest.mark.jail

ATTACK = '</text><script>alert(1)</script> & "quotes" [x](javascript:alert(1))'


@pytest.fixture(scope="module")
async def film(run_snippet: RunSnippet) -> Film:
    """The film of a program that fails."""
    return film_of(await run_snippet(STALE_PROGRAM))


@pytest.fixture(scope="module")
def engine() -> StillEngine:
    """Draws the pictures."""
    return StillEngine(20, 768 * 1024**2)


def at(film: Film, kind: str, name: str) -> dict[str, Any]:
    """The first moment of a kind and name in the film."""
    found = next(each for each in film.run().events if each.kind == kind and getattr(each, "name", "") == name)
    return {"line": found.line, "kind": kind, "name": name}


def written(film: Film, text: str = "Look at **this**.", **more: Any) -> str:
    """Notes to the first ``matmul``, as JSON of what is shown."""
    edit = at(film, "op", "matmul")
    note = {"at": edit, "text": {"en": text, "zh": "看**这里**。"}, "speaker": {"en": "Wait for answers."}}
    chapter = {"at": edit, "name": {"en": "The save", "zh": "保存"}}
    return shown_notes(Notes.model_validate({"notes": [note], "chapters": [chapter], **more})).model_dump_json()


def texts_of(svg: str) -> str:
    return " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg))


def test_still_of_a_step_with_a_note_has_chapter_and_note_below_the_drawing(film: Film, engine: StillEngine) -> None:
    run, opens = film.json().decode(), at(film, "op", "matmul")
    plain = engine.svg(run, StillOrder())
    noted = engine.svg(run, StillOrder(notes=written(film, opens=opens)))
    assert "The save Look at this." in texts_of(noted)
    assert "Wait for answers" not in noted
    height = [float(re.findall(r'\bheight="([\d.]+)"', svg)[0]) for svg in (plain, noted)]
    assert height[1] > height[0] + 40
    assert "保存 看这里。" in texts_of(engine.svg(run, StillOrder(lang="zh", notes=written(film, opens=opens))))


def test_still_of_a_step_without_a_note_is_drawn_as_without_notes(film: Film, engine: StillEngine) -> None:
    run = film.json().decode()
    assert engine.svg(run, StillOrder(step=1, notes=written(film))) == engine.svg(run, StillOrder(step=1))


def test_still_rings_what_the_note_points_at(film: Film, engine: StillEngine) -> None:
    run, moment = film.json().decode(), at(film, "op", "matmul")
    tensor = next(each for each in film.run().tensors if each.names)
    point = {"what": "tensor", "line": tensor.line, "name": tensor.names[0]}
    notes = shown_notes(Notes.model_validate({"notes": [{"at": moment, "points": [point]}], "opens": moment}))
    assert engine.svg(run, StillOrder(notes=notes.model_dump_json())).count('stroke-dasharray="7 4"') == 1


def test_card_without_a_step_shows_the_first_note(film: Film, engine: StillEngine) -> None:
    card = engine.svg(film.json().decode(), StillOrder(card=Card("A lesson"), notes=written(film)))
    assert "A lesson" in texts_of(card)
    assert "Look at this." in texts_of(card)


def test_background_of_a_still_is_paper_in_either_theme(film: Film, engine: StillEngine) -> None:
    light, dark = (engine.svg(film.json().decode(), StillOrder(theme=theme)) for theme in ("light", "dark"))
    assert 'fill="#fbfaf7"' in light.split("<g", 1)[0]
    assert 'fill="#15161a"' in dark.split("<g", 1)[0]


def test_frame_of_a_film_with_notes_is_higher_and_higher_still_where_it_is_narrow(film: Film, engine: StillEngine) -> None:
    run, long = film.json().decode(), written(film, "word " * 40)

    def room(width: int) -> int:
        return engine.frame_height(run, FrameOrder(width=width, notes=long)) - engine.frame_height(run, FrameOrder(width=width))

    assert 40 < room(760) < room(360) <= 240
    empty = shown_notes(Notes.model_validate({"opens": at(film, "op", "matmul")})).model_dump_json()
    assert engine.frame_height(run, FrameOrder(notes=empty)) - engine.frame_height(run, FrameOrder()) < 20


def test_markup_in_a_note_is_text_in_pictures(film: Film, engine: StillEngine) -> None:
    svg = engine.svg(film.json().decode(), StillOrder(notes=written(film, ATTACK, opens=at(film, "op", "matmul"))))
    assert "<script" not in svg
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp;" in svg


def test_file_lists_its_notes_for_readers_without_scripts(film: Film) -> None:
    notes = Notes.model_validate(
        {
            "notes": [
                {"at": {"line": 1, "kind": "line"}, "text": {"en": f"{ATTACK}\n\n- one\n- [two](https://pytorch.org)"}},
                {"at": {"line": 2, "kind": "line"}, "speaker": {"en": "Wait."}},
            ],
            "chapters": [{"at": {"line": 1, "kind": "line"}, "name": {"en": "<b>Begin"}}],
        }
    )
    html = film_file(film, film.run().code, "Film", notes=shown_notes(notes))
    listed = html.split('<section class="listed-notes">', 1)[1].split("</section>", 1)[0]
    assert '<h3 dir="auto">&lt;b&gt;Begin</h3>' in listed
    assert "&lt;script&gt;" in listed
    assert (
        '<ul><li dir="auto">one</li><li dir="auto"><a href="https://pytorch.org" target="_blank" rel="noopener nofollow">two</a></li></ul>'
        in listed
    )
    assert "javascript:alert" in listed
    assert 'href="javascript' not in html
    assert "Wait." not in html


def test_note_in_one_language_is_told_in_the_other_too() -> None:
    moment = {"line": 1, "kind": "line"}
    shown = shown_notes(Notes.model_validate({"notes": [{"at": moment, "text": {"zh": "只有 **中文**\n两行"}}]}))
    assert opening_words(shown, "en") == opening_words(shown, "zh") == "只有 中文 两行"
    assert opening_words(shown_notes(Notes.model_validate({"opens": moment})), "en") == ""


def test_note_for_the_speaker_alone_is_shown_to_nobody_else() -> None:
    notes = Notes.model_validate({"notes": [{"at": {"line": 1, "kind": "line"}, "speaker": {"en": "Wait."}}]})
    assert shown_notes(notes).notes == ()
    assert shown_notes(notes, speaker=True).notes[0].speaker.en[0].pieces[0].text == "Wait."
