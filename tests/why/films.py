"""Films of small programs, recorded in this process and kept for all tests that print them."""

from __future__ import annotations

import linecache
from contextlib import suppress
from functools import cache

import gradreel
from gradreel.trace import Run

EDITED = """import torch
x = torch.ones(2, requires_grad=True)
h = x.exp()
y = h * 3

h.mul_(2)
y.sum().backward()
h.sum().backward()
"""
FREED = "import torch\nloss = torch.ones(2, requires_grad=True).exp().sum()\nloss.backward()\nloss.backward()\n"
CUT = "import torch\nx = torch.ones(2, requires_grad=True)\ny = x.detach() * 2\ny.sum().backward()\n"
FINE = "import torch\nx = torch.ones(2, requires_grad=True)\n(x * 2).sum().backward()\n"
CRASHED = "import torch\nx = torch.ones(2)\nraise ValueError('too \\x1b[31m small')\n"
HOSTILE = """import torch
x = torch.ones(2, requires_grad=True)
\tif_ = "\x1b[2J\x1b]0;owned\x07\u202e `` <b>![x](http://a.example/p) @all ::error::no %0A"; h = x.exp()
h.mul_(2)
h.sum().backward()
""".replace("\tif_", "if_")
WIDE = """import torch
权重 = torch.ones(2, requires_grad=True)
结果 = ("很长的说明文字" * 3, 权重.exp(), "后面还有更多的文字，用来让这一行比终端宽得多，一直写到超出为止。")[1]
结果.mul_(2)
结果.sum().backward()
"""


@cache
def film_of(code: str, path: str = "train.py") -> Run:
    """Record a program of one file."""
    name = f"<{path}>"
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    with suppress(Exception), gradreel.record().of(name) as film:
        exec(compile(code, name, "exec"), {"__name__": "__main__"})  # noqa: S102 one of the programs above
    return film.run
