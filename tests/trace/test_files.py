"""Names of files: the base name, with as much of its folders as tells it from the others."""

from __future__ import annotations

from gradreel.trace import SourceFile
from gradreel.trace.files import MAX_NAME_CHARACTERS, named, place


def names(*paths: str) -> list[str | None]:
    return [file.name for file in named([SourceFile(path=path) for path in paths])]


def test_single_file_needs_no_name() -> None:
    assert names("/home/me/train.py") == [None]


def test_file_is_called_by_its_base_name() -> None:
    assert names("/home/me/train.py", "/home/me/net/model.py", "<ipython-input-3-ab>") == ["train.py", "model.py", "<ipython-input-3-ab>"]


def test_same_base_names_are_told_by_their_folders() -> None:
    assert names("/w/a/utils.py", "/w/b/utils.py", "/w/b/x/utils.py") == ["a/utils.py", "b/utils.py", "x/utils.py"]
    assert names("C:\\net\\a\\utils.py", "D:\\net\\a\\utils.py") == ["C:/net/a/utils.py", "D:/net/a/utils.py"]


def test_path_that_ends_another_one_is_kept_whole() -> None:
    assert names("utils.py", "a/utils.py") == ["utils.py", "a/utils.py"]


def test_chinese_path_is_kept() -> None:
    assert names("/家/训练.py", "/家/模型.py") == ["训练.py", "模型.py"]


def test_long_name_keeps_its_end() -> None:
    one, two = names("/w/" + "x" * 200 + ".py", "/w/" + "y" * 200 + ".py")
    assert one is not None
    assert two is not None
    assert len(one) == MAX_NAME_CHARACTERS
    assert one.startswith("…x")
    assert two.endswith("y.py")


def test_place_names_the_file_only_where_there_are_several() -> None:
    several = named([SourceFile(path="/w/train.py"), SourceFile(path="/w/model.py")])
    assert place(several, 5, 1, "edit_") == {"edit_line": 5, "edit_file": "model.py"}
    assert place(several, None, 1) == {"line": None}
    assert place(several[:1], 5, 0) == {"line": 5}
