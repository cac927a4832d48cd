"""A report as compilers print errors: marks under the right cells, no line wider than the terminal, nothing that a terminal obeys."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
import termios
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
import torch
from rich.cells import cell_len

from gradreel.derivatives.table import table_of
from gradreel.film.film import film_of
from gradreel.locale import LANGUAGES, Lang
from gradreel.why.report import report_of
from gradreel.why.text import console, print_findings, print_text, text_lines
from gradreel.why.wrap import wrapped
from tests.why import films

PROGRAMS = {name: getattr(films, name) for name in ("EDITED", "FREED", "CUT", "FINE", "CRASHED", "HOSTILE", "WIDE")}


def lines_of(code: str, width: int = 80, lang: Lang = "en") -> list[str]:
    return [line.plain.rstrip() for line in text_lines(report_of(films.film_of(code), "why.html", lang), width)]


def test_lines_are_marked_under_what_saved_edited_and_raised() -> None:
    assert lines_of(films.EDITED)[:10] == [
        "error[version_mismatch]: The version check failed",
        " --> <train.py>:6:3",
        "  |",
        "3 | h = x.exp()",
        "  |       ----- ExpBackward0 saved h at version 0",
        "...",
        "6 | h.mul_(2)",
        "  |   ^^^^^^^ edited in place: version 0 → 1",
        "7 | y.sum().backward()",
        "  | ------------------ raised: needs version 0 and found 1",
    ]


def test_way_out_shows_the_lines_that_it_changes() -> None:
    lines = lines_of(films.EDITED)
    at = next(number for number, line in enumerate(lines) if line.startswith("  = help: Make a new tensor"))
    assert lines[at + 1 : at + 3] == ["6 - h.mul_(2)", "6 + h = h.mul(2)"]


def test_pass_that_freed_the_graph_and_line_that_cut_the_path_are_marked() -> None:
    assert "  | --------------- this pass freed what the graph had saved" in lines_of(films.FREED)
    lines = lines_of(films.CUT)
    marked = lines.index("3 | y = x.detach() * 2")
    assert lines[marked + 1] == "  |       ^^^^^^^^ gradients do not flow back past this"


def test_program_without_a_diagnosis_says_how_it_ended() -> None:
    assert lines_of(films.FINE) == ["Nothing is wrong.", "<train.py>: 4 operations, 3 backward nodes.", "film: why.html"]
    assert lines_of(films.CRASHED)[0] == "<train.py> line 3 raises ValueError: too ␛[31m small"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("program", PROGRAMS)
def test_no_line_is_wider_than_the_terminal(program: str, lang: Lang) -> None:
    for width in (20, 33, 60, 80, 200):
        assert [line for line in lines_of(PROGRAMS[program], width, lang) if cell_len(line) > width] == []


@pytest.mark.parametrize("width", [60, 80, 200])
def test_marks_of_a_line_with_wide_characters_are_under_their_cells(width: int) -> None:
    lines = lines_of(films.WIDE, width)
    code, marks = next((line, below) for line, below in pairwise(lines) if line.startswith("3 | "))
    start = marks.index("-----")
    before = next(cut for cut in range(len(code)) if cell_len(code[:cut]) == start)
    assert code[before:].startswith("exp()")


LONG = f"""import torch
x = torch.ones(2, requires_grad=True)
y, {"unused" * 20} = x.exp(), None; y.mul_(2)
y.sum().backward()
"""


@pytest.mark.parametrize("width", [20, 40, 80, 300])
def test_each_mark_is_under_its_call_where_a_line_is_longer_than_the_terminal(width: int) -> None:
    lines = lines_of(LONG, width)
    shown, code = [], ""
    for line in lines[: lines.index("...") if "..." in lines else None]:
        code = line if line.startswith("3 | ") else code
        if code and (mark := re.match(r"  \| +(----|\^\^\^\^)", line)):
            shown.append(code[mark.start(1) : mark.end(1)])
    assert shown[:2] == ["exp(", "mul_"]
    assert all(cell_len(line) <= width for line in lines)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("program", ["HOSTILE", "CRASHED"])
def test_escape_sequences_and_marks_of_direction_are_shown_and_not_sent(program: str, lang: Lang) -> None:
    printed = "\n".join(lines_of(PROGRAMS[program], 200, lang))
    assert "␛[" in printed
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", printed)


def test_chinese_breaks_between_characters_and_begins_no_line_with_a_closing_mark() -> None:
    text = "第 7 行（weights[weights < below] = 0.0）原地修改了它，版本从 0 变为 1。因此第 20 行报错：反向传播需要版本 0，实际却是 1。"
    for width in range(10, 60):
        lines = wrapped(text, width)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert all(cell_len(line) <= width for line in lines)
        assert not any(line.startswith(tuple("，。：）")) for line in lines)
        assert not any(line.endswith("（") for line in lines)
    assert max(len(wrapped(text, 40)), 4) == 4


COLOUR = {"no rule": ({}, False), "FORCE_COLOR": ({"FORCE_COLOR": "1"}, True), "both": ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False)}


@pytest.mark.parametrize("rule", COLOUR)
def test_pipe_has_colours_only_where_they_are_asked_for(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    environment, coloured = COLOUR[rule]
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    stream = io.StringIO()
    print_text(report_of(films.film_of(films.EDITED), None), console(stream))
    colours = re.findall(r"\x1b\[[\d;]*3[0-7][\d;]*m", stream.getvalue())
    assert bool(colours) is coloured
    assert rule != "no rule" or "\x1b" not in stream.getvalue()


def on_terminal(command: list[str | Path], columns: int) -> str:
    """What a command prints on a terminal that is so many columns wide."""
    ours, its = pty.openpty()
    termios.tcsetwinsize(its, (50, columns))
    environment = {
        name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE")
    }
    environment["TERM"] = "xterm-256color"
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=its, env=environment)
    os.close(its)
    text = b""
    with suppress(OSError):  # Linux says so when the other end is closed
        while piece := os.read(ours, 65536):
            text += piece
    os.close(ours)
    assert process.wait() == 0
    return text.decode()


@pytest.mark.parametrize(("columns", "lang"), [(80, "en"), (80, "zh"), (200, "en"), (200, "zh")])
def test_terminal_gets_lines_of_its_width_in_colours_that_are_read_on_black(columns: int, lang: Lang, tmp_path: Path) -> None:
    (tmp_path / "film.json").write_bytes(film_of(films.film_of(films.EDITED)).json())
    printed = on_terminal([sys.executable, "-m", "gradreel", "why", "--lang", lang, tmp_path / "film.json"], columns)
    assert {"1;31", "1;94", "94", "31", "32"} <= set(re.findall(r"\x1b\[([\d;]+)m", printed))
    assert not re.search(r"\x1b\[(\d+;)*34m", printed), "plain blue"
    widths = [cell_len(re.sub(r"\x1b\[[\d;]*m", "", line)) for line in printed.splitlines()]
    assert max(widths) <= columns
    assert max(widths) > columns / 2


def test_findings_beyond_the_most_are_counted() -> None:
    report = report_of(films.film_of(films.EDITED), "why.json")
    many = report.model_copy(update={"findings": report.findings * 5})
    stream = io.StringIO()
    print_findings(many, console(stream), ("error",), 3)
    assert stream.getvalue().count("error[version_mismatch]") == 3
    assert stream.getvalue().endswith("\n2 more: gradreel why why.json\n")


def test_findings_of_no_severity_that_is_asked_for_print_nothing() -> None:
    stream = io.StringIO()
    print_findings(report_of(films.film_of(films.EDITED), None), console(stream), ("warning",), 3)
    assert stream.getvalue() == ""


@pytest.mark.skipif(not table_of(torch.__version__), reason="no table of derivatives for this PyTorch")
def test_note_says_why_what_was_saved_is_kept() -> None:
    assert "  = note: it is kept since to x goes g ⊙ h, where g is the gradient that comes in" in lines_of(films.EDITED, 120)
    assert any("保存它是因为传给 x 的是 g ⊙ h" in line for line in lines_of(films.EDITED, 120, "zh"))


@pytest.mark.parametrize(("lang", "said"), [("en", "is not tried here"), ("zh", "这里没有尝试")])
def test_check_that_failed_says_that_what_it_prevented_is_not_tried_and_who_finds_it_out(lang: Lang, said: str) -> None:
    told = "".join(lines_of(films.EDITED, 400, lang))
    assert said in told
    assert told.count("POST /api/diagnoses") == 1


@pytest.mark.parametrize("code", [films.FREED, films.CUT, films.FINE, films.CRASHED])
def test_error_that_is_no_version_check_says_nothing_of_what_was_prevented(code: str) -> None:
    assert "api/diagnoses" not in "".join(lines_of(code, 400))


def test_check_of_which_a_service_has_found_out_what_it_prevented_says_only_that() -> None:
    run = films.film_of(films.EDITED)
    found = {"case": "right", "how": "none", "place": "none", "others": False, "name": "x.grad", "unchecked": "", "meant": ""}
    told = tuple(each.model_copy(update={"unchecked": found}) if each.raised else each for each in run.diagnoses)
    assert not any(each.untried for each in report_of(run.model_copy(update={"diagnoses": told}), None).findings)
    # It tried, and claims nothing.
    assert not any(each.untried for each in report_of(run.model_copy(update={"fidelity": "equal"}), None).findings)
    pending = tuple(each.model_copy(update={"unchecked_pending": True}) for each in run.diagnoses)
    assert any(each.untried for each in report_of(run.model_copy(update={"fidelity": "equal", "diagnoses": pending}), None).findings)


def test_several_checks_that_failed_say_it_once() -> None:
    twice = "import torch\n" + "".join(
        f"x{n} = torch.ones(2, requires_grad=True)\nh = x{n}.exp()\nh.mul_(2)\n"
        "try:\n    h.sum().backward()\nexcept RuntimeError:\n    pass\n"
        for n in (1, 2)
    )
    assert sum(bool(each.untried) for each in report_of(films.film_of(twice), None).findings) == 1
