"""One error is read alike in each form in which it is pasted, and what is cut off or is no traceback is told apart."""

from __future__ import annotations

import pytest

from gradreel.reading import Traceback, read
from tests.reading import texts


@pytest.mark.parametrize("form", texts.FORMS)
def test_error_is_read_in_this_form(form: str) -> None:
    reading = read(texts.FORMS[form])
    assert (reading.kind, reading.exception) == ("version_mismatch", "RuntimeError")
    assert (reading.node, reading.output, reading.shape, reading.dtype) == ("ExpBackward0", 0, (3, 4), "float32")
    assert (reading.saved_version, reading.current_version, reading.keeps) == (0, 1, "result")
    assert reading.raise_line == 12
    assert (reading.raise_file or "").endswith("train.py")


@pytest.mark.parametrize("form", [name for name in texts.FORMS if name != "boxed"])
def test_frames_of_libraries_are_told_from_those_of_the_program(form: str) -> None:
    (raised,) = (each for each in read(texts.FORMS[form]).tracebacks if each.role == "raised")
    assert [frame.own for frame in raised.frames][-2:] == [True, False]
    assert raised.frames[-2].text == "loss.backward()"
    assert raised.frames[-2].function == "step"


@pytest.mark.parametrize("form", ["anomaly mode", "anomaly mode of 1.0", "anomaly mode of 1.6"])
def test_traceback_of_anomaly_mode_is_told_from_the_one_that_raised(form: str) -> None:
    reading = read(texts.FORMS[form])
    assert [each.role for each in reading.tracebacks] == ["forward", "raised"]
    assert (reading.forward_line, reading.raise_line) == (8, 12)
    assert reading.failed_node == (None if form == "anomaly mode of 1.0" else "ExpBackward0")
    assert any("line 8" in fact and "x.exp()" in fact for fact in reading.facts)


def test_anomaly_mode_that_was_on_in_backward_alone_names_the_node() -> None:
    reading = read(texts.LATE_ANOMALY + texts.PLAIN)
    assert (reading.failed_node, reading.forward_line, reading.raise_line) == ("ExpBackward0", None, 12)


@pytest.mark.parametrize("form", texts.FORMS)
def test_form_that_is_cut_anywhere_is_read_without_another_kind(form: str) -> None:
    text = texts.FORMS[form]
    for at in range(0, len(text), 61):
        assert {read(text[:at]).kind, read(text[at:]).kind} <= {None, "version_mismatch"}


def test_cell_of_a_notebook_is_a_file() -> None:
    for text in (texts.IPYTHON_NEW, texts.IPYTHON_8_0):
        assert read(text).tracebacks[0].frames[0].model_dump() == {
            "file": "In [3]", "line": 2, "function": None, "text": "step(model)", "own": True,
        }  # fmt: skip
    first = read(texts.IPYTHON_OLD).tracebacks[0].frames[0]
    assert (first.line, first.text, first.own) == (2, "step(model)", True)


def test_last_error_of_autograd_counts_where_a_text_has_two() -> None:
    freed = texts.PLAIN.replace(
        texts.MESSAGE, "Trying to backward through the graph a second time, but the buffers have already been freed."
    )
    reading = read(f"first this\n\n{freed}\nand then\n\n{texts.PLAIN}")
    assert (reading.kind, len(reading.tracebacks)) == ("version_mismatch", 2)
    assert "2 different errors" in reading.facts[0]
    assert read(f"{texts.PLAIN}\n{freed}").kind == "graph_freed"


@pytest.mark.parametrize(
    ("words", "link"),
    [
        ("The above exception was the direct cause of the following exception:", "cause"),
        ("During handling of the above exception, another exception occurred:", "context"),
    ],
)
def test_error_of_autograd_is_found_below_one_that_it_led_to(words: str, link: str) -> None:
    other = 'Traceback (most recent call last):\n  File "/home/me/run.py", line 5, in <module>\n    go()\nmylib.StepFailed: step 3\n'
    reading = read(f"{texts.PLAIN}\n{words}\n\n{other}")
    assert reading.kind == "version_mismatch"
    assert [each.link for each in reading.tracebacks] == [None, link]
    assert (reading.tracebacks[1].exception, reading.tracebacks[1].message) == ("mylib.StepFailed", "step 3")


def test_message_alone_is_read() -> None:
    for text in (f"RuntimeError: {texts.MESSAGE}", texts.MESSAGE, f"I get '{texts.MESSAGE}' and do not know why."):
        reading = read(text)
        assert (reading.kind, reading.node, reading.raise_line) == ("version_mismatch", "ExpBackward0", None)


def test_traceback_without_its_last_line_says_so() -> None:
    reading = read(texts.PLAIN.partition("RuntimeError")[0])
    assert reading.kind is None
    assert "cut off" in reading.facts[0]
    assert (reading.suspects, reading.ruled_out) == ((), ())


OTHERS = {
    "another library": (
        "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    x\nKeyError: 'lr'\n",
        "KeyError: 'lr'",
    ),
    "Java": ("Exception in thread main java.lang.Error\n\tat com.me.Main.run(Main.java:12)\n", "an error of Java"),
    "JavaScript": ("TypeError: x is not a function\n    at run (/srv/app.js:3:5)\n", "none of autograd"),
    "Node": (
        "/srv/app.js:3\n    run()\n    ^\n\nReferenceError: run is not defined\n    at Object.<anonymous> (/srv/app.js:3:5)\n"
        "    at node:internal/main/run_main_module:23:47\n\nNode.js v20.1.0\n",
        "none of autograd",
    ),
    "Java with a cause": (
        'Exception in thread "main" java.lang.RuntimeException: no\n\tat com.me.Main.run(Main.java:12)\n'
        "Caused by: java.io.IOException: gone\n\t... 1 more\n",
        "an error of Java",
    ),
    "TensorFlow": (
        'Traceback (most recent call last):\n  File "a.py", line 9, in <module>\n    tape.gradient(loss, w)\n'
        "tensorflow.python.framework.errors_impl.InvalidArgumentError: Incompatible shapes: [2] vs. [3] [Op:AddV2]\n",
        "InvalidArgumentError: Incompatible shapes",
    ),
    "JAX": (
        'Traceback (most recent call last):\n  File "a.py", line 9, in <module>\n    jax.grad(f)(x)\n'
        "TypeError: Gradient only defined for scalar-output functions. Output had shape: (3,).\n",
        "Gradient only defined for scalar-output functions",
    ),
    "Rust": ("thread 'main' panicked at src/main.rs:2:5:\nindex out of bounds\n", "an error of Rust"),
    "sentences": ("My loss does not go down. What can I do?", "no traceback and no message"),
    "nothing": ("", "no traceback and no message"),
    "a program": ("import torch\nx = torch.ones(2)\n", "no traceback and no message"),
}


@pytest.mark.parametrize("case", OTHERS)
def test_text_without_an_error_of_autograd_says_what_it_is(case: str) -> None:
    text, said = OTHERS[case]
    for lang in ("en", "zh"):
        reading = read(text, lang="en" if lang == "en" else "zh")
        assert (reading.kind, len(reading.facts), reading.suspects, reading.record) == (None, 1, (), ())
    assert said in read(text).facts[0]


def test_repeated_lines_of_a_recursion_are_one_frame() -> None:
    text = texts.PLAIN.replace(
        '  File "/home/me/train.py", line 12', '  [Previous line repeated 994 more times]\n  File "/home/me/train.py", line 12'
    )
    assert read(text).raise_line == 12
    assert len(_raised(read(text).tracebacks).frames) == 3


def _raised(tracebacks: tuple[Traceback, ...]) -> Traceback:
    return next(each for each in tracebacks if each.role == "raised")
