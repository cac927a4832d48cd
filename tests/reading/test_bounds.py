"""Texts that are large or hostile end in bounded work, and lose nothing that counts."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from gradreel.reading import read
from gradreel.reading.reader import MAX_BYTES, TextRefused
from tests.reading import texts

FRAME = '  File "/home/me/train.py", line 5, in f\n    f(x)\n'
PATTERNS = {
    "one line": "x" * 4000,
    "spaces": " " * 4000,
    "dots": "a." * 2000,
    "brackets": "[" * 4000,
    "quotes": '"' * 4000,
    "files": 'File "' * 600,
    "arrows": "-" * 4000,
    "colons": "a: " * 1300,
    "escapes": "\x1b[" * 2000,
    "angles": "> " * 2000,
    "digits": "1" * 4000,
    "words in": "a in " * 800,
    "times": "12:12:12 " * 440,
    "boxes": "│ " * 2000,
    "headings": "Traceback (most recent call last):\n",
    "errors": "RuntimeError: x\n",
    "frames": FRAME,
    "listings": "---> 1 x\n",
    "versions": "is at version 1; expected version " * 100,
    "tensors": "[torch.FloatTensor [" * 200,
    "empty lines": "\n",
    "carriage returns": "\r",
    "paths": "/a" * 2000 + ".py in ",
    "surrogates": "\ud800" * 300,
    "starts of C++": "#1  0x" * 600,
    "NULs": "\0" * 4000,
    "hostile HTML": "<img src=x onerror=alert(1)><script>&quot;" * 90,
    "repeated names": "RuntimeError" * 300 + ": ",
    "fences": "```\n",
    "warnings": "will be forbidden is a view and is being modified inplace " * 60,
    "wrapped errors": "RuntimeError: Caught RuntimeError in DataLoader worker process 0.\n",
}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_work_for_a_hostile_text_grows_with_its_length_alone(pattern: str) -> None:
    """A megabyte of it ends, and doubling a text at most triples the calls that reading it makes."""
    unit = f"{PATTERNS[pattern]}\n" if len(PATTERNS[pattern]) > 100 else PATTERNS[pattern]
    size = len(unit.encode(errors="replace"))
    read(texts.PLAIN)  # what is read from files is read once
    small, large = unit * max(20_000 // size, 1), unit * max(40_000 // size, 2)
    assert _calls(lambda: read(large)) <= 3 * _calls(lambda: read(small)) + 5000
    whole = unit * ((MAX_BYTES - len(texts.PLAIN) - 2) // size) + "\n\n" + texts.PLAIN
    assert read(whole).kind == "version_mismatch"


def _calls(work: Callable[[], object]) -> int:
    """How many functions are called, and lines run, in Python."""
    count = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def test_ten_thousand_frames_are_read_and_more_are_left_out_in_the_middle() -> None:
    head, tail = texts.PLAIN.split("\n", 1)
    (traceback,) = read(f"{head}\n{FRAME * 9_000}{tail}").tracebacks
    assert (len(traceback.frames), traceback.left_out) == (9_003, 0)
    reading = read(f"{head}\n{FRAME * 18_000}{tail}")
    assert (len(reading.tracebacks[0].frames), reading.tracebacks[0].left_out) == (10_000, 8_003)
    assert (reading.kind, reading.raise_line) == ("version_mismatch", 12)


def test_log_of_a_megabyte_is_read_at_its_end() -> None:
    log = "2024-05-06 07:08:09,123 - INFO - epoch 3 loss 0.25 lr 1e-4\n"
    reading = read(log * ((MAX_BYTES - len(texts.PLAIN)) // len(log) - 1) + texts.PLAIN)
    assert (reading.kind, reading.raise_line) == ("version_mismatch", 12)


def test_signs_that_no_text_has_are_no_obstacle() -> None:
    for between in ("\0", "\x1b", "\ufffd"):
        assert read(texts.PLAIN.replace("\n", f"{between}\n")).kind == "version_mismatch"


def test_text_above_a_megabyte_is_refused_with_what_to_do() -> None:
    with pytest.raises(TextRefused, match="too large: at most 1024 KiB"):
        read("x" * (MAX_BYTES + 1))
    with pytest.raises(TextRefused):
        read("文" * (MAX_BYTES // 2))


@pytest.mark.parametrize("code", ["def f(:", "(" * 5000, "\0", "x = " + "-" * 5000 + "1", "a" + "[0]" * 3000 + " = 1", "", "x = '\ud800'"])
def test_code_that_is_hostile_or_no_python_leaves_the_reading_as_it_is(code: str) -> None:
    reading = read(texts.PLAIN, code)
    assert (reading.kind, reading.raise_line) == ("version_mismatch", 12)
    assert reading.code in ("read", "unreadable")
    assert reading.suspects


def test_file_that_forges_a_sentence_stays_one_file() -> None:
    text = texts.PLAIN.replace("/home/me/train.py", "/home/me/\x1b]0;owned\x07{ $line }.py")
    assert (read(text).raise_file or "").endswith("{ $line }.py")
