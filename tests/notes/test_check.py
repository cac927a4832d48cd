"""What notes may be: every refusal names the place, the value and the remedy."""

from __future__ import annotations

from typing import Any

import pytest

from app.errors import NotesRefused, NotesTooLarge
from app.notes.check import check
from app.notes.shown import notes_id, read_notes_id
from gradreel.trace import Notes

CODE = "x = 1\ny = 2\n"
AT = {"line": 1, "kind": "op", "name": "add", "nth": 1}


def note(en: str = "", zh: str = "", **more: Any) -> dict[str, Any]:
    return {"at": AT, "text": {"en": en, "zh": zh}, **more}


def refusal(given: dict[str, Any], code: str = CODE) -> str:
    with pytest.raises(NotesRefused) as caught:
        check(Notes.model_validate(given), code)
    return str(caught.value)


def test_notes_in_one_language_or_both_with_chapters_and_points_are_taken() -> None:
    point = {"what": "tensor", "line": 2, "name": "y"}
    given = {
        "notes": [note("one", points=[point]), note(zh="二"), note("שלום", "مرحبا")],
        "chapters": [{"at": AT, "name": {"en": "Forward"}}],
        "opens": AT,
        "stops": AT,
    }
    check(Notes.model_validate(given), CODE)


def test_note_that_only_points_or_only_tells_the_speaker_something_is_taken() -> None:
    given = [{"at": AT, "points": [{"what": "line", "line": 1}]}, {"at": AT, "speaker": {"zh": "等一等"}}]
    check(Notes.model_validate({"notes": given}), CODE)


def test_notes_that_say_nothing_are_refused() -> None:
    assert "nothing in these notes" in refusal({})


@pytest.mark.parametrize("empty", ["", "  ", "\n\t", "\u200b\u00a0\u200d"])
def test_note_or_chapter_that_is_empty_in_both_languages_is_refused(empty: str) -> None:
    assert refusal({"notes": [note("x"), note(empty, empty)]}).startswith("notes[1].text is empty in both languages: write it in en")
    assert "chapters[0].name is empty" in refusal({"chapters": [{"at": AT, "name": {"en": empty}}]})


def test_more_entries_than_the_limit_are_refused_with_both_numbers() -> None:
    chapters = [{"at": AT, "name": {"en": f"{n}"}} for n in range(500)]
    assert refusal({"chapters": chapters}) == "chapters has 500 entries, and 50 is the limit: leave some out."
    assert "notes has 201 entries, and 200 is the limit" in refusal({"notes": [note("x")] * 201})
    points = [{"what": "line", "line": 1}] * 9
    assert "notes[0].points has 9 entries, and 8 is the limit" in refusal({"notes": [note("x", points=points)]})


def test_text_over_its_length_is_refused_with_both_lengths() -> None:
    assert refusal({"notes": [note("x", "张" * 2001)]}) == "notes[0].text.zh has 2,001 characters, and 2,000 is the limit: shorten it."
    assert "chapters[0].name.en has 81 characters" in refusal({"chapters": [{"at": AT, "name": {"en": "x" * 81}}]})
    assert "notes[0].at.name has 201 characters" in refusal({"notes": [note("x") | {"at": {**AT, "name": "x" * 201}}]})


def test_notes_over_64_kib_are_too_large_as_a_whole() -> None:
    with pytest.raises(NotesTooLarge, match="bytes, and 65,536 is the limit: shorten them"):
        check(Notes.model_validate({"notes": [note("x" * 2000)] * 50}), CODE)


@pytest.mark.parametrize("sign", ["\0", "\x07", "\x1b", "\x85", "\u202e", "\u2066", "\u200f", "\ufeff"])
def test_control_character_is_refused_by_its_number(sign: str) -> None:
    assert refusal({"notes": [note(f"ab{sign}c")]}) == (
        f"notes[0].text.en has the control character U+{ord(sign):04X} at position 3: take it out."
    )
    assert "control character" in refusal({"notes": [note("x") | {"at": {**AT, "name": sign}}]})


def test_line_that_the_program_does_not_have_is_refused() -> None:
    assert "notes[0].at.line is 99, and the program has 3 lines" in refusal({"notes": [note("x") | {"at": {**AT, "line": 99}}]})
    points = [{"what": "line", "line": 4}]
    assert "notes[0].points[0].line is 4" in refusal({"notes": [note("x", points=points)]})
    assert "opens.line is 9" in refusal({"opens": {**AT, "line": 9}})
    assert "stops.file is 1" in refusal({"stops": {**AT, "file": 1}})


def test_id_follows_from_what_the_notes_say() -> None:
    one, same, other = (Notes.model_validate({"notes": [note(text)]}) for text in ("a", "a", "b"))
    assert notes_id(one) == notes_id(same) != notes_id(other)
    assert read_notes_id(notes_id(one).upper()) == notes_id(one)


@pytest.mark.parametrize("text", ["", "x", "0123456789abcde", "0123456789abcdefg", "0123456789abcdeu", "../../../../../..", "é" * 16])
def test_what_is_no_id_is_read_as_none(text: str) -> None:
    assert read_notes_id(text) is None


@pytest.mark.parametrize("hidden", ["&#x202e;", "&#8238;", "&rlm;", "&#xFEFF;", "&#x2066;"])
def test_character_that_turns_text_is_refused_by_its_number_or_name_as_well(hidden: str) -> None:
    assert f"notes[0].text.en has {hidden}, the control character U+" in refusal({"notes": [note(f"a {hidden} b")]})
    assert "speaker.zh" in refusal({"notes": [note("x", speaker={"zh": f"`{hidden}`"})]})
    check(
        Notes.model_validate({"notes": [note("&lt;b&gt; &amp; &eacute; &nosuch; &#1;")], "chapters": [{"at": AT, "name": {"en": hidden}}]}),
        CODE,
    )


@pytest.mark.parametrize("sign", ["\u061c", "\u206f", "\ufffe", "\uffff", "\ufdd0"])
def test_mark_of_direction_and_what_is_no_character_are_refused(sign: str) -> None:
    assert f"U+{ord(sign):04X} at position 2" in refusal({"notes": [note(f"a{sign}b")]})


def test_file_that_the_program_does_not_have_is_refused_also_without_a_line() -> None:
    assert refusal({"opens": {**AT, "line": None, "file": 10**30}}).startswith("opens.file is 1,000,")
    assert "points[0].file is 1," in refusal({"notes": [note("x", points=[{"what": "op", "line": None, "file": 1}])]})
