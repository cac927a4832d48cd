"""Runs every built-in example under plain torch and checks that it does what its description says."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from app.examples.gallery import PROGRAMS, Example, examples
from gradreel.locale import word

RUN_ALL = """
import contextlib, io, json, sys, traceback, warnings, torch
answers = {}
for name, code in json.load(sys.stdin).items():
    torch.manual_seed(0)
    printed, error, line = io.StringIO(), "", None
    with warnings.catch_warnings(), contextlib.redirect_stdout(printed):
        warnings.simplefilter("ignore")
        try:
            exec(compile(code, "<snippet>", "exec"), {"__name__": "__main__"})
        except Exception as raised:
            error = f"{type(raised).__name__}: {raised}"
            line = [frame.lineno for frame in traceback.extract_tb(raised.__traceback__) if frame.filename == "<snippet>"][-1]
    answers[name] = [printed.getvalue(), error, line]
json.dump(answers, sys.stdout)
"""

MODIFIED = "modified by an inplace operation"
LEAF = "a leaf Variable that requires grad is being used in an in-place operation"
FREED = "backward through the graph a second time"
NO_PATH = "does not require grad and does not have a grad_fn"

RAISES = {
    "edit-after-save": ("f.backward()", MODIFIED),
    "result-saved": ("y.sum().backward()", MODIFIED),
    "two-stale-saves": ("loss.backward()", MODIFIED),
    "add-to-a-leaf": ("a += 10", LEAF),
    "fill-a-leaf-slice": ("a[:] = 0", LEAF),
    "init-a-weight": ("w.normal_()", LEAF),
    "detach-shares-counter": ("out.sum().backward()", MODIFIED),
    "embedding-max-norm": ("loss.backward()", MODIFIED),
    "step-between-backwards": ("loss_b.backward()", MODIFIED),
    "relu-after-sigmoid": ("loss.backward()", MODIFIED),
    "rnn-buffer-read-back": ("loss.backward()", MODIFIED),
    "backward-twice": ("loss.backward()", FREED),
    "two-losses-one-trunk": ("large.backward()", FREED),
    "tensor-of-tensors": ("loss.backward()", NO_PATH),
    "argmax-has-no-slope": ("loss.backward()", NO_PATH),
    "no-grad-forward": ("loss.backward()", NO_PATH),
    "ratio-in-place": ("loss.backward()", MODIFIED),
    "view-makes-base-stale": ("loss.backward()", MODIFIED),
    "split-refuses-edits": ("left.mul_(10)", "a view and is being modified inplace"),
    "notebook-leaves": ("w.add_(1)", LEAF),
    "notebook-data-detach": ("out.sum().backward()", MODIFIED),
    "notebook-three-ratios": ("filled.sum().backward()", MODIFIED),
    "notebook-retain-graph": ("loss.backward()", FREED),
    "custom-function-stale": ("(x,) = ctx.saved_tensors", MODIFIED),
}

PRINTS = {
    "edit-before-save": "w2.grad [0.0]",
    "edit-a-clone": "w1.grad [[3.0], [6.0]]\nw2.grad [4.0]",
    "nothing-saved": "x.grad [1.0, 1.0, 1.0]",
    "input-saved": "x.grad [1.0, 0.5, 0.333",
    "edit-after-backward": "w.grad [8.0, 16.0]",
    "leaf-and-non-leaf": "leaf True True False\na.grad None\nw.grad [1.0, 2.0]",
    "grad-of-a-non-leaf": "h.grad None",
    "retain-grad": "h.grad [6.0, 12.0]",
    "tensor-hook": "w.grad [18.0, 30.0]",
    "node-hook": "in  [6.0, 12.0]\nout [18.0, 36.0]",
    "grad-accumulates": "step 2 w.grad 12.0\ncleared first 4.0",
    "add-out-of-place": "a.grad [22.0, 24.0, 26.0]",
    "init-under-no-grad": "w.grad (3, 2) leaf True",
    "init-through-detach": "bias.grad [4.0, 4.0]",
    "data-escapes-the-check": "a.grad [0.0, 0.0, 0.0]",
    "numpy-escapes-the-check": "a.grad [0.0, 7.389",
    "detach-then-clone": "a.grad [0.1966, 0.105, 0.0452]",
    "buffer-filled-then-read": "w.grad [5.0, 20.0]",
    "rnn-stack": "w.grad [2.75, 17.0]",
    "retain-graph": "once  [2.0, 4.0]\ntwice [4.0, 8.0]",
    "add-the-losses": "w.grad [11.0, 29.901]",
    "double-backward": "slope 12.0\ncurvature 12.0",
    "name-that-moves": "eta.grad None",
    "name-that-stays": "eta.grad -8.0",
    "two-names-one-storage": "v [-1.0, -1.0, -1.0, -1.0, 4.0, 5.0, 6.0, 7.0]\nversions 0 0",
    "two-names-two-storages": "v [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]\nversions 1 0",
    "stack-keeps-the-path": "a0.grad 2.0 a1.grad 4.0",
    "softmax-has-a-slope": "scores.grad [0.509, 0.024, -0.533]",
    "item-drops-a-factor": "w.grad 9.0 but the slope of w**3 is 27.0",
    "ratio-detached": "raw.grad [1.0, 1.0, 0.0]",
    "ratio-stacked": "raw.grad [1.3333, 0.3333, 0.0]",
    "edit-a-view": "before MulBackward0 SelectBackward0\nafter  torch::autograd::CopySlices AsStridedBackward0",
    "slice-accepts-edits": "w.grad [10.0, 10.0, 1.0, 1.0]",
    "training-loop": "step 2 loss 0.0144",
    "custom-function": "w.grad [4.0, 6.0]",
    "embedding-clone-first": "embed.weight.grad [[2.0, 2.0, 2.0], [3.0, 3.0, 3.0]",
    "step-after-both": "one backward pass, one step",
    "relu-after-linear": "gradients 4",
    "gradient-penalty": "w.grad is there: True",
    "transformer-layer": "gradients 12",
    "rnn-cell": "weight_hh.grad (3, 3)",
    "mlp": "",
}
"""What a program that completes prints of its point; the last one's is in the picture alone."""

Answer = tuple[str, str, int | None]


@pytest.fixture(scope="module")
def answers() -> dict[str, Answer]:
    programs = json.dumps({example.id: example.code for example in examples()})
    done = subprocess.run([sys.executable, "-c", RUN_ALL], input=programs, capture_output=True, text=True, check=True, timeout=100)
    result: dict[str, Answer] = {name: tuple(answer) for name, answer in json.loads(done.stdout).items()}
    return result


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.id)
def test_example_under_plain_torch_does_what_its_description_says(answers: dict[str, Answer], example: Example) -> None:
    printed, error, line = answers[example.id]
    if example.id in RAISES:
        source, message = RAISES[example.id]
        assert message in error
        assert line is not None
        assert example.code.splitlines()[line - 1].strip() == source
    else:
        assert error == ""
        assert PRINTS[example.id] in printed


def test_every_example_file_is_listed_once_under_its_folder() -> None:
    on_disk = sorted((path.parent.name, path.stem) for path in PROGRAMS.glob("*/*.py"))
    assert sorted((example.theme, example.id) for example in examples()) == on_disk
    assert len({example.id for example in examples()}) == len(examples())


def test_first_example_is_the_edit_after_the_save() -> None:
    assert examples()[0].id == "edit-after-save"


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.id)
def test_example_is_short_and_worded_in_both_languages(example: Example) -> None:
    most = 45 if example.theme == "notebooks" else 20
    assert 6 <= len(example.code.splitlines()) <= most
    assert max(map(len, example.code.splitlines())) <= 88
    for text in (word(f"theme-{example.theme}", {}, "zh"), example.sentence.zh):
        assert re.search(r"[\u4e00-\u9fff]", text), text
    assert example.sentence.en.endswith(".")
    assert example.sentence.zh.endswith("。")
