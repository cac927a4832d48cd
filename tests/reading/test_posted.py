"""Texts with the structure of those that people post: what is said of them is true, and says where to look."""

from __future__ import annotations

import pytest

from gradreel.reading import read
from tests.reading import texts

STALE = "[torch.cuda.FloatTensor [5, 6]], which is output 0 of TBackward, is at version 2; expected version 1 instead."
BEGINS = "RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation:"
FRAMES = texts.PLAIN.partition("RuntimeError")[0]
LEAF = "a leaf Variable that requires grad is being used in an in-place operation."
SEVERAL = "is a view and is being modified inplace. This view is the output of a function that returns multiple views."


def test_message_that_fences_cut_in_two_is_read_whole() -> None:
    reading = read(f"I get this error\n```\n{BEGINS}\n```\n```\n{STALE}\n```\n```\nHint: enable …\n```\nand no idea why\n")
    assert (reading.node, reading.shape, reading.current_version, reading.torch) == ("TBackward", (5, 6), 2, "1.1+")
    assert "no idea" not in reading.message


def test_message_that_may_go_on_is_said_to_be_of_no_release() -> None:
    reading = read(BEGINS.rstrip(":"))
    assert (reading.kind, reading.torch) == ("version_mismatch", None)
    assert "cut off" in " ".join(reading.facts)


@pytest.mark.parametrize("order", ["{0}\n\n{1}", "{1}\n\n{0}"])
def test_message_apart_from_a_traceback_without_its_last_line_has_its_line(order: str) -> None:
    reading = read(order.format(f"{BEGINS} {STALE}", FRAMES))
    assert (reading.kind, reading.raise_line, reading.current_version) == ("version_mismatch", 12, 2)


def test_message_apart_from_two_tracebacks_has_the_line_of_neither() -> None:
    other = FRAMES.replace("line 12", "line 77")
    assert read(f"{BEGINS} {STALE}\n\n{FRAMES}\n\n{other}").raise_line is None


@pytest.mark.parametrize("times", [2, 8])
def test_name_that_several_processes_wrote_into_one_line_is_one(times: int) -> None:
    reading = read(f"{'RuntimeError' * times}{': ' * times}Output 0 of _DDPSinkBackward {SEVERAL}\n")
    assert (reading.kind, reading.exception) == ("multi_view_in_place", "RuntimeError")
    assert reading.message.startswith("Output 0")


def test_pass_of_compiled_code_is_none_of_a_transform_and_claims_no_leaf() -> None:
    frame = '  File "/usr/lib/python3.11/site-packages/torch/_functorch/{file}.py", line 9, in f\n    g(x)\n'
    text = f"{FRAMES}{{}}{BEGINS} [torch.cuda.HalfTensor [64]] is at version 24; expected version 23 instead.\n"
    compiled = read(text.format(frame.format(file="aot_autograd")))
    assert compiled.kind == "version_mismatch"
    assert any("torch.compile" in fact for fact in compiled.facts)
    assert not any("it is a leaf" in fact for fact in compiled.facts)
    for file in ("eager_transforms", "apis", "vmap"):
        assert read(text.format(frame.format(file=file))).kind == "transform_edit"


def test_errors_in_prose_are_counted_as_those_of_tracebacks_are() -> None:
    reading = read(f"First `RuntimeError: {LEAF}` and then, with clone, `{BEGINS} {STALE}` what now")
    assert reading.kind == "version_mismatch"
    assert "2 different errors" in reading.facts[0]


def test_line_that_raised_is_named_with_its_code_and_whether_it_is_what_was_refused() -> None:
    refused = read(texts.PLAIN.replace(texts.MESSAGE, LEAF))
    assert "Refused is what train.py line 12 does: loss.backward()" in refused.facts
    assert "It was raised by train.py line 12: loss.backward()" in read(texts.PLAIN).facts
    assert "它由 train.py 第 12 行抛出：loss.backward()" in read(texts.PLAIN, lang="zh").facts


def test_line_that_another_process_wrote_between_the_frames_is_not_shown_as_code() -> None:
    mixed = (
        f'{BEGINS[:12]}  File "train.py", line 318, in main\n: {BEGINS[14:]} {STALE}\n    scaler.scale(loss).backward()\n{BEGINS} {STALE}\n'
    )
    assert "It was raised by train.py line 318." in read(mixed).facts


@pytest.mark.parametrize(
    ("node", "searches"),
    [
        ("SplitBackward0", ["split(", "chunk("]),
        ("SplitWithSizesBackward", ["split("]),
        ("UnbindBackward0", ["unbind(", "for row in x"]),
        ("_DDPSinkBackward", ["x += …", "_(", "inplace=True", "x[…] = …"]),
    ],
)
def test_edit_of_one_of_several_views_names_the_call_that_made_it_and_searches_for_that(node: str, searches: list[str]) -> None:
    reading = read(f"RuntimeError: Output 1 of {node} {SEVERAL}")
    assert [suspect.text for suspect in reading.suspects] == searches
    assert f"The view is output 1 of {node}." in reading.facts
