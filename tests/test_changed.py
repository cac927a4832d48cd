"""What a change can affect, and the order in which files are given to workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import changed, long, order
from tests.architecture.sources import sources_of

ROOT = Path(__file__).parents[1]
SOURCES = sources_of(
    {
        "x/low/a.py": "",
        "x/low/b.py": "from x.low import a",
        "x/middle/c.py": "from x.low.b import b",
        "x/high/d.py": "from x.middle.c import c",
    }
)
ROOMS: dict[str, list[str]] = {"x.low": [], "x.middle": ["x.low"], "x.high": ["x.middle"]}


def test_change_reaches_its_own_room_in_any_steps_and_other_rooms_in_one() -> None:
    assert changed.affected_modules({"x.low.a"}, SOURCES, ROOMS) == {"x.low.a", "x.low.b", "x.middle.c"}
    assert changed.affected_modules({"x.middle.c"}, SOURCES, ROOMS) == {"x.middle.c", "x.high.d"}


def test_test_is_affected_through_its_helpers_and_the_conftest_beside_it() -> None:
    tests = sources_of(
        {
            "tests/__init__.py": "",
            "tests/conftest.py": "import x.high.d",
            "tests/one/conftest.py": "from x.low.a import a",
            "tests/one/test_by_conftest.py": "",
            "tests/two/helper.py": "import x.low.a",
            "tests/two/test_by_helper.py": "from tests.two.helper import help",
            "tests/two/test_other.py": "from tests.conftest import anything",
        }
    )
    assert changed.tests_of({"x.low.a"}, tests) == ["tests/one/test_by_conftest.py", "tests/two/test_by_helper.py"]
    assert changed.tests_of({"x.high.d"}, tests) == []


@pytest.mark.parametrize(
    ("path", "some"),
    [
        ("gradreel/diagnose/kinds/custom_gradients.py", "tests/diagnose/test_fixes.py"),
        ("tests/jail/test_disk.py", "tests/jail/test_disk.py"),
        ("gradreel/tracer/ops.py", "tests/tracer/test_databases.py"),
        ("app/runner/nats/roster.py", "tests/cluster/test_parts.py"),
        ("gradreel/locales/en/step.ftl", "tests/test_locale.py"),
        ("app/store/store.py", "tests/store/test_snippets.py"),
    ],
)
def test_changed_file_of_the_project_chooses_its_tests(path: str, some: str) -> None:
    found = changed.chosen([path])
    assert some in found
    assert all((ROOT / each).exists() for each in found)


def test_slow_folder_is_not_chosen_by_what_it_imports() -> None:
    found = changed.chosen(["app/settings.py"])
    assert "tests/runner/test_local.py" in found
    assert "tests/cluster/test_faults.py" not in found


def test_order_of_files_names_what_is_there_and_puts_it_first() -> None:
    paths = [str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")]
    assert order.unknown(paths) == []
    assert sorted(paths, key=order.rank)[:2] == list(order.LONGEST_FIRST[:2])
    assert order.rank("tests/test_docs.py::test_x") == len(order.LONGEST_FIRST)


def test_lists_of_long_tests_name_what_is_there() -> None:
    assert long.unknown(ROOT) == []
