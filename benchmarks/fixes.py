"""Fixes that rewrite code, over the examples and all corpora: how many are offered, and what becomes of them.

    program ─▶ traced, diagnosed ─▶ fixes ─┬─▶ our verdict, by the runs that the service makes
                                           └─▶ plain PyTorch's verdict, in a process of its own: plain_judge.py

What we call working is offered as a button, so plain PyTorch must say so of each. How many of the programs with an error or a warning
have a button is counted for each corpus. ``python -m benchmarks.fixes --list public/rnn`` names every fix of some programs.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.sandbox.report.fixes import MADE_FINITE
from benchmarks.table import Figure

HANGING_S = 60
GOOD = ("works", "completes")
"""What plain PyTorch may say of a fix that works: "completes" where it has nothing to compare with."""
OTHER_ROOTS = frozenset({"clone_alias", "sum_root", "mean_root"})
"""Fixes that may begin a backward pass from another value: a sum or mean is what they are for, and a clone lets a name keep its values."""
FOLLOWS = {
    **dict.fromkeys(("fresh_graph", "empty_list", "forward_after_step", "forward_again", "compute_in_loop", "deep_copy"), ("later",)),
    **dict.fromkeys(("clear_gradients", "clear_gradient", "step_then_clear", "clip_before_step", "schedule_after_step"), ("later",)),
    **dict.fromkeys(("unscale_before_clip", "optimize_too", "optimizer_after", "whole_module"), ("later",)),
    **dict.fromkeys(("detach_shared", "no_new_leaf", "rsample"), ("later", "rooted")),
    "use_cpu": ("further",),
}
"""Fixes whose sentence says that later passes begin from other values or leave something out, and the one that a bug may come behind."""


@dataclass(frozen=True)
class Tried:
    """One fix of one program."""

    program: str
    position: int
    """Its place among the fixes of the program."""
    kind: str
    diagnosis: str
    ours: str
    plain: str
    why: str
    """What differs, or what is raised, according to plain PyTorch."""

    @property
    def is_good(self) -> bool:
        """Whether it works according to plain PyTorch."""
        if self.kind in MADE_FINITE:
            return self.plain == "finite"
        if self.kind in OTHER_ROOTS and self.plain == "begins":
            return True
        return self.plain in GOOD or self.plain in FOLLOWS.get(self.kind, ())


def figures() -> list[Figure]:
    """Try all fixes in a fresh process and count."""
    return [Figure(**row) for row in json.loads(_run()[-1])["figures"]]


def _run(*arguments: str) -> list[str]:
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.fixes", *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


@dataclass(frozen=True)
class Found:
    """What was found in some programs."""

    tried: list[Tried]
    diagnosed: list[str]
    """The programs with an error or a warning."""


def tried(only: tuple[str, ...] = ("",), listing: bool = False) -> Found:
    """Try every fix of every program whose name begins with one of ``only``."""
    from benchmarks.programs import labelled

    found: list[Tried] = []
    diagnosed: list[str] = []
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.plain_judge"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as judge:
        assert judge.stdin is not None
        assert judge.stdout is not None
        for each in labelled():
            if not each.name.startswith(only):
                continue
            is_diagnosed, fixes = _in_fork(each.code)
            if is_diagnosed:
                diagnosed.append(each.name)
            if listing and is_diagnosed and not fixes:
                print(f"none      {each.name}", flush=True)
            if not fixes:
                continue
            judge.stdin.write(json.dumps({"code": each.code, "fixed": [fix["code"] for fix in fixes]}) + "\n")
            judge.stdin.flush()
            verdicts = json.loads(judge.stdout.readline())
            for position, (fix, (plain, why)) in enumerate(zip(fixes, verdicts, strict=True)):
                found.append(Tried(each.name, position, fix["kind"], fix["diagnosis"], fix["ours"], plain, why))
                if listing:
                    print(_line(found[-1]), flush=True)
        judge.stdin.close()
    return Found(found, diagnosed)


def counted(found: Found) -> list[Figure]:
    """One row per kind of fix, one for all of them, and one per corpus."""
    by_kind = defaultdict(list)
    for each in found.tried:
        by_kind[each.kind].append(each)
    rows = [_figure(f"fix {kind}", each) for kind, each in sorted(by_kind.items())]
    return [*rows, _figure("fixes, all kinds", found.tried), *_buttons(found)]


def _buttons(found: Found) -> list[Figure]:
    """How many programs have a button, by corpus and in all."""
    works = {each.program for each in found.tried if each.ours == "works"}
    corpora = sorted({name.partition("/")[0] for name in found.diagnosed})
    rows = []
    for corpus in (*corpora, "all"):
        programs = [name for name in found.diagnosed if corpus in ("all", name.partition("/")[0])]
        count = sum(name in works for name in programs)
        share = f"{count / len(programs):.0%}" if programs else "–"
        rows.append(Figure(f"programs with a button, {corpus}", f"{count} of {len(programs)} diagnosed", "–", share, "85%"))
    return rows


def _figure(name: str, found: list[Tried]) -> Figure:
    ours, plain = Counter(each.ours for each in found), Counter(each.plain for each in found)
    good, wrong = sum(each.is_good for each in found), sum(each.ours == "works" and not each.is_good for each in found)
    measured = (
        f"{len(found)} offered: {ours['works']} work, {ours['raises']} raise, {ours['changes']} change, {ours['unchecked']} unchecked"
    )
    reference = f"plain torch: {good} work, {plain['raises']} raise, {len(found) - good - plain['raises']} change"
    share = f"{ours['works'] / len(found):.0%} work" if found else "–"
    return Figure(name, measured, reference, f"{share}, {wrong} of them wrongly", "0 wrongly")


def _line(each: Tried) -> str:
    agreed = "" if each.is_good == (each.ours == "works") else "NOT AGREED "
    return f"{agreed}{each.ours:9} {each.plain:9} {each.position} {each.diagnosis}/{each.kind} {each.program}: {each.why}"


def _in_fork(code: str) -> tuple[bool, list[dict[str, str]]]:
    """Whether one program is diagnosed, and its fixes with our verdicts, in a forked process; none if the program ends that process."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        import signal

        signal.alarm(HANGING_S)
        with contextlib.suppress(BaseException), os.fdopen(writer, "w") as pipe:
            pipe.write(json.dumps(_fixes(code)))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    is_diagnosed, fixes = json.loads(text) if text else (False, [])
    return is_diagnosed, fixes


def _fixes(code: str) -> tuple[bool, list[dict[str, str]]]:
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
        offered: dict[str, dict[str, str]] = {}
        diagnoses = diagnose(code, recording).diagnoses
        for diagnosis in diagnoses:
            for fix in diagnosis.fixes:
                if fix.code:
                    offered.setdefault(fix.key, {"kind": fix.kind, "diagnosis": diagnosis.kind, "code": fix.code})
        return any(each.severity != "note" for each in diagnoses), _judged(code, list(offered.values()))


def _judged(code: str, fixes: list[dict[str, str]]) -> list[dict[str, str]]:
    from app.sandbox.report.fixes import judge_fix
    from gradreel.tracer.control.intended import run_fixed, run_intended, run_intended_perturbed

    if not fixes:
        return []
    intended = _control_run(run_intended, code)
    for fix in fixes:
        fixed = _control_run(run_fixed, fix["code"])
        verdict = judge_fix(fix["kind"], fixed, intended).verdict
        if verdict == "changes":
            again = _control_run(run_intended_perturbed, code)
            verdict = verdict if judge_fix(fix["kind"], again, intended, same_program=True).verdict == "works" else "unchecked"
        fix["ours"] = verdict
    return fixes


def _control_run(run: Callable[[str, Any], bytes], code: str) -> Any:
    import random

    import numpy
    import torch

    from gradreel.trace import ControlRun
    from gradreel.tracer.limits import TracerLimits

    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        with contextlib.suppress(BaseException), os.fdopen(writer, "wb") as pipe:
            random.seed(0)
            numpy.random.seed(0)
            torch.manual_seed(0)
            pipe.write(run(code, TracerLimits(events=1, trace_bytes=1024**2)))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return ControlRun.model_validate_json(answer) if answer else None


def main(arguments: list[str]) -> None:
    """Print the table as JSON on the last line; with ``--list`` name every fix as it is tried."""
    only = tuple(argument for argument in arguments if not argument.startswith("-")) or ("",)
    listing = "--list" in arguments
    found = tried(only, listing)
    if listing:
        for row in counted(found):
            print(row.name, "|", row.measured, "|", row.reference, "|", row.ratio)
    print(json.dumps({"figures": [vars(figure) for figure in counted(found)]}))


if __name__ == "__main__":
    import torch
    import torch._dynamo  # once, here: every optimizer imports it

    torch.set_num_threads(1)
    main(sys.argv[1:])
