"""``pytest --gradreel`` in a pytest of its own: the film of a test that dies of an autograd error, and no outcome that is changed."""

from __future__ import annotations

import pytest

from tests import interpreter

TESTS = """
import pytest
import torch

def test_passes():
    torch.ones(2, requires_grad=True).sum().backward()

def test_dies():
    h = torch.ones(2, requires_grad=True).exp()
    h += 1
    h.sum().backward()

@pytest.mark.parametrize("name", ["a/b c", "\\N{CJK UNIFIED IDEOGRAPH-6D4B}" * 200])
def test_dies_by_a_strange_name(name):
    test_dies()

def test_fails_for_another_reason():
    assert torch.ones(2, requires_grad=True).sum() == 3

@pytest.mark.xfail(strict=True)
def test_is_expected_to_die():
    test_dies()

def test_is_skipped():
    pytest.skip("no reason")

@pytest.fixture
def broken():
    raise ValueError("in a fixture")

def test_without_its_fixture(broken):
    pass
"""
OUTCOMES = {"passed": 1, "failed": 4, "xfailed": 1, "skipped": 1, "errors": 1}


@pytest.fixture
def own(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder with the tests, whose pytest has the plugins that it is told."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makepyfile(TESTS)
    return pytester


def run(own: pytest.Pytester, *arguments: str, fresh: bool = False) -> pytest.RunResult:
    command = ["-m", "pytest", f"--basetemp={own.path}/temporary", "-p", "gradreel.pytest_plugin", *arguments]
    done = interpreter.run(command, own.path, fresh=fresh)
    return pytest.RunResult(done.returncode, done.stdout.splitlines(), done.stderr.splitlines(), 0.0)


def films(own: pytest.Pytester) -> list[str]:
    return sorted(path.name for path in (own.path / "gradreel-films").glob("*"))


def test_outcomes_are_the_same_with_and_without_films(own: pytest.Pytester) -> None:
    for arguments in ((), ("--gradreel",)):
        run(own, *arguments, fresh=bool(arguments)).assert_outcomes(**OUTCOMES)


def test_without_the_option_nothing_is_written(own: pytest.Pytester) -> None:
    run(own)
    assert films(own) == []


def test_film_is_beside_the_report_which_names_it(own: pytest.Pytester) -> None:
    done = run(own, "--gradreel", "-k", "test_dies or reason or passes")
    names = films(own)
    assert len(names) == 3
    assert sum(name.startswith("test_film_is_beside_the_report_which_names_it.py-test_dies-") for name in names) == 1
    assert all(len(name.encode()) <= 255 for name in names)
    film = next(name for name in names if "names_it.py-test_dies-" in name)
    done.stdout.fnmatch_lines([f"film: gradreel-films/{film}", "*ExpBackward0 on line 8 saved h at version 0. Line 9 (h += 1) edited it*"])
    assert "<template id" in (own.path / "gradreel-films" / film).read_text()
    done.stdout.fnmatch_lines(["E * edited *:9 *h += 1 *# edited in place: version 0 → 1", f"E *film: gradreel-films/{film}"])
    assert done.stdout.str().count("\nfilm: ") == 3


def test_report_note_and_film_are_in_the_language_that_was_asked_for(own: pytest.Pytester) -> None:
    done = run(own, "--gradreel", "--gradreel-lang", "zh", "-k", "test_dies")
    done.stdout.fnmatch_lines(["E * 修改 *:9 *h += 1 *", "film: gradreel-films/*", "*第 9 行*"])
    assert '<html lang="zh' in (own.path / "gradreel-films" / films(own)[0]).read_text()


@pytest.mark.long
def test_films_of_workers_are_named_in_the_one_report(own: pytest.Pytester) -> None:
    done = run(own, "--gradreel", "-p", "xdist", "-n", "2", fresh=True)
    done.assert_outcomes(**OUTCOMES)
    assert len(films(own)) == 3
    assert done.stdout.str().count("\nfilm: gradreel-films/") == 3


@pytest.mark.long
def test_coverage_is_measured_as_without_films(own: pytest.Pytester) -> None:
    own.makepyfile(mine="def half(h, other):\n    h += 1\n    if other:\n        return h.exp()\n    return h.sum()\n")
    own.makepyfile(
        test_mine="import torch, mine\n\ndef test_dies():\n    mine.half(torch.ones(2, requires_grad=True).exp(), False).backward()\n"
    )
    measured = []
    for arguments in ((), ("--gradreel",)):
        done = run(own, *arguments, "test_mine.py", "-p", "pytest_cov", "--cov=mine", "--cov-report=term-missing", fresh=True)
        done.assert_outcomes(failed=1)
        measured.append([line for line in done.outlines if line.startswith("mine.py")])
    assert measured[0] == measured[1]
    assert measured[0][0].split() == ["mine.py", "5", "1", "80%", "4"]
    assert len(films(own)) == 1


def test_folder_that_cannot_be_written_is_said_in_the_report(own: pytest.Pytester) -> None:
    (own.path / "taken").write_text("a file")
    done = run(own, "--gradreel", "--gradreel-folder", "taken/films", "-k", "test_dies and not strange")
    done.assert_outcomes(failed=1, deselected=7)
    done.stdout.fnmatch_lines(["no film: *Error: *"])


def test_films_go_to_the_folder_that_is_asked_for(own: pytest.Pytester) -> None:
    run(own, "--gradreel", "--gradreel-folder", "out/why", "-k", "test_dies and not strange")
    assert len(list((own.path / "out" / "why").glob("*.html"))) == 1


def test_tests_without_torch_are_not_recorded(own: pytest.Pytester) -> None:
    own.makepyfile(test_plain="import sys\n\ndef test_plain():\n    assert 'torch' not in sys.modules and sys.gettrace() is None\n")
    run(own, "--gradreel", "test_plain.py", fresh=True).assert_outcomes(passed=1)


def test_every_test_leaves_its_film_where_that_is_asked_for(own: pytest.Pytester) -> None:
    done = run(own, "--gradreel", "--gradreel-all", "-k", "passes or reason or expected")
    done.assert_outcomes(passed=1, failed=1, xfailed=1)
    assert len(films(own)) == 3
    assert done.stdout.str().count("\nfilm: ") == 1
