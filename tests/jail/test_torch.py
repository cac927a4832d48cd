"""What torch itself would use to get out: pickles, compilers, downloads, workers."""

from __future__ import annotations

import pytest

from tests.jail.attack import Attack, each, either, raises, says, stops
from tests.jail.conftest import Jail

pytestmark = pytest.mark.jail

PICKLE = "b\"cos\\nsystem\\n(S'id > /tmp/gradreel-escaped'\\ntR.\""
SAVED = (
    "import io, torch\nclass Evil:\n    def __reduce__(self):\n        import os\n"
    "        return os.system, ('id > /tmp/gradreel-escaped',)\n"
    "buffer = io.BytesIO()\ntorch.save(Evil(), buffer)\nbuffer.seek(0)\n"
)
SLOW = stops("cpu_time", "wall_time")

ATTACKS = (
    Attack("pickle", f"import pickle\nprint(pickle.loads({PICKLE}))", says("-1", "32512")),
    Attack("load", SAVED + "print(torch.load(buffer, weights_only=False))", says("-1", "32512")),
    Attack("load_weights_only", SAVED + "torch.load(buffer)", raises("UnpicklingError")),
    Attack(
        "inline_extension",
        "from torch.utils import cpp_extension\ncpp_extension.load_inline('x', 'int f() { return 1; }', functions=['f'])",
        either(
            raises(
                "RuntimeError", "OSError", "BlockingIOError", "PermissionError", "FileNotFoundError", "CalledProcessError", hint="compile"
            ),
            SLOW,
        ),
    ),
    Attack(
        "hub",
        "import torch\ntorch.hub.load('pytorch/vision', 'resnet18', trust_repo=True)",
        either(raises("URLError", "RuntimeError", hint="network"), raises("PermissionError", hint="files"), SLOW),
    ),
    Attack(
        "compile",
        "import torch\n@torch.compile\ndef f(x):\n    return x.sin() + x.cos()\nf(torch.ones(3))",
        either(
            raises(
                "InvalidCxxCompiler",
                "BackendCompilerFailed",
                "InductorError",
                "PermissionError",
                "RuntimeError",
                "BlockingIOError",
                "FileNotFoundError",
                hint="compile",
            ),
            SLOW,
        ),
    ),
    Attack(
        "loader_with_workers",
        "import torch\nfor batch in torch.utils.data.DataLoader(torch.ones(4, 2), num_workers=2):\n    pass",
        raises("BlockingIOError", "RuntimeError", "OSError", "PermissionError", "FileNotFoundError", hint="subprocess"),
    ),
    Attack(
        "pool_of_processes",
        "import multiprocessing\nmultiprocessing.Pool(2)",
        raises("BlockingIOError", "OSError", "PermissionError", "FileNotFoundError", hint="subprocess"),
    ),
    Attack(
        "torch_processes",
        "import torch.multiprocessing as mp\ndef f(i): pass\nmp.spawn(f, nprocs=2)",
        raises("BlockingIOError", "OSError", "PermissionError", "FileNotFoundError", "RuntimeError", hint="subprocess"),
    ),
    Attack(
        "process_group",
        "import torch.distributed as dist\ndist.init_process_group('gloo', init_method='tcp://127.0.0.1:29500', rank=0, world_size=1)",
        either(raises("PermissionError", "RuntimeError", "DistNetworkError", "ValueError", hint="process_group"), SLOW),
    ),
    Attack("shared_tensor", "import torch\ntorch.ones(3).share_memory_()", raises("RuntimeError", hint="subprocess")),
    Attack("tensor_from_file", "import torch\ntorch.from_file('/etc/passwd', size=10, dtype=torch.uint8)", raises("RuntimeError")),
    Attack("load_a_library", "import torch\ntorch.ops.load_library('/tmp/evil.so')", raises("OSError")),
    Attack("cuda", "import torch\ntorch.ones(3, device='cuda')", raises("AssertionError", "RuntimeError")),
)

HONEST = {
    "training": "import torch\nm = torch.nn.Linear(3, 1)\no = torch.optim.Adam(m.parameters())\nfor _ in range(3):\n    o.zero_grad()\n"
    "    m(torch.ones(2, 3)).sum().backward()\n    o.step()\nprint('on')",
    "loader": "import torch\nprint(sum(len(b) for b in torch.utils.data.DataLoader(torch.ones(4, 2), batch_size=2)))",
    "linear_algebra": "import torch\na = torch.randn(5, 5)\n"
    "print(torch.linalg.svd(a).S.shape[0] + torch.linalg.eig(a).eigenvalues.shape[0])",
    "fourier": "import torch\nprint(torch.fft.fft(torch.ones(8)).shape[0])",
    "numpy": "import numpy\nprint(int(numpy.linalg.inv(numpy.eye(3)).sum()))",
    "threads": "import threading\nresult = []\nt = threading.Thread(target=result.append, args=(1,))\nt.start()\nt.join()\nprint(result)",
    "lazy_modules": "import sqlite3, decimal, json, csv, statistics, xml.dom.minidom, zipfile\n"
    "print(sqlite3.connect(':memory:').execute('select 1').fetchone())",
    "random": "import random, os, secrets, uuid\nprint(len(os.urandom(4)), len(secrets.token_hex(2)))",
    "dates": "import datetime, time\nprint(datetime.datetime.now().year > 2000, time.strftime('%Y') > '2000')",
}


@each(ATTACKS)
async def test_way_out_through_torch_is_refused(attacked: Jail, attack: Attack) -> None:
    """And the hint says what is off."""
    attack.end(await attacked.run(attack.code))


@pytest.mark.parametrize("name", HONEST)
async def test_honest_program_runs(jail: Jail, name: str) -> None:
    """The jail is in nobody's way who only computes."""
    run = await jail.run(HONEST[name])
    assert run.outcome.status == "completed", run.outcome
    assert run.stdout
