"""Programs of several files: every line is said with its file, and a fix edits one file and says which."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradreel.diagnose import diagnose
from gradreel.diagnose.several_files import MAX_READ_CHARACTERS
from gradreel.film.report import report
from gradreel.trace import Diagnosis, Fix, Recording, Run
from gradreel.why.wording import message_of
from tests.diagnose.several_files import files_of, film_of_files

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "three_files"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The example: ``model.py`` saves, ``pruning.py`` edits, ``train.py`` raises."""
    return film_of_files(tmp_path_factory.mktemp("example"), files_of(EXAMPLE)).run


def only(run: Run) -> Diagnosis:
    (diagnosis,) = run.diagnoses
    return diagnosis


def text_at(run: Run, file: int, line: int | None) -> str:
    text = run.code if file == 0 else run.files[file].text or ""
    return text.splitlines()[(line or 0) - 1].strip()


def fixed(run: Run, fix: Fix) -> tuple[str, str]:
    """The file that a fix edits, and the lines that are in it only afterwards."""
    (file,) = {edit.file for edit in fix.edits}
    before = text = run.code if file == 0 else run.files[file].text or ""
    for edit in reversed(fix.edits):
        text = text[: edit.start] + edit.text + text[edit.end :]
    new = [line.strip() for line in text.splitlines() if line not in before.splitlines()]
    return run.files[file].path.rpartition("/")[2], "\n".join(new)


def test_cause_in_three_files_is_told_with_three_places(run: Run) -> None:
    diagnosis = only(run)
    assert diagnosis.message.startswith("SoftmaxBackward0 on model.py line 15 saved weights at version 0. pruning.py line 7 (weights[")
    assert "So train.py line 20 raised" in diagnosis.message
    assert text_at(run, diagnosis.saved_file, diagnosis.saved_line).endswith("softmax(dim=1)")
    assert text_at(run, diagnosis.edit_file, diagnosis.edit_line) == "weights[weights < below] = 0.0"
    assert text_at(run, diagnosis.raise_file, diagnosis.raise_line) == "loss.backward()"
    assert text_at(run, diagnosis.file, diagnosis.line) == "weights[weights < below] = 0.0"


def test_places_are_said_in_chinese(run: Run) -> None:
    message = message_of(only(run), "zh")
    assert message.startswith("model.py 第 15 行的 SoftmaxBackward0 保存了 weights")
    assert "因此 train.py 第 20 行报错" in message


def test_fix_edits_the_file_that_it_names(run: Run) -> None:
    clone, result = only(run).fixes
    assert clone.message == "Edit a clone: weights = weights.clone() above pruning.py line 7."
    assert fixed(run, clone) == ("pruning.py", "weights = weights.clone()")
    assert result.message.startswith("Let model.py line 15 give weights a clone")
    assert fixed(run, result) == ("model.py", "weights = self.score(steps).softmax(dim=1).clone()")
    assert clone.code is result.code is None


def test_report_on_a_terminal_names_the_files(tmp_path: Path) -> None:
    film = film_of_files(tmp_path, files_of(EXAMPLE))
    text = report(film.packed, "train.py", "en")
    assert "pruning.py line 7" in text
    assert "train.py line 20 raises RuntimeError" in text


SAVES = "import torch\n\ndef saved(x):\n    return x.exp()\n"


def test_same_base_names_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    main = "import torch\nfrom a.ops import saved\nfrom b.ops import edited\n"
    main += "h = saved(torch.ones(2, requires_grad=True))\nedited(h)\nh.sum().backward()\n"
    files = {"main.py": main, "a/__init__.py": "", "b/__init__.py": "", "a/ops.py": SAVES, "b/ops.py": "def edited(h):\n    h.mul_(2)\n"}
    message = only(film_of_files(tmp_path, files).run).message
    assert "on a/ops.py line 4" in message
    assert "b/ops.py line 2 (h.mul_(2))" in message
    assert "So main.py line 6 raised" in message


def test_fix_of_the_main_file_holds_its_corrected_text(tmp_path: Path) -> None:
    main = "import torch\nfrom ops import saved\nh = saved(torch.ones(2, requires_grad=True))\nh += 1\nh.sum().backward()\n"
    run = film_of_files(tmp_path, {"main.py": main, "ops.py": SAVES}).run
    fix = next(fix for fix in only(run).fixes if fix.kind == "out_of_place")
    main_file = next(number for number, file in enumerate(run.files) if file.path.endswith("main.py"))
    assert [edit.file for edit in fix.edits] == [main_file]
    assert fixed(run, fix) == ("main.py", "h = h + 1")
    assert fix.code == (None if main_file else main.replace("h += 1", "h = h + 1"))


def test_files_with_other_line_ends_and_chinese_text_keep_their_offsets(tmp_path: Path) -> None:
    main = "import torch\nfrom 模型 import saved\nh = saved(torch.ones(2, requires_grad=True))\nh.sum().backward()\n"
    model = "import torch\r\n# 先保存，再修改\r\ndef saved(x):\r\n    h = x.exp()\r\n    h.mul_(2)  # 原地\r\n    return h"
    run = film_of_files(tmp_path, {"训练.py": main, "模型.py": model}).run
    fix = next(fix for fix in only(run).fixes if fix.kind == "out_of_place")
    assert fixed(run, fix) == ("模型.py", "h = h.mul(2)  # 原地")
    assert "模型.py line 5" in fix.message


def test_file_that_is_too_long_to_be_read_is_quoted_and_gets_no_fix(tmp_path: Path) -> None:
    main = "import torch\nfrom ops import saved\nh = saved(torch.ones(2, requires_grad=True))\nh += 1\nh.sum().backward()\n"
    long = SAVES.replace("return x.exp()", "h = x.exp()\n    h.mul_(2)\n    return h") + f"# {'-' * 97}\n" * (MAX_READ_CHARACTERS // 100)
    run = film_of_files(tmp_path, {"main.py": main, "ops.py": long}).run
    diagnosis = run.diagnoses[0]
    assert "ops.py line 5 (h.mul_(2))" in diagnosis.message
    assert {edit.file for each in run.diagnoses for fix in each.fixes for edit in fix.edits} <= {0, 1}
    assert not any(run.files[edit.file].path.endswith("ops.py") for each in run.diagnoses for fix in each.fixes for edit in fix.edits)


def test_program_of_one_file_says_no_file(tmp_path: Path) -> None:
    code = "import torch\nh = torch.ones(2, requires_grad=True).exp()\nh += 1\nh.sum().backward()\n"
    recording = film_of_files(tmp_path, {"main.py": code}).run
    alone = recording.model_copy(update={"files": recording.files[:1]})
    parts = {name: getattr(alone, name) for name in Recording.model_fields if name in Run.model_fields}
    (diagnosis,) = diagnose(code, Recording(**parts, torch="2", python="3")).diagnoses
    assert not any(name.endswith("file") for name in diagnosis.params)
    assert "file" not in diagnosis.fixes[0].params
