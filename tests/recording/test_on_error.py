"""``on_error()`` and ``record(last=…)``: the last steps of a long training, without values, in memory that does not grow."""

from __future__ import annotations

import gc
import sys
import tempfile
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import orjson
import pytest
import torch

import gradreel
from gradreel.film.load import run_from_json
from gradreel.trace import BackwardEndEvent, OpEvent


class Training:
    def __init__(self) -> None:
        torch.manual_seed(0)
        self.model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 1))
        self.opt = torch.optim.SGD(self.model.parameters(), lr=0.01, foreach=False)
        self.seen: list[weakref.ref[torch.Tensor]] = []

    def step(self, fail: bool = False) -> None:
        self.opt.zero_grad()
        h = self.model(torch.randn(4, 8)).sigmoid()
        if fail:
            h.mul_(2)
        self.seen.append(weakref.ref(h))
        torch.autograd.backward(h.sum())
        self.opt.step()


@pytest.fixture
def armed(tmp_path: Path) -> Iterator[gradreel.recording.OnError]:
    with gradreel.on_error(tmp_path / "error.json") as found:
        yield found


def test_film_note_and_line_are_in_the_language_that_was_asked_for(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with gradreel.on_error(tmp_path / "error.html", lang="zh"), pytest.raises(RuntimeError) as raised:
        Training().step(fail=True)
    assert capfd.readouterr().err == f"gradreel: backward() 报错；最后几步的影片在 {tmp_path}/error.html\n"
    assert "保存" in raised.value.__notes__[0]
    assert '<html lang="zh' in (tmp_path / "error.html").read_text()


def test_error_that_leaves_backward_writes_one_film_and_one_line(
    armed: gradreel.recording.OnError, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    training = Training()
    for _ in range(20):
        training.step()
    for _ in range(2):
        with pytest.raises(RuntimeError, match="is at version 1; expected version 0 instead"):
            training.step(fail=True)
    assert capfd.readouterr().err == f"gradreel: backward() raised; the film of the last steps is in {tmp_path}/error.json\n"
    assert [path.name for path in tmp_path.iterdir()] == ["error.json"]
    run = run_from_json((tmp_path / "error.json").read_bytes())
    (diagnosis,) = run.diagnoses
    lines = Path(__file__).read_text().splitlines()
    told = [lines[line - 1].strip() for line in (diagnosis.saved_line, diagnosis.edit_line, diagnosis.raise_line) if line]
    assert told == ["h = self.model(torch.randn(4, 8)).sigmoid()", "h.mul_(2)", "torch.autograd.backward(h.sum())"]
    assert run.outcome.failure is not None
    assert run.outcome.failure.line == diagnosis.raise_line
    assert run.gap is not None
    assert not any(tensor.value for tensor in run.tensors)


def test_nothing_is_written_for_a_program_that_does_not_fail(armed: gradreel.recording.OnError, tmp_path: Path) -> None:
    Training().step()
    assert not list(tmp_path.iterdir())
    assert not armed.film.is_ready


def test_block_inside_on_error_is_recorded_by_itself_and_waiting_goes_on_after_it(
    armed: gradreel.recording.OnError, tmp_path: Path
) -> None:
    training = Training()
    with gradreel.record() as film:
        training.step()
    assert any(tensor.value for tensor in film.run.tensors)
    with pytest.raises(RuntimeError):
        training.step(fail=True)
    assert armed.film.diagnoses[0].kind == "version_mismatch"


def test_disarmed_leaves_nothing_behind(tmp_path: Path) -> None:
    armed = gradreel.on_error(tmp_path / "error.json")
    assert torch._C._len_torch_function_stack() == 1
    armed.disarm()
    assert torch._C._len_torch_function_stack() == 0
    with pytest.raises(RuntimeError):
        Training().step(fail=True)
    assert not list(tmp_path.iterdir())


def test_last_steps_alone_are_kept_with_what_they_stand_on() -> None:
    training = Training()
    with gradreel.record(last=2) as film:
        for _ in range(30):
            training.step()
    run = film.run
    assert run.gap is not None
    last = run.events[run.gap.resumes :]
    assert sum(isinstance(event, BackwardEndEvent) for event in last) == 2
    assert sum(isinstance(event, OpEvent) and event.name == "sigmoid" for event in last) == 2
    known = {name for tensor in run.tensors for name in tensor.names}
    assert {"self.model.0.weight", "self.model.2.bias"} & known or any(name.endswith("0.weight") for name in known), known


@pytest.mark.parametrize("steps", [200, pytest.param(360, marks=pytest.mark.long)])
def test_hundreds_of_steps_keep_no_tensor_alive_and_take_no_more_memory_than_sixty(steps: int) -> None:
    training = Training()
    tracemalloc.start()
    try:
        with gradreel.record(last=2) as film:
            for step in range(steps):
                training.step()
                for weight in training.model.parameters():
                    weight.data.mul_(0.999)  # each time another version counter
                if step == 60:
                    early = _traced_bytes()
            assert [each() for each in training.seen if each() is not None] == []
            late = _traced_bytes()
    finally:
        tracemalloc.stop()
    assert late - early < 100 * 1024 + sys.getsizeof(training.seen) + (steps - 60) * 150, (early, late)
    assert len(film.run.events) < 1000


def _traced_bytes() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def test_recording_keeps_no_tensor_alive() -> None:
    training = Training()
    with gradreel.record() as film:
        for _ in range(5):
            training.step()
            assert training.seen[-1]() is None
    assert film.run.outcome.status == "completed"


def test_recording_of_a_long_loop_holds_little_more_than_its_text() -> None:
    w = torch.ones(8, requires_grad=True)
    tracemalloc.start()
    try:
        with gradreel.record(values="none") as film:
            before, _ = tracemalloc.get_traced_memory()
            y = w
            for _ in range(500):
                y = (y * 1.0001).clone()
            held = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert len([event for event in film.run.events if isinstance(event, OpEvent)]) == 1000
    assert held < 4 * len(orjson.dumps(film.run.model_dump(mode="json")))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("error.htm", "a film is written as one of"),
        ("error", "no ending is none of them"),
        ("missing/error.html", "there is no folder"),
    ],
)
def test_place_that_no_film_can_have_is_refused_at_the_call(name: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=said) as raised:
        gradreel.on_error(tmp_path / name)
    assert str(tmp_path / name) in str(raised.value)
    assert torch._C._len_torch_function_stack() == 0


def _edits_leaf() -> None:
    torch.ones(2, requires_grad=True).add_(1)


def _edits_view_of_leaf() -> None:
    torch.ones(2, requires_grad=True)[0] = 1


def _edits_one_of_several_views() -> None:
    (torch.ones(2, requires_grad=True) * 1).unbind()[0].mul_(2)


def _edits_view_made_in_no_grad() -> None:
    base = torch.ones(2, requires_grad=True) * 1
    with torch.no_grad():
        view = base[0]
    view.mul_(2)


def _saves_inference_tensor() -> None:
    with torch.inference_mode():
        x = torch.ones(2)
    torch.ones(2, requires_grad=True).mul(x)


REFUSED = {
    _edits_leaf: "leaf_in_place",
    _edits_view_of_leaf: "leaf_in_place",
    _edits_one_of_several_views: "multi_view_in_place",
    _edits_view_made_in_no_grad: "view_in_place",
    _saves_inference_tensor: "inference_tensor_saved",
}


@pytest.mark.parametrize("program", REFUSED, ids=lambda each: each.__name__)
def test_op_that_autograd_refuses_writes_the_film(
    program: Callable[[], None], armed: gradreel.recording.OnError, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    Training().step()
    with pytest.raises(RuntimeError) as raised:
        program()
    assert capfd.readouterr().err == f"gradreel: autograd refused an op; the film of the last steps is in {tmp_path}/error.json\n"
    run = run_from_json((tmp_path / "error.json").read_bytes())
    assert [diagnosis.kind for diagnosis in run.diagnoses if diagnosis.raised] == [REFUSED[program]]
    assert run.outcome.failure is not None
    assert run.outcome.failure.message == str(raised.value)
    assert str(tmp_path / "error.json") in raised.value.__notes__[0]


def test_op_that_something_else_refuses_writes_nothing_and_waiting_goes_on(
    armed: gradreel.recording.OnError, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for _ in range(5):
        with pytest.raises(RuntimeError, match="must match"):
            torch.ones(2) + torch.ones(3)
    assert not list(tmp_path.iterdir())
    with pytest.raises(RuntimeError):
        Training().step(fail=True)
    assert "backward() raised" in capfd.readouterr().err


def test_place_that_is_gone_when_the_error_comes_leaves_the_note_and_a_film_elsewhere(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary, folder = tmp_path / "temporary", tmp_path / "films"
    temporary.mkdir()
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    with gradreel.on_error(folder / "error.json"):
        folder.rmdir()
        folder.write_text("a file has its name")
        with pytest.raises(RuntimeError) as raised:
            Training().step(fail=True)
    (film,) = temporary.rglob("error.json")
    assert run_from_json(film.read_bytes()).diagnoses[0].kind == "version_mismatch"
    assert str(film) in raised.value.__notes__[0]
    said = capfd.readouterr().err.splitlines()
    assert "It is in a temporary folder instead" in said[0]
    assert said[-1] == f"gradreel: backward() raised; the film of the last steps is in {film}"


def test_film_that_can_be_written_nowhere_leaves_the_note(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "films"
    folder.mkdir()
    with gradreel.on_error(folder / "error.json"):
        folder.rmdir()
        folder.write_text("a file has its name")
        with monkeypatch.context() as patch:
            patch.setattr(tempfile, "tempdir", str(folder))
            with pytest.raises(RuntimeError) as raised:
                Training().step(fail=True)
    assert "sigmoid" in raised.value.__notes__[0]
    assert "there is no film of it" in capfd.readouterr().err


def test_each_of_several_processes_writes_a_film_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for rank in ("0", "1"):
        monkeypatch.setenv("RANK", rank)
        monkeypatch.setenv("WORLD_SIZE", "2")
        with gradreel.on_error(tmp_path / "error.json"), pytest.raises(RuntimeError):
            Training().step(fail=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["error-rank0.json", "error-rank1.json"]


def test_program_that_goes_to_another_folder_writes_its_film_where_it_began(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(tmp_path)
    with gradreel.on_error("error.json"):
        monkeypatch.chdir(elsewhere)
        with pytest.raises(RuntimeError):
            Training().step(fail=True)
    assert (tmp_path / "error.json").is_file()
