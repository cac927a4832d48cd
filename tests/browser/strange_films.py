"""Films that no program makes, from one that a program made, and programs whose films are hard to draw."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

from gradreel.film.film import Film, film_of
from gradreel.trace import Run

Json = dict[str, Any]

STALE_PROGRAM = """import torch
x = torch.tensor([[1., 2.]])
w1 = torch.ones(2, 1, requires_grad=True)
w2 = torch.ones(1, requires_grad=True)
for _ in range(3):
    d = torch.matmul(x, w1)
    e = (d * w2).exp() + d.tanh()
    f = torch.matmul(e, w2)
view = d[0]
d[:] = 0
f.backward()
"""

MANY_PARAMETERS = """import torch
parameters = [torch.nn.Parameter(torch.full((2,), 0.01 * number)) for number in range(500)]
optimizer = torch.optim.SGD(parameters, lr=0.1)
torch.stack(parameters).square().sum().backward()
optimizer.step()
"""

NESTED_MODULES = """import torch


class Shell(torch.nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.inner = Shell(depth - 1) if depth else torch.nn.Linear(2, 2)

    def forward(self, x):
        return self.inner(x).tanh()


Shell(30)(torch.ones(1, 2)).sum().backward()
"""

LONG = "a_name_of_two_hundred_characters_" * 6 + "ab"
LONG_NAMES = f"""import torch
{LONG} = torch.ones(3, requires_grad=True)
{LONG}_2 = {LONG}.exp()
{LONG}_2.mul_(2)
{LONG}_2.sum().backward()
"""

CHINESE_NAMES = """import torch
权重 = torch.ones(3, requires_grad=True)
隐藏层的输出 = 权重.exp()
隐藏层的输出.mul_(2)
隐藏层的输出.sum().backward()
"""

PROGRAMS = {
    "five hundred parameters": MANY_PARAMETERS,
    "modules thirty deep": NESTED_MODULES,
    "names of two hundred characters": LONG_NAMES,
    "chinese names": CHINESE_NAMES,
}


def in_a_circle(run: Json) -> None:
    """Nodes that lead to each other, views of views of themselves, calls that are inside of themselves."""
    for node, after in zip(run["nodes"], [*run["nodes"][1:], run["nodes"][0]], strict=True):
        node["next_functions"] = [{"node": after["id"], "output_nr": 0}, {"node": node["id"], "output_nr": 0}]
    for tensor, base in zip(run["tensors"], [*run["tensors"][1:], run["tensors"][0]], strict=True):
        tensor["base"] = base["id"]
    for event in run["events"]:
        if event["kind"] == "op":
            event["outputs"] = event["inputs"] = [*event["inputs"], *event["outputs"]]


def with_ids_of_nothing(run: Json) -> None:
    """References to tensors, nodes and saved tensors that are not there."""
    run["tensors"] = run["tensors"][::2]
    run["nodes"] = run["nodes"][::2]
    run["saved"] = run["saved"][::2]
    for diagnosis in run["diagnoses"]:
        diagnosis.update(tensor="t999", saved="s999", node="n999")


def with_negative_versions(run: Json) -> None:
    """Counters that are below zero, and go down."""
    for saved in run["saved"]:
        saved["saved_version"] = -7
    for event in run["events"]:
        for number, write in enumerate(event.get("writes", ())):
            write.update(version_before=-3, version_after=-4 - number)
    for diagnosis in run["diagnoses"]:
        diagnosis.update(saved_version=-7, current_version=-9)


def with_an_edit_that_is_not_recorded(run: Json) -> None:
    """A diagnosis about an event, a line and a file outside of the film."""
    for diagnosis in run["diagnoses"]:
        diagnosis.update(event=10**6, edit_event=10**6, raise_event=-1, edit_line=10**6, edit_file=7, saved_line=-3)


FORGERIES: dict[str, Callable[[Json], None]] = {
    "in a circle": in_a_circle,
    "ids of nothing": with_ids_of_nothing,
    "negative versions": with_negative_versions,
    "an edit that is not recorded": with_an_edit_that_is_not_recorded,
}


def forged(run: Json, forgery: str) -> Json:
    """Return a copy of ``run`` that says what no recording says."""
    copy = deepcopy(run)
    FORGERIES[forgery](copy)
    return copy


def film_with(honest: Json, body: bytes) -> Film:
    """Return the film of ``honest`` with another run in it, which nobody has validated."""
    return replace(film_of(Run.model_validate(honest)), body=gzip.compress(body))
