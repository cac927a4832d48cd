"""What the jail has to do with an error, said in one sentence; and nothing where it has nothing to do with it."""

from __future__ import annotations

import pytest

from app.sandbox.report.hints import HINT_RULES, explain
from app.settings import Settings
from gradreel.locale import keys
from gradreel.trace import Failure

SETTINGS = Settings()

CASES = [
    ("PermissionError", "[Errno 1] Operation not permitted", "s = socket.socket()", "network"),
    ("URLError", "<urlopen error [Errno 1] Operation not permitted>", "f(x)", "network"),
    ("gaierror", "[Errno -3] Temporary failure in name resolution", "f(x)", "network"),
    ("BlockingIOError", "[Errno 11] Resource temporarily unavailable", "os.fork()", "subprocess"),
    ("PermissionError", "[Errno 1] Operation not permitted", "os.execv('/bin/sh', [])", "subprocess"),
    (
        "DistNetworkError",
        "The server socket has failed to bind. port: 29500, code: -1, name: EPERM",
        "dist.init_process_group('gloo')",
        "process_group",
    ),
    ("RuntimeError", "Cannot resolve 127.0.0.1 to a (local) address", "dist.init_process_group('gloo', store=s)", "process_group"),
    (
        "ValueError",
        "Error initializing torch.distributed using env:// rendezvous: environment variable RANK expected, but not set",
        "torch.distributed.init_process_group('nccl')",
        "process_group",
    ),
    ("ValueError", "Default process group has not been initialized, please call init_process_group.", "m = wrap(m)", "process_group"),
    ("InvalidCxxCompiler", "No working C++ compiler found", "f(x)", "compile"),
    ("InductorError", "BlockingIOError: [Errno 11] Resource temporarily unavailable", "f(x)", "compile"),
    ("BackendCompilerFailed", "backend='inductor' raised: PermissionError: [Errno 13] Permission denied: '/tmp/x'", "f(x)", "compile"),
    ("BackendCompilerFailed", "backend='mine' raised:\nKeyError: 'x'\n\nSet TORCHDYNAMO_VERBOSE=1 for the stack trace", "f(x)", None),
    ("TorchRuntimeError", "Dynamo failed to run FX node with fake tensors\n\nSet TORCHDYNAMO_VERBOSE=1 for the stack trace", "f(x)", None),
    ("Unsupported", "Failed to trace builtin operator\n\nSet TORCHDYNAMO_VERBOSE=1 for the stack trace", "f(x)", None),
    ("RuntimeError", "can't start new thread", "t.start()", "threads"),
    ("MemoryError", "", "x = [0] * 10**12", "memory"),
    (
        "RuntimeError",
        "DefaultCPUAllocator: can't allocate memory: you tried to allocate 4 bytes. Error code 12",
        "torch.empty(n)",
        "memory",
    ),
    ("OSError", "[Errno 28] No space left on device", "f.write(x)", "disk_full"),
    ("OSError", "[Errno 24] Too many open files", "open('x')", "descriptors"),
    ("OSError", "[Errno 30] Read-only file system: '/x'", "open('/x', 'w')", "files"),
    ("PermissionError", "[Errno 13] Permission denied: '/etc/passwd'", "open('/etc/passwd')", "files"),
    ("FileNotFoundError", "[Errno 2] No such file or directory: 'data.csv'", "read('data.csv')", "files"),
    ("FileNotFoundError", "[Errno 2] No such file or directory", "for batch in loader:", "subprocess"),
    ("RecursionError", "maximum recursion depth exceeded", "f()", "recursion"),
    ("PermissionError", "[Errno 1] Operation not permitted", "os.nice(-1)", "not_permitted"),
    ("ZeroDivisionError", "division by zero", "1 / 0", None),
    (
        "RuntimeError",
        "one of the variables needed for gradient computation has been modified by an inplace operation",
        "y.backward()",
        None,
    ),
    ("RuntimeError", "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)", "a @ b", None),
    ("ValueError", "can't optimize a non-leaf Tensor", "SGD([x])", None),
    ("KeyError", "'socket'", "d['socket']", None),
    ("ModuleNotFoundError", "No module named 'torchvision'", "import torchvision", "missing_module"),
    ("ModuleNotFoundError", "No module named 'sklearn'", "from sklearn.datasets import load_iris", "missing_module"),
    ("ImportError", "attempted relative import with no known parent package", "from .utils import f", "relative_import"),
    ("EOFError", "EOF when reading a line", "n = int(input())", "input"),
]


CHECKPOINT = (
    "torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during the forward pass.\n"
    "tensor at position 0:\nsaved metadata: {'shape': torch.Size([3])}\n(see also torch._dynamo.config, torch._inductor)"
)
NEAR_MISSES = {
    "compile": ("CheckpointError", CHECKPOINT, "loss.backward()", None),
    "network": ("RuntimeError", "the request has no tensor named 'http'", "serve(request)", None),
    "process_group": ("ValueError", "optimizer got an empty parameter list", "opt = SGD(DDP(m).parameters(), 0.1)", None),
    "missing_module": ("ImportError", "cannot import name 'nothing' from 'torch'", "from torch import nothing", None),
    "relative_import": ("ImportError", "cannot import name 'relative' from 'a'", "from a import relative", None),
    "input": ("EOFError", "Ran out of input", "pickle.load(f)", None),
    "threads": ("RuntimeError", "threads can only be started once", "t.start()", None),
    "subprocess": ("FileNotFoundError", "[Errno 2] No such file or directory: 'a.py'", "exec(open('a.py').read())", "files"),
    "memory": ("RuntimeError", "memory format option is only supported by strided tensors", "x.contiguous(memory_format=f)", None),
    "disk_full": ("ValueError", "file too large: 12 MB", "check(path)", None),
    "descriptors": ("ValueError", "too many files", "read(paths)", None),
    "files": ("ValueError", "no such file format: 'x'", "save(y, format='x')", None),
    "recursion": ("RuntimeError", "the recursion of the tree is too deep", "walk(tree)", None),
    "not_permitted": ("NotImplementedError", "this function is not permitted here", "f()", None),
}
"""By hint: an error in like words that the jail did not cause, or of which another hint tells."""


@pytest.mark.parametrize("hint", NEAR_MISSES)
def test_error_in_like_words_gets_no_such_hint(hint: str) -> None:
    type_, message, line, kind = NEAR_MISSES[hint]
    failure = Failure(kind="python_error", message=message, exception_type=type_, line=2)
    assert explain(failure, f"import torch\n{line}\n", SETTINGS).hint_kind == kind


def test_every_hint_has_a_near_miss() -> None:
    assert NEAR_MISSES.keys() == {rule.kind for rule in HINT_RULES}


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("pool = Pool(2)", "subprocess"),
        ("x = self.pool(x)", "not_permitted"),
        ("subprocess.run(['ls'])", "subprocess"),
        ("os.system('ls')", "subprocess"),
        ("mp.spawn(work, nprocs=2)", "subprocess"),
        ("exec(text)", "not_permitted"),
    ],
)
def test_call_that_starts_a_process_is_told_from_others_of_like_names(line: str, kind: str) -> None:
    failure = Failure(kind="python_error", message="[Errno 1] Operation not permitted", exception_type="PermissionError", line=2)
    assert explain(failure, f"import torch\n{line}\n", SETTINGS).hint_kind == kind


@pytest.mark.parametrize(("type_", "message", "line", "kind"), CASES)
def test_error_is_explained_by_what_the_jail_did(type_: str, message: str, line: str, kind: str | None) -> None:
    failure = Failure(kind="python_error", message=message, exception_type=type_, line=2)
    explained = explain(failure, f"import torch\n{line}\n", SETTINGS)
    assert explained.hint_kind == kind
    assert (explained.hint is None) == (kind is None)
    assert explained.message == message


def test_line_beyond_the_code_is_no_trouble() -> None:
    failure = Failure(kind="python_error", message="[Errno 1] Operation not permitted", exception_type="PermissionError", line=99)
    assert explain(failure, "x", SETTINGS).hint_kind == "not_permitted"


def test_every_hint_is_in_the_catalogue() -> None:
    assert {f"failure-hint-{rule.kind}" for rule in HINT_RULES} == {key for key in keys() if key.startswith("failure-hint-")}
