"""Fixes of NaN and infinities: each is tried as the service tries it; what works ends, under plain torch, with finite gradients that are
the old ones wherever these were finite."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from tests.diagnose.case import Judged, RunPlainly, See, program
from tests.diagnose.public_corpus import public_programs

PROGRAMS = {each.name.partition("/")[2]: each.code for each in public_programs() if each.name.startswith("non_finite/")}
WORKS: dict[str, tuple[str, ...]] = {
    "acos_at_one": ("clamp_domain",),
    "acos_outside": ("clamp_domain",),
    "additive_mask_of_infinities": ("finite_mask",),
    "advantages_of_one_step": ("without_correction",),
    "atanh_at_one": ("clamp_domain",),
    "cosine_by_hand": ("eps_in_division",),
    "cross_entropy_all_ignored": ("mean_of_any",),
    "entropy_of_certain_policy": ("log_softmax", "clamp_log"),
    "gradient_penalty_at_zero": ("eps_in_root", "clamp_root"),
    "kl_of_zero_sigma": ("clamp_log",),
    "log_of_zero_probability": ("log_softmax", "clamp_log"),
    "masked_row_of_attention": ("finite_mask",),
    "mean_of_empty_selection": ("mean_of_any",),
    "min_max_scaling_of_constant": ("eps_in_division",),
    "nan_in_round_three": ("eps_in_division",),
    "norm_of_zero_by_hand": ("eps_in_root", "clamp_root"),
    "normalise_by_count_zero": ("eps_in_division",),
    "power_one_half": ("eps_in_root", "clamp_root"),
    "root_behind_two_paths": ("eps_in_root", "clamp_root"),
    "root_of_negative_variance": ("clamp_root",),
    "softplus_by_hand": ("softplus",),
    "where_over_division": ("safe_where",),
    "where_over_log": ("safe_where",),
    "where_over_sqrt": ("safe_where",),
}
CHANGES = {
    "clean_gradient_replaced": ("eps_in_root", "clamp_root"),
    "log_of_negative": ("clamp_log",),
    "std_of_one_sample": ("without_correction",),
}
"""Offered, tried, and found to give other gradients, or to leave NaN where it was."""
LEAVES = """
import json
print(json.dumps([[] if p.grad is None else p.grad.flatten().tolist() for v in list(globals().values()) for p in
    (v.parameters() if isinstance(v, torch.nn.Module) else [v] if isinstance(v, torch.Tensor) and v.is_leaf and v.requires_grad else [])]))
"""
FIRST_PASS_SPOILS = {name for name in WORKS if name != "nan_in_round_three"}


def _gradients(run_plainly: RunPlainly, code: str) -> list[list[float]]:
    ended = run_plainly(code + LEAVES)
    assert ended.error is None
    found: list[list[float]] = json.loads(ended.printed.splitlines()[-1])
    return found


@pytest.mark.parametrize("name", [*WORKS, *CHANGES])
def test_working_fix_ends_with_finite_gradients_that_stay_where_they_were_finite(
    see: See, judged: Judged, run_plainly: RunPlainly, name: str
) -> None:
    code = PROGRAMS[name]
    (found,) = see(code).of("non_finite")
    assert tuple(fix.kind for fix in found.fixes) == (WORKS | CHANGES)[name]
    before = _gradients(run_plainly, code)
    for fix in found.fixes:
        assert judged(code, fix) == ("works" if name in WORKS else "changes")
        if name not in WORKS:
            continue
        assert see(fix.code or "").of("non_finite") == []
        after = _gradients(run_plainly, fix.code or "")
        assert all(math.isfinite(number) for numbers in after for number in numbers)
        if name in FIRST_PASS_SPOILS:
            pairs = [
                pair for one, other in zip(after, before, strict=True) for pair in zip(one, other, strict=True) if math.isfinite(pair[1])
            ]
            assert [one for one, _ in pairs] == pytest.approx([other for _, other in pairs], rel=1e-4, abs=1e-6)


CASES: dict[str, tuple[str, str, str]] = {
    "method_of_where": (
        "safe_where",
        "r = torch.where(y > 0, y, 1.0).log()",
        "y = torch.tensor([0., 2.], requires_grad=True)\nr = y.log()\nr.where(y > 0, 0.0).sum().backward()",
    ),
    "masked_fill": (
        "safe_where",
        "r = torch.log(torch.where(bad, 1.0, y))",
        "y = torch.tensor([0., 2.], requires_grad=True)\nbad = y == 0\nr = torch.log(y)\nr.masked_fill(bad, 0.0).sum().backward()",
    ),
    "condition_that_is_made_later": (
        "clamp_log",
        "r = torch.log(y.clamp(min=1e-12))",
        "y = torch.tensor([0., 2.], requires_grad=True)\nr = torch.log(y)\nok = r.isfinite()\ntorch.where(ok, r, 0.0).sum().backward()",
    ),
    "two_logarithms_of_one_line": (
        "clamp_log",
        "loss = -(t * torch.log(p.clamp(min=1e-12)) + (1 - t) * torch.log((1 - p).clamp(min=1e-12))).mean()",
        "z = torch.tensor([200., 0.], requires_grad=True)\nt = torch.tensor([1., 0.])\np = 1 * torch.sigmoid(z)\n"
        "loss = -(t * torch.log(p) + (1 - t) * torch.log(1 - p)).mean()\nloss.backward()",
    ),
    "sigmoid_by_a_name": (
        "log_sigmoid",
        "loss = -torch.nn.functional.logsigmoid(z).sum()",
        "z = torch.tensor([-200., 0.], requires_grad=True)\np = z.sigmoid()\nloss = -torch.log(p).sum()\nloss.backward()",
    ),
    "softmax_as_a_method": (
        "log_softmax",
        "loss = -torch.log_softmax(z, dim=0)[1]",
        "z = torch.tensor([200., 0.], requires_grad=True)\nloss = -z.softmax(dim=0).log()[1]\nloss.backward()",
    ),
    "root_in_a_module": (
        "eps_in_root",
        "        return (x.pow(2).sum(-1) + 1e-12).sqrt()",
        "class Length(nn.Module):\n    def forward(self, x):\n        return x.pow(2).sum(-1).sqrt()\n"
        "x = torch.zeros(2, 3, requires_grad=True)\nLength()(x).sum().backward()",
    ),
    "division_beside_one_by_a_number": (
        "eps_in_division",
        "loss = (a / 2 / (n + 1e-8)).sum()",
        "a = torch.zeros(2, requires_grad=True)\nn = torch.zeros(2)\nloss = (a / 2 / n).sum()\nloss.backward()",
    ),
    "mask_with_minus_torch_inf": (
        "finite_mask",
        "w = torch.where(s > 1, s, torch.finfo(torch.get_default_dtype()).min)",
        "s = torch.zeros(2, requires_grad=True)\nw = torch.where(s > 1, s, -torch.inf)\nw.softmax(0).sum().backward()",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_fix_is_written_where_the_number_was_born_and_works(see: See, judged: Judged, name: str) -> None:
    kind, line, text = CASES[name]
    code = program(text)
    (found,) = see(code).of("non_finite")
    first: Any = found.fixes[0]
    assert first.kind == kind
    assert line in (first.code or "").split("\n")
    assert judged(code, first) == "works"
    assert see(first.code or "").alarms == []


@pytest.mark.parametrize("target", ["1", "1.0"])
def test_cross_entropy_by_hand_with_a_number_for_its_target_is_not_given_to_a_function_of_tensors(see: See, target: str) -> None:
    code = program(f"""
        w = torch.tensor([200.0], requires_grad=True)
        p = torch.sigmoid(w)
        loss = -({target} * torch.log(p) + (1 - {target}) * torch.log(1 - p)).mean()
        loss.backward()
    """)
    (found,) = see(code).of("non_finite")
    assert [fix.kind for fix in found.fixes] == ["clamp_log"]
