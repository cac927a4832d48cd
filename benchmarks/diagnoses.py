"""Precision and recall of every kind of diagnosis, on programs of which plain PyTorch says what is wrong with them.

Each program runs in a fork of this process, plainly (see verdicts.py) and traced. A diagnosis counts where it is no mere note; only
``cut_gradient`` is never more than one, and is judged on the programs that say whether a part is cut.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import warnings
from collections import Counter
from dataclasses import dataclass, field

from benchmarks.table import Figure

HANGING_S = 60


@dataclass
class Score:
    """How one kind did."""

    right: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def figure(self, kind: str, judged: int) -> Figure:
        right, false, missed = len(self.right), len(self.false), len(self.missed)
        precision = f"{right / (right + false):.3f}" if right + false else "–"
        recall = f"{right / (right + missed):.3f}" if right + missed else "–"
        measured = f"{right} right, {false} false, {missed} missed"
        return Figure(f"diagnosis {kind}", measured, f"{judged} programs, plain torch", f"precision {precision}, recall {recall}", "1, 1")


def figures() -> list[Figure]:
    """Judge in a fresh process and read the figures back."""
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.diagnoses"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return [Figure(**row) for row in json.loads(done.stdout.splitlines()[-1])]


def measured() -> list[Figure]:
    """Judge every program and count."""
    from benchmarks.programs import CUT, labelled
    from gradreel.diagnose import KINDS

    kinds = list(KINDS)
    scores, judged = {kind: Score() for kind in kinds}, Counter[str]()
    for each in labelled():
        answer = _in_fork(each.code)
        if answer is None:
            print(f"no answer: {each.name}", file=sys.stderr)
            continue
        called_for, told = each.kinds if each.kinds is not None else answer[0], answer[1]
        for kind in kinds:
            if kind == CUT and each.parts_cut is None:
                continue
            judged[kind] += 1
            wanted = bool(each.parts_cut) if kind == CUT else kind in called_for
            given = kind in told
            if wanted or given:
                (scores[kind].right if wanted and given else scores[kind].missed if wanted else scores[kind].false).append(each.name)
    for kind, score in scores.items():
        for what, names in (("false", score.false), ("missed", score.missed)):
            if names:
                print(f"{kind} {what}: {', '.join(names)}", file=sys.stderr)
    return [scores[kind].figure(kind, judged[kind]) for kind in kinds]


def _in_fork(code: str) -> tuple[set[str], set[str]] | None:
    """Judge one program in a forked process; None if the program ends that process."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        with contextlib.suppress(BaseException):
            answer = json.dumps([sorted(_called_for(code)), sorted(_told(code))])
            os.write(writer, answer.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    if not text:
        return None
    called_for, told = json.loads(text)
    return set(called_for), set(told)


def _called_for(code: str) -> set[str]:
    import signal

    from benchmarks.verdicts import verdict

    signal.alarm(HANGING_S)
    return verdict(code)


def _told(code: str) -> set[str]:
    import torch

    from app.sandbox.child.modes import run_traced
    from app.sandbox.report.expected import compared, is_in_doubt
    from gradreel.diagnose import diagnose
    from gradreel.trace import ControlRun, Recording
    from gradreel.tracer.control.reference import run_reference
    from gradreel.tracer.limits import TracerLimits

    limits = TracerLimits(events=200_000, trace_bytes=64_000_000)
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
        warnings.simplefilter("default")  # as in the sandbox
        torch.manual_seed(0)
        recording = Recording.model_validate_json(run_traced(code, limits))
        if recording.outcome.status == "completed" and is_in_doubt(recording):
            torch.manual_seed(0)
            recording = compared(recording, ControlRun.model_validate_json(run_reference(code, limits)))
    found = diagnose(code, recording).diagnoses
    return {each.kind for each in found if each.severity != "note" or each.kind == "cut_gradient"}


if __name__ == "__main__":
    import torch
    import torch._dynamo  # once, here: every optimizer imports it

    torch.set_num_threads(1)
    print(json.dumps([vars(figure) for figure in measured()]))
