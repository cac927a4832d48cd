"""Thirty failing programs of several files: five ways to spread a program over files, six ways to save and edit a tensor.

Run as a script it runs all of them, plainly or each inside ``gradreel.record()``, and prints as JSON how each ended. The lines that a
diagnosis has to name end in ``# saved``, ``# edit`` and ``# raise``.
"""

# ruff: noqa: E501 - a file of a program is one string

from __future__ import annotations

import json
import os
import runpy
import sys
import traceback
from contextlib import nullcontext
from itertools import product
from pathlib import Path
from typing import Any

STATE = "import torch\n\nw = torch.nn.Parameter(torch.linspace(0.1, 1.0, 4).reshape(2, 2))\n(w * 3).sum().backward()\n"

SAVES = {
    "exp": ("h = x.exp()", "h.add_(1)"),
    "sigmoid": ("h = x.sigmoid()", "h.mul_(2)"),
    "tanh": ("h = torch.tanh(x)", "h[0] = 0"),
    "softmax": ("h = torch.softmax(x, -1)", "h.clamp_(0.1, 0.9)"),
    "sqrt": ("h = (x.abs() + 1).sqrt()", "h += 1"),
    "linear": ("h = torch.nn.functional.linear(x, x.detach() + 1).exp()", "h.t().zero_()"),
}

SHAPES: dict[str, dict[str, str]] = {
    "functions": {
        "main.py": "from state import w\nfrom model import forward\nfrom edits import change\n\nh = forward(w * 2)\nchange(h)\nh.sum().backward()  # raise\n",
        "model.py": "import torch\n\ndef forward(x):\n    {save}  # saved\n    return h\n",
        "edits.py": "def change(h):\n    {edit}  # edit\n",
    },
    "package": {
        "main.py": "from state import w\nfrom net.trainer import Trainer\nfrom net.model import Net\n\nTrainer(Net(w)).fit(3)\n",
        "net/__init__.py": "",
        "net/model.py": "import torch\nfrom .edits import change\n\nclass Net(torch.nn.Module):\n    def __init__(self, w):\n        super().__init__()\n"
        "        self.w = w\n\n    def forward(self, k):\n        x = self.w * k\n        {save}  # saved\n        return change(h)\n",
        "net/edits.py": "def change(h):\n    {edit}  # edit\n    return h\n",
        "net/trainer.py": "class Trainer:\n    def __init__(self, net):\n        self.net = net\n\n    def fit(self, steps):\n"
        "        for step in range(1, steps + 1):\n            loss = self.net(step).mean()\n            loss.backward()  # raise\n",
    },
    "main edits": {
        "main.py": "from state import w\nfrom layers import layer\nfrom loop import finish\n\nh = layer(w + 1)\nif h.requires_grad:\n    {edit}  # edit\nfinish(h)\n",
        "layers.py": "import torch\n\nlayer = lambda x: inner(x)\n\ndef inner(x):\n    {save}  # saved\n    return h\n",
        "loop.py": "import torch\n\ndef finish(h):\n    total = h.sum()\n    torch.autograd.backward(total)  # raise\n",
    },
    "generator": {
        "main.py": "from state import w\nfrom data import batches\nfrom callbacks import Callback\n\ncallback = Callback()\n"
        "for h in batches(w):\n    callback(h)\n    h.sum().backward()  # raise\n",
        "data.py": "import torch\n\ndef batches(w):\n    for k in (1, 2):\n        x = w * k\n        {save}  # saved\n        yield h\n",
        "callbacks.py": "class Callback:\n    def __call__(self, h):\n        {edit}  # edit\n",
    },
    "decorator": {
        "main.py": "from state import w\nfrom model import forward\nfrom run import run\n\ntry:\n    run(forward, w)\nexcept RuntimeError as error:\n"
        "    raise ValueError('the step failed') from error\n",
        "deco.py": "import functools\n\ndef scaled(function):\n    @functools.wraps(function)\n    def inner(x):\n        h = function(x)\n"
        "        {edit}  # edit\n        return h\n\n    return inner\n",
        "model.py": "import torch\nfrom deco import scaled\n\n@scaled\ndef forward(x):\n    {save}  # saved\n    return h\n",
        "run.py": "def run(forward, w):\n    h = forward(w * 3)\n    h.sum().backward()  # raise\n",
    },
}


def programs(folder: Path) -> dict[str, Path]:
    """Write all programs; return their folders by name."""
    found: dict[str, Path] = {}
    for (shape, files), (how, (save, edit)) in product(SHAPES.items(), SAVES.items()):
        place = found[f"{shape} {how}"] = folder / f"{shape}_{how}".replace(" ", "_")
        for name, text in {**files, "state.py": STATE}.items():
            path = place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace("{save}", save).replace("{edit}", edit))
    return found


def marked(folder: Path, mark: str) -> tuple[str, int]:
    """Return the file and the line that end in a mark."""
    places = [
        (str(path.relative_to(folder)), number)
        for path in sorted(folder.rglob("*.py"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if line.endswith(f"# {mark}")
    ]
    (place,) = places
    return place


def run_all(folder: Path, record: bool) -> dict[str, Any]:
    """Run every program; return how each ended, its gradients, and what its film says."""
    return {name: _run(place, record) for name, place in programs(folder).items()}


def _run(place: Path, record: bool) -> dict[str, Any]:
    import gradreel
    from gradreel.recording import Block

    os.chdir(place)
    sys.path.insert(0, str(place))
    before = set(sys.modules)
    block: Block = gradreel.record().of(str(place / "main.py"))
    try:
        with block if record else nullcontext():
            runpy.run_path(str(place / "main.py"), run_name="__main__")
        ended: Any = None
    except Exception as error:
        vars(error).pop("__notes__", None)  # ours
        ended = "".join(traceback.format_exception(error)).replace(str(place), "").partition("main.py")[2]
    grad = sys.modules["state"].w.grad.tolist()
    for name in set(sys.modules) - before:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(place)):
            del sys.modules[name]
    sys.path.remove(str(place))
    return {"ended": ended, "grad": grad, "film": _film(block) if record else None}


def _film(block: Any) -> dict[str, Any]:
    run = block.film.run
    paths = [file.path for file in run.files]
    told = next((each for each in run.diagnoses if each.severity == "error"), None)
    if told is None:
        return {"diagnoses": [each.kind for each in run.diagnoses]}
    return {
        "kind": told.kind,
        "places": [
            [paths[told.saved_file], told.saved_line],
            [paths[told.edit_file], told.edit_line],
            [paths[told.raise_file], told.raise_line],
        ],
    }


if __name__ == "__main__":
    print(json.dumps(run_all(Path(sys.argv[1]), sys.argv[2] == "record")))
