"""The second look at failed tests, with real runs of pytest and vitest of a small project of tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.second_look import MAX_UNSTABLE, ROOT, Part, Pytest, Runner, Vitest, passes_alone, read_part, second_look

# Fails until the file that it leaves exists: what passes at the second look.
ONCE = """
from pathlib import Path

def test_{name}():
    seen = Path(__file__).with_name("seen-{name}")
    if not seen.exists():
        seen.touch()
        raise AssertionError("the first time of {name}")
"""
ONCE_OF_THE_PAGE = """
import { existsSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

describe("what the page (really) does", () => {
  test("fails [once]", () => {
    const before = existsSync("seen");
    writeFileSync("seen", "");
    expect(before, "the first time").toBe(true);
  });
  test("fails always", () => expect(1).toBe(2));
  test("passes", () => {});
});
"""


@pytest.fixture
def python_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # they take a second to import, in each of the many runs
    return tmp_path


@pytest.fixture
def page_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)  # Node.js may be there
    (tmp_path / "node_modules").symlink_to(ROOT / "static" / "node_modules")
    (tmp_path / "package.json").write_text('{"type": "module", "scripts": {"test": "vitest run"}}')
    (tmp_path / "page.test.js").write_text(ONCE_OF_THE_PAGE)
    return tmp_path


def first_run(folder: Path, *arguments: str) -> Part:
    """Run all tests of a project, as scripts/test runs a part, and read what the run left."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.failures", "--failures", str(folder / "python.json"), *arguments]
    ended = subprocess.run(command, cwd=folder, capture_output=True)
    (folder / "python.status").write_text(str(ended.returncode))
    return read_part(folder, "python", Pytest(folder))


def first_run_of_the_page(folder: Path) -> Part:
    command = ["npm", "run", "--silent", "test", "--", *Vitest.options(folder / "page.json")]
    ended = subprocess.run(command, cwd=folder, capture_output=True)
    (folder / "page.status").write_text(str(ended.returncode))
    return read_part(folder, "page", Vitest(folder))


def left_by(folder: Path, runner: Runner, status: int, document: object) -> Part:
    (folder / "part.json").write_text(json.dumps(document))
    (folder / "part.status").write_text(str(status))
    return read_part(folder, "part", runner)


@pytest.mark.parametrize("workers", [[], ["-p", "xdist", "-n", "2"]], ids=["one process", "workers"])
def test_test_that_passes_alone_is_listed_last_with_its_first_failure_and_the_run_passes(
    python_project: Path, capfd: pytest.CaptureFixture[str], workers: list[str]
) -> None:
    (python_project / "test_some.py").write_text(ONCE.format(name="a") + "\ndef test_other():\n    pass\n")
    part = first_run(python_project, *workers)
    assert [failure.id for failure in part.failures] == ["test_some.py::test_a"]
    assert second_look([part], python_project / "unstable.txt") == 0
    said = capfd.readouterr().out
    assert "FAILED test_some.py::test_a\n    AssertionError: the first time of a" in said
    assert said.index("1 passed") < said.index("UNSTABLE test_some.py::test_a\n    AssertionError: the first time of a")
    kept = (python_project / "unstable.txt").read_text()
    assert kept.startswith("test_some.py::test_a  (")
    assert "the first time of a" in kept


def test_test_that_fails_again_fails_the_run(python_project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (python_project / "test_some.py").write_text(ONCE.format(name="a") + "\ndef test_never():\n    assert 1 == 2\n")
    assert second_look([first_run(python_project)], python_project / "unstable.txt") == 1
    said = capfd.readouterr().out
    assert "== 1 failed again ==\nFAILED test_some.py::test_never\n" in said
    assert "UNSTABLE test_some.py::test_a" in said


@pytest.mark.parametrize(("number", "status"), [(MAX_UNSTABLE, 0), (MAX_UNSTABLE + 1, 1)])
def test_run_passes_with_a_few_unstable_tests_only(python_project: Path, number: int, status: int) -> None:
    (python_project / "test_some.py").write_text("".join(ONCE.format(name=f"n{index}") for index in range(number)))
    assert second_look([first_run(python_project)], python_project / "unstable.txt") == status


def test_list_of_unstable_tests_keeps_what_earlier_runs_found(python_project: Path) -> None:
    (python_project / "unstable.txt").write_text("tests/before.py::test_before\n")
    (python_project / "test_some.py").write_text(ONCE.format(name="a"))
    second_look([first_run(python_project)], python_project / "unstable.txt")
    kept = (python_project / "unstable.txt").read_text()
    assert kept.startswith("tests/before.py::test_before\ntest_some.py::test_a  (")


def test_run_without_failures_says_nothing(python_project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (python_project / "test_some.py").write_text("def test_a():\n    pass\n")
    assert second_look([first_run(python_project)], python_project / "unstable.txt") == 0
    assert capfd.readouterr().out == ""
    assert not (python_project / "unstable.txt").exists()


def test_test_with_a_failing_body_and_a_failing_teardown_is_one_failure(python_project: Path) -> None:
    text = "import pytest\n@pytest.fixture\ndef thing():\n    yield\n    raise OSError('torn')\ndef test_a(thing):\n    assert 0, 'body'\n"
    (python_project / "test_some.py").write_text(text)
    (failure,) = first_run(python_project).failures
    assert "body" in failure.message
    assert "torn" in failure.text


def test_id_with_brackets_colons_and_spaces_runs_alone(python_project: Path) -> None:
    text = "import pytest\n@pytest.mark.parametrize('x', [1], ids=['a [b]::c d/e'])\ndef test_a(x):\n    pass\n"
    (python_project / "test_some.py").write_text(text)
    assert passes_alone(Pytest(python_project), "test_some.py::test_a[a [b]::c d/e]")


def test_test_that_is_left_out_unless_asked_for_runs_alone(python_project: Path) -> None:
    (python_project / "pytest.ini").write_text("[pytest]\naddopts = -m 'not image'\nmarkers = image\n")
    (python_project / "test_some.py").write_text("import pytest\n@pytest.mark.image\ndef test_a():\n    pass\n")
    assert passes_alone(Pytest(python_project), "test_some.py::test_a")


def test_test_that_is_skipped_alone_has_not_passed(python_project: Path) -> None:
    (python_project / "test_some.py").write_text("import pytest\ndef test_a():\n    pytest.skip('not here')\n")
    assert not passes_alone(Pytest(python_project), "test_some.py::test_a")


def test_test_that_is_gone_has_not_passed(python_project: Path) -> None:
    (python_project / "test_some.py").write_text("def test_a():\n    pass\n")
    assert not passes_alone(Pytest(python_project), "test_some.py::test_b")


def test_module_that_cannot_be_collected_fails_the_run_and_is_named(python_project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (python_project / "test_some.py").write_text("import no_such_module\n")
    assert second_look([first_run(python_project)], python_project / "unstable.txt") == 1
    said = capfd.readouterr().out
    assert "ERROR: python: its runner ended with 2" in said
    assert "FAILED test_some.py\n" in said


def test_run_that_was_killed_fails(python_project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (python_project / "test_some.py").write_text("import os\ndef test_a():\n    os.kill(os.getpid(), 9)\n")
    assert second_look([first_run(python_project)], python_project / "unstable.txt") == 1
    assert "ERROR: python: it left no report" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("status", "failures", "fault"),
    [
        (1, [], "named no failed test"),
        (3, [], "ended with 3"),
        (0, [{"id": "a", "message": "b", "text": "c"}], "passed, and its report names failed tests"),
    ],
)
def test_status_that_does_not_fit_the_report_is_a_fault(tmp_path: Path, status: int, failures: list[object], fault: str) -> None:
    part = left_by(tmp_path, Pytest(), status, {"passed": 1, "failures": failures})
    assert fault in part.fault
    assert second_look([Part(part.name, part.runner, [], part.fault)], tmp_path / "unstable.txt") == 1


def test_more_failures_than_are_worth_a_second_look_fail_at_once(python_project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (python_project / "test_some.py").write_text("".join(f"def test_n{index}():\n    assert 0\n" for index in range(21)))
    assert second_look([first_run(python_project)], python_project / "unstable.txt") == 1
    said = capfd.readouterr().out
    assert said.count("FAILED test_some.py::test_n") == 21
    assert "they are not run once more" in said


def test_tests_of_the_page_get_a_second_look_by_name(page_project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    part = first_run_of_the_page(page_project)
    names = ["page.test.js::what the page (really) does fails [once]", "page.test.js::what the page (really) does fails always"]
    assert [failure.id for failure in part.failures] == names
    assert second_look([part], page_project / "unstable.txt") == 1
    said = capfd.readouterr().out
    assert f"== 1 failed again ==\nFAILED {names[1]}\n" in said
    assert f"UNSTABLE {names[0]}\n    AssertionError: the first time" in said


def test_file_of_the_page_that_cannot_be_loaded_is_one_failure(page_project: Path) -> None:
    (page_project / "page.test.js").write_text('import "./no-such-file.js";\n')
    (failure,) = first_run_of_the_page(page_project).failures
    assert failure.id == "page.test.js"
    assert "no-such-file" in failure.message
    assert not passes_alone(Vitest(page_project), failure.id)


UNHANDLED_OF_THE_PAGE = {
    "a rejection": 'Promise.reject(new TypeError("nobody awaits"))',
    "an exception": 'setTimeout(() => { throw new TypeError("nobody awaits"); })',
}


@pytest.mark.parametrize("kind", UNHANDLED_OF_THE_PAGE)
def test_error_that_no_test_of_the_page_caught_fails_the_run_though_the_failed_test_passes_alone(
    page_project: Path, capfd: pytest.CaptureFixture[str], kind: str
) -> None:
    (page_project / "page.test.js").write_text(
        f"""
import {{ existsSync, writeFileSync }} from "node:fs";
import {{ expect, test }} from "vitest";

test("fails once", async () => {{
  const before = existsSync("seen");
  writeFileSync("seen", "");
  if (!before) {{
    const seen = new Promise(resolve => process.prependOnceListener("EVENT", resolve));
    {UNHANDLED_OF_THE_PAGE[kind]};
    await seen;
  }}
  expect(before, "the first time").toBe(true);
}});
""".replace("EVENT", "unhandledRejection" if kind == "a rejection" else "uncaughtException")
    )
    part = first_run_of_the_page(page_project)
    assert [failure.id for failure in part.failures] == ["page.test.js::fails once"]
    assert second_look([part], page_project / "unstable.txt") == 1
    said = capfd.readouterr().out
    assert "ERROR: page: errors that no test caught:\nTypeError: nobody awaits" in said
    assert "UNSTABLE page.test.js::fails once" in said


def test_error_that_no_test_of_the_page_caught_fails_a_run_without_failed_tests(
    page_project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (page_project / "page.test.js").write_text(
        'import { test } from "vitest";\ntest("passes", () => void Promise.reject(new RangeError("left")));\n'
    )
    assert second_look([first_run_of_the_page(page_project)], page_project / "unstable.txt") == 1
    assert "errors that no test caught:\nRangeError: left" in capfd.readouterr().out
