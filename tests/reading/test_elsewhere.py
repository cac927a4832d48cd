"""Errors that are none of autograd are said to be of another kind, and of those that one process passes on the inner one is read."""

from __future__ import annotations

import pytest

from gradreel.locale import LANGUAGES
from gradreel.reading import read
from tests.reading import texts

LOADER = """Traceback (most recent call last):
  File "/home/me/train.py", line 30, in <module>
    for batch in loader:
  File "/usr/lib/python3.11/site-packages/torch/utils/data/dataloader.py", line 630, in __next__
    data = self._next_data()
  File "/usr/lib/python3.11/site-packages/torch/_utils.py", line 694, in reraise
    raise exception
RuntimeError: Caught RuntimeError in {where}.
Original Traceback (most recent call last):
  File "/usr/lib/python3.11/site-packages/torch/utils/data/_utils/worker.py", line 308, in _worker_loop
    data = fetcher.fetch(index)
  File "/home/me/data.py", line 17, in __getitem__
    return self.scale(x).numpy()
{inner}
"""
NUMPY = "RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
WHERES = ("DataLoader worker process 0", "replica 0 on device 0", "pin memory thread for device 0")


@pytest.mark.parametrize("where", WHERES)
def test_error_that_another_process_or_thread_passes_on_is_read_from_its_own_traceback(where: str) -> None:
    reading = read(LOADER.format(where=where, inner=NUMPY))
    assert (reading.kind, reading.exception) == ("numpy_requires_grad", "RuntimeError")
    assert ((reading.raise_file or "").rpartition("/")[2], reading.raise_line) == ("data.py", 17)
    assert len(reading.tracebacks) == 2


@pytest.mark.parametrize("where", WHERES)
def test_error_of_a_worker_that_is_none_of_autograd_is_the_one_that_is_named(where: str) -> None:
    reading = read(LOADER.format(where=where, inner="KeyError: 'label'"))
    assert (reading.kind, reading.exception) == (None, "KeyError")
    assert "'label'" in reading.facts[0]


@pytest.mark.parametrize("where", WHERES)
def test_traceback_that_only_passes_an_error_on_asks_for_what_follows(where: str) -> None:
    reading = read(LOADER.partition("Original")[0].format(where=where))
    assert reading.kind is None
    assert "Original Traceback" in reading.facts[1]


def test_error_of_a_spawned_process_is_read_below_the_line_that_announces_it() -> None:
    spawned = f"torch.multiprocessing.spawn.ProcessRaisedException: \n\n-- Process 0 terminated with the following error:\n{texts.PLAIN}"
    reading = read(f'Traceback (most recent call last):\n  File "/home/me/run.py", line 3, in <module>\n    spawn(f)\n{spawned}')
    assert (reading.kind, reading.raise_line) == ("version_mismatch", 12)


def test_launcher_that_ends_after_the_error_does_not_hide_it() -> None:
    launcher = 'Traceback (most recent call last):\n  File "/opt/bin/torchrun", line 8, in <module>\n    sys.exit(main())\n'
    end = "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n=====\ntrain.py FAILED\n"
    assert read(f"{texts.FORMS['rank']}\n{launcher}{end}").kind == "version_mismatch"


ELSEWHERE = {
    "Torch not compiled with CUDA enabled": "a device that is not there",
    "Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU …": "a device that is not there",
    "No CUDA GPUs are available": "a device that is not there",
    "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False.": "a device that is not there",
    "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!": "on different ones",
    "Expected object of backend CPU but got backend CUDA for argument #4 'mat1'": "on different ones",
    "Expected object of device type cuda but got device type cpu for argument #1 'self'": "on different ones",
    "Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same": "on different ones",
    "Input type (torch.FloatTensor) and weight type (torch.cuda.FloatTensor) should be the same": "on different ones",
    "CUDA out of memory. Tried to allocate 20.00 MiB (GPU 0; 7.79 GiB total capacity; …)": "about memory",
    "DataLoader worker (pid 4242) is killed by signal: Killed. ": "worker process of a DataLoader",
    "DataLoader worker (pid(s) 4242, 4243) exited unexpectedly": "worker process of a DataLoader",
}


@pytest.mark.parametrize("message", ELSEWHERE)
def test_error_of_devices_memory_and_workers_is_said_to_be_of_that(message: str) -> None:
    text = f'Traceback (most recent call last):\n  File "/home/me/train.py", line 3, in <module>\n    f(x)\nRuntimeError: {message}\n'
    reading = read(text)
    assert (reading.kind, reading.suspects, reading.record) == (None, (), ())
    assert "none of autograd" in reading.facts[0]
    assert ELSEWHERE[message] in reading.facts[1]
    assert len({read(text, lang="zh" if lang == "zh" else "en").facts[1] for lang in LANGUAGES}) == 2


@pytest.mark.parametrize(
    "message", ["Input type (torch.cuda.HalfTensor) and weight type (torch.cuda.FloatTensor) should be the same", "shape '[2]' is invalid"]
)
def test_error_of_something_else_is_not_said_to_be_of_devices(message: str) -> None:
    assert len(read(f"Traceback (most recent call last):\nRuntimeError: {message}\n").facts) == 1
