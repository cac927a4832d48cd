"""Tasks of the lessons: the given program fails, the solution passes, and what only looks like a solution does not."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from app.examples.gallery import example_named
from app.lessons.check import check
from app.lessons.path import LESSONS, Lesson, lesson_named
from app.lessons.text import text_of
from gradreel.locale import LANGUAGES
from tests.conftest import RunSnippet

pytestmark = pytest.mark.jail

SOLUTIONS = Path(__file__).parent / "solutions"
BY_ID = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)

PRINTED = 'print("Solved. w.grad", [1.0, 2.7183])\n'
CHEATS = {
    "the answer is printed": ("versions", "{start}" + PRINTED),
    "the answer is printed and nothing is computed": ("versions", PRINTED),
    "the gradient is assigned": ("cuts", "{start}w.grad = torch.tensor(6.)\n"),
    "the gradient of a non-leaf is assigned": ("leaves", "{start}h.grad = torch.tensor([6., 12.])\n"),
    "the line stands in a comment": ("what-is-saved", "{without y.mul_(2)}# y.mul_(2)\n"),
    "the line stands in a string": ("what-is-saved", '{without y.mul_(2)}"""\ny.mul_(2)\n"""\n'),
    "the line stands where it is never run": ("what-is-saved", "{without y.mul_(2)}if False:\n    y.mul_(2)\n"),
    "the edit is left out": ("versions", "{without y += 1}"),
    "clone is used where it is not allowed": (
        "versions",
        "import torch\nw = torch.tensor([0., 1.], requires_grad=True)\ny = w.exp()\ny = y.clone()\ny += 1\ny.sum().backward()\n",
    ),
    "the graph is kept where it should not be": ("twice", "{start with small.backward() as small.backward(retain_graph=True)}"),
    "one pass instead of three": ("sums", "import torch\nw = torch.tensor(2., requires_grad=True)\nloss = w ** 2\nloss.backward()\n"),
}


def solution(lesson: Lesson) -> str:
    return (SOLUTIONS / f"{lesson.id}.py").read_text(encoding="utf-8")


def cheat(name: str) -> tuple[Lesson, str]:
    """The lesson, and the program written out."""
    id, text = CHEATS[name]
    lesson = lesson_named(id)
    assert lesson
    if text.startswith("{without "):
        line, _, rest = text.removeprefix("{without ").partition("}")
        return lesson, lesson.start.replace(f"{line}\n", "") + rest
    if text.startswith("{start with "):
        old, _, new = text.removeprefix("{start with ").removesuffix("}").partition(" as ")
        return lesson, lesson.start.replace(old, new)
    return lesson, text.replace("{start}", lesson.start)


@BY_ID
async def test_solution_meets_every_want(run_snippet: RunSnippet, lesson: Lesson) -> None:
    result = check(lesson, await run_snippet(solution(lesson)), "en")
    assert [finding.text for finding in result.findings if not finding.met] == []
    assert result.solved
    assert result.problem is None


@BY_ID
async def test_given_program_is_no_solution(run_snippet: RunSnippet, lesson: Lesson) -> None:
    assert not check(lesson, await run_snippet(lesson.start), "en").solved


@pytest.mark.parametrize("name", CHEATS)
async def test_what_only_looks_like_a_solution_is_none(run_snippet: RunSnippet, name: str) -> None:
    lesson, code = cheat(name)
    assert not check(lesson, await run_snippet(code), "en").solved


async def test_loop_without_end_is_said_to_be_one(service: httpx.AsyncClient) -> None:
    body = {"code": "import torch\nwhile True:\n    pass\n", "lang": "zh"}
    answer = (await service.post("/api/lessons/cuts/check", json=body)).json()
    assert not answer["solved"]
    assert "循环" in answer["problem"]


async def test_error_is_named_with_its_line(service: httpx.AsyncClient) -> None:
    lesson = lesson_named("versions")
    assert lesson
    answer = (await service.post("/api/lessons/versions/check", json={"code": lesson.start})).json()
    assert answer["problem"].startswith("Line 8: RuntimeError: one of the variables needed")
    assert {finding["met"] for finding in answer["findings"]} == {True, False}


async def test_program_that_does_too_much_is_told_so_and_its_film_is_not_read(service: httpx.AsyncClient) -> None:
    code = "import torch\nx = torch.ones(3, requires_grad=True)\nfor _ in range(600):\n    x = x * 1.01\n"
    for lang, told in (("en", "KiB, and 512 is the limit. Shorten its loops."), ("zh", "上限是 512")):
        answer = (await service.post("/api/lessons/cuts/check", json={"code": code, "lang": lang})).json()
        assert told in answer["problem"]
        assert (answer["solved"], {finding["met"] for finding in answer["findings"]}) == (False, {False})


async def test_unknown_lesson_and_too_long_code_are_refused(service: httpx.AsyncClient) -> None:
    assert (await service.post("/api/lessons/none/check", json={"code": ""})).status_code == 404
    assert (await service.post("/api/lessons/cuts/check", json={"code": "#" * 70_000})).status_code == 413
    assert (await service.get("/learn/none")).status_code == 404


def test_there_are_ten_lessons_in_both_languages_through_all_themes() -> None:
    assert len(LESSONS) >= 10
    films = [example_named(lesson.film) for lesson in LESSONS]
    assert all(films)
    assert {"leaves", "leaf-edits", "stale", "shared", "views", "twice", "hidden", "cuts"} <= {film.theme for film in films if film}
    for lesson in LESSONS:
        texts = [text_of(lesson.id, lang) for lang in LANGUAGES]
        assert all(text.title and text.body and text.task for text in texts), lesson.id
        assert len({text.title for text in texts}) == len(LANGUAGES)
