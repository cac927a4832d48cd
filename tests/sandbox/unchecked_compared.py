"""Sets what is claimed of failed version checks beside what PyTorch's engine gives without them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.sandbox.protocol.modes import Mode
from app.sandbox.report.notes import Undecided
from app.sandbox.report.unchecked import Unclaimed, allowing, failed_check, stated_of
from gradreel.diagnose import diagnose
from gradreel.diagnose.lookup.history import History
from gradreel.trace import ControlRun, Diagnosis, Fix, Recording, Value
from tests.asking import Answering, answering, asked


@dataclass(frozen=True)
class Compared:
    """A program in which a version check failed."""

    name: str
    stated: Diagnosis | None
    """With what is claimed of it; None where nothing is."""
    why_not: str = ""
    truth: dict[str, Any] | None = None
    """What the engine gives; None where nothing is claimed."""
    allowed: Fix | None = None
    """PyTorch's own way to allow such edits, where it is offered."""
    allowed_truth: dict[str, Any] | None = None
    """What the program with it gives in the end, and what is right."""

    @property
    def case(self) -> str:
        return str(self.stated.unchecked["case"]) if self.stated else ""

    @property
    def allowed_is_wrong(self) -> bool:
        """Whether a way out is offered that does not give the right gradients in the end, or none that could be compared."""
        if self.allowed_truth is None:
            return False
        fixed, right = (self.allowed_truth.get(way, {}).get("ended", []) for way in ("fixed", "right"))
        left = list(fixed)
        for gradient in right:
            same = next((each for each in left if _alike(each, gradient)), None)
            if same is None:
                return True
            left.remove(same)
        return not right or bool(left)

    @property
    def oracle(self) -> bool:
        """Whether the engine could be asked."""
        return self.truth is not None and all("error" not in self.truth[way] for way in ("unchecked", "right"))

    @property
    def named(self) -> int:
        """Gradients that could be compared by name."""
        if self.truth is None or self.stated is None or not self.oracle:
            return 0
        return sum(each.name in self.truth["right"]["named"] for each in self.stated.unchecked_gradients)

    @property
    def contradictions(self) -> list[str]:
        """What of the claim is not so."""
        if self.truth is None or self.stated is None or not self.oracle:
            return []
        found = []
        unchecked, right = self.truth["unchecked"], self.truth["right"]
        for each in self.stated.unchecked_gradients:
            for way, value in ((unchecked, each.value), (right, each.expected)):
                known = [way["named"][each.name]] if each.name in way["named"] else way["all"]
                if not any(_shows(value, elements) for elements in known):
                    found.append(f"{each.name}: {value.preview[:4]} is none of {[one and one[:4] for one in known]}")
        differs = not all(_alike(one, other) for one, other in zip(unchecked["all"], right["all"], strict=True))
        if differs and self.case == "right":
            found.append("called right, but the engine gives something else")
        if self.case != "right" and sorted(map(str, unchecked["all"])) == sorted(map(str, right["all"])):
            found.append("called wrong, but the engine gives the same")
        return found


def _shows(value: Value, elements: Sequence[float] | None) -> bool:
    """Whether a recorded value is of these elements."""
    parts = 2 if value.imaginary is not None else 1
    if elements is None or math.prod(value.shape) * parts != len(elements):
        return False
    if value.shape == value.preview_shape:
        own = (
            value.preview
            if value.imaginary is None
            else [each for pair in zip(value.preview, value.imaginary, strict=True) for each in pair]
        )
        return _alike([float(each) for each in own], elements)
    return value.mean is None or value.nan > 0 or _near(float(value.mean), sum(elements) / len(elements), max(map(abs, elements)))


def _alike(ones: Sequence[float] | None, others: Sequence[float] | None) -> bool:
    if ones is None or others is None:
        return ones is others
    scale = max((abs(each) for each in (*ones, *others) if math.isfinite(each)), default=0.0)
    return len(ones) == len(others) and all(_near(one, other, scale) for one, other in zip(ones, others, strict=True))


def _near(one: float, other: float, scale: float) -> bool:
    return (math.isnan(one) and math.isnan(other)) or math.isclose(one, other, rel_tol=1e-4, abs_tol=max(1e-7, 1e-6 * scale))


class Comparing:
    """Asks two processes."""

    def __init__(self, runs: Answering, truth: Answering) -> None:
        self._runs, self._truth = runs, truth
        self._found: dict[tuple[str, str], Compared | None] = {}

    def compared(self, name: str, code: str) -> Compared | None:
        """Compare one program, once however often it is asked for; None where no version check failed in it."""
        if (name, code) not in self._found:
            self._found[name, code] = self._compare(name, code)
        return self._found[name, code]

    def _compare(self, name: str, code: str) -> Compared | None:
        answer = asked(self._runs, {"code": code, "run": "traced"})
        if "recording" not in answer:
            return None
        recording = Recording.model_validate(answer["recording"])
        first = failed_check(diagnose(code, recording).diagnoses)
        if first is None:
            return None

        def run(mode: Mode) -> ControlRun | None:
            found = asked(self._runs, {"code": code, "run": mode})
            return ControlRun.model_validate(found[mode]) if mode in found else None

        history = History(code, recording)
        try:
            stated = stated_of(history, first, run)
        except (Unclaimed, Undecided) as error:
            return Compared(name, None, str(error) or type(error).__name__)
        call = history.backwards.at(first.raise_event or 0)
        assert call is not None
        names = [each.name for each in stated.unchecked_gradients if each.name]
        truth = asked(self._truth, {"code": code, "pass": history.backwards.calls.index(call), "names": names})
        allowed = allowing(history, run)
        ended = asked(self._truth, {"code": code, "fixed": allowed.code}) if allowed else None
        return Compared(name, stated, truth=truth, allowed=allowed, allowed_truth=ended)


def comparing() -> Comparing:
    """With both processes started."""
    return Comparing(answering("tests.diagnose.oracle"), answering("tests.sandbox.unchecked_truth"))
