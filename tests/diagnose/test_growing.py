"""Checks what is said of growing graphs against saved-tensor hooks of plain torch: how much each round leaves, and that a fix ends it.

A program's ``ROUNDS`` decides how often its loop runs. Of saved tensors that no pass reads any more, so much more is kept at once as
further rounds leave behind: the truth is the difference between two numbers of rounds.
"""

from __future__ import annotations

import contextlib
import io
import types
from functools import cache

import pytest
import torch
from torch import Tensor

from tests.diagnose.case import See, program
from tests.diagnose.public_corpus import PublicProgram, public_programs
from tests.tracer.oracle import fresh_world

ROUNDS = "ROUNDS = 5\n"
MORE_ROUNDS = "ROUNDS = 9\n"
PROGRAMS = [program for program in public_programs() if program.name.startswith("growing/")]
GROWING = [program for program in PROGRAMS if program.kinds == ("graph_grows",)]
CLEAN = [program for program in PROGRAMS if not program.kinds]


class _Saved:
    """One saved tensor: its storage, and when it was last used and let go."""

    def __init__(self, tensor: Tensor, log: list[_Span]) -> None:
        self.tensor = tensor.detach()
        self.span = _Span(tensor.untyped_storage()._cdata, tensor.untyped_storage().nbytes(), len(log))
        log.append(self.span)
        self.log = log

    def __del__(self) -> None:
        self.span.let_go = len(self.log)
        self.log.append(self.span)


class _Span:
    def __init__(self, storage: int, size: int, used: int) -> None:
        self.storage, self.size, self.used, self.let_go = storage, size, used, -1


@cache
def idle_bytes(code: str) -> int:
    """The most bytes of distinct storages that were kept at once after the last pass that read them."""
    log: list[_Span] = []

    def unpack(saved: _Saved) -> Tensor:
        saved.span.used = len(log)
        log.append(saved.span)
        return saved.tensor

    namespace = vars(types.ModuleType("__main__"))
    with fresh_world(), contextlib.redirect_stdout(io.StringIO()):
        with torch.autograd.graph.saved_tensors_hooks(lambda tensor: _Saved(tensor, log), unpack):
            exec(compile(code, "growing.py", "exec"), namespace)  # noqa: S102 a program of the corpus
        end = len(log)
        namespace.clear()
    spans = {id(span): span for span in log}.values()
    return max(
        sum({span.storage: span.size for span in spans if span.used <= at and not 0 <= span.let_go <= at}.values()) for at in range(end)
    )


def left_by_a_round(code: str) -> float:
    """Bytes that each further round leaves behind."""
    assert code.count(ROUNDS) == 1
    return (idle_bytes(code.replace(ROUNDS, MORE_ROUNDS)) - idle_bytes(code)) / 4


def test_as_many_programs_grow_as_are_look_alikes() -> None:
    assert (len(GROWING), len(CLEAN)) == (20, 20)


@pytest.mark.parametrize("program", GROWING, ids=lambda program: program.name)
def test_growing_program_states_what_plain_torch_keeps_and_its_fixes_end_it(see: See, program: PublicProgram) -> None:
    (found,) = see(program.code).of("graph_grows")
    loops_of_rounds = {"growing/every_second_round": 1, "growing/two_epochs_one_list": 2}.get(program.name, 1)
    assert left_by_a_round(program.code) == loops_of_rounds * float(found.params["bytes"] or 0)
    fixed = [fix.code for fix in found.fixes if fix.code]
    assert fixed
    for code in fixed:
        assert see(code).plain.error is None
        assert left_by_a_round(code) == 0


@pytest.mark.parametrize("program", CLEAN, ids=lambda program: program.name)
def test_look_alike_leaves_nothing_behind_under_plain_torch(program: PublicProgram) -> None:
    if program.name.removeprefix("growing/") in FORWARD_ONLY:
        return
    assert left_by_a_round(program.code) == 0


FORWARD_ONLY = {"clean_forward_pass_only", "clean_layers_in_a_loop", "clean_steps_of_an_rnn_for_a_prediction"}
"""Whose graphs are the results themselves: what they keep grows with the length of one forward pass."""


LONG = """
    net = nn.Linear(2, 1)
    opt = torch.optim.SGD(net.parameters(), lr=0.01)
    net(torch.ones(3, 2)).mean().backward()
    opt.step()
    {begin}
    for step in range({rounds}):
        for _ in range(2):
            out = net(torch.ones(3, 2)).pow(2)
        {holds}  #! here
"""


@pytest.mark.parametrize(
    ("begin", "holds"),
    [("total = 0", "total += out.mean()"), ("total = 0", "total = total + out.mean()"), ("log = []", "log.append(out.mean())")],
)
def test_loop_of_more_rounds_than_the_film_tells_lines_of_is_told_like_a_short_one(see: See, begin: str, holds: str) -> None:
    for rounds in (12, 130):
        seen = see(program(LONG.format(begin=begin, holds=holds, rounds=rounds)))
        (told,) = seen.of("graph_grows")
        assert (told.line, told.params["rounds"], told.params["bytes"]) == (seen.line("here"), rounds, 36)
        assert {fix.kind for fix in told.fixes} == {"number_kept", "detach_kept"}
