"""Fixes of training loops: each is tried as the service tries it, and trains as a program that was mended by hand does."""

from __future__ import annotations

import pytest

from tests.diagnose.case import Judged, RunPlainly, See
from tests.diagnose.public_corpus import public_programs

PROGRAMS = {program.name.partition("/")[2]: program.code for program in public_programs() if program.name.startswith("gradients/")}
BY_HAND: dict[str, tuple[str, str, str]] = {
    "clip_after_step": (
        "clip_before_step",
        "    optimizer.step()\n    torch.nn.utils.clip_grad_norm_(model.parameters(), 0.1)",
        "    torch.nn.utils.clip_grad_norm_(model.parameters(), 0.1)\n    optimizer.step()",
    ),
    "clip_of_scaled_gradients": ("unscale_before_clip", "    torch.nn.utils.clip", "    scaler.unscale_(opt)\n    torch.nn.utils.clip"),
    "closure_without_zero_grad": ("clear_gradients", "def closure():\n", "def closure():\n    w.grad = None\n"),
    "descent_by_hand_without_zeroing": ("clear_gradient", "    loss.backward()", "    w.grad = b.grad = None\n    loss.backward()"),
    "head_forgotten_in_the_list": ("whole_module", "+ list(net.mid.parameters())", "+ [*net.mid.parameters(), *net.head.parameters()]"),
    "layer_replaced_after_the_optimizer": (
        "optimizer_after",
        "net[2] = nn.Linear(4, 2)\n",
        "net[2] = nn.Linear(4, 2)\nopt = torch.optim.SGD([*net[0].parameters(), *net[2].parameters()], lr=0.1)\n",
    ),
    "scheduler_before_optimizer": ("schedule_after_step", "    scheduler.step()  #! here\n", ""),
    "step_before_backward": (
        "step_then_clear",
        "            self.optimizer.zero_grad()  #! here\n            self.optimizer.step()\n            loss.backward()",
        "            self.model.zero_grad()\n            loss.backward()\n            self.optimizer.step()",
    ),
    "wrong_optimizer_cleared": ("clear_gradients", "    opt_dec.zero_grad()\n    opt_dec", "    opt_enc.zero_grad()\n    opt_dec"),
    "zero_grad_between_backward_and_step": (
        "step_then_clear",
        "    loss.backward()\n    opt.zero_grad()",
        "    opt.zero_grad()\n    loss.backward()",
    ),
    "zero_grad_forgotten": ("clear_gradients", "    loss.backward()", "    net.zero_grad()\n    loss.backward()"),
    "zero_grad_once_per_epoch": ("clear_gradients", "        loss.backward()", "        net.zero_grad()\n        loss.backward()"),
    "zeros_between_backward_and_step": (
        "step_then_clear",
        "    net(x).pow(2).mean().backward()\n    opt.zero_grad(set_to_none=False)  #! here\n",
        "    net.zero_grad()\n    net(x).pow(2).mean().backward()\n",
    ),
}
"""By program: the kind of its fix, and text to be replaced by what mends the program in another way."""
STEPPED_LAST = {"scheduler_before_optimizer": ("        opt.step()\n", "        opt.step()\n    scheduler.step()\n")}
SHOW = """
for name, value in sorted(globals().items()):
    if isinstance(value, torch.Tensor) and value.is_leaf and value.requires_grad:
        print(name, value.tolist())
    elif isinstance(value, nn.Module):
        print(name, [parameter.tolist() for parameter in value.parameters()])
"""


@pytest.mark.parametrize("name", BY_HAND)
def test_fix_of_a_training_loop_is_tried_and_trains_like_a_program_mended_by_hand(
    see: See, judged: Judged, run_plainly: RunPlainly, name: str
) -> None:
    code = PROGRAMS[name]
    kind, *change = BY_HAND[name]
    lead = see(code).diagnoses[0]
    (fix,) = [fix for fix in lead.fixes if fix.kind == kind]
    fixed = fix.code or ""
    by_hand = code
    for old, new in [change, *([STEPPED_LAST[name]] if name in STEPPED_LAST else [])]:
        assert by_hand.count(old) == 1
        by_hand = by_hand.replace(old, new)
    weights, meant, before = (
        run_plainly(each.replace("Trainer(nn.Linear", "net = nn.Linear(3, 1)\nTrainer(net or nn.Linear") + SHOW)
        for each in (fixed, by_hand, code)
    )
    assert weights.error is None
    assert weights.printed == meant.printed != before.printed
    assert see(fixed).alarms == []
    assert judged(code, fix) == "works"


def test_every_fix_of_the_programs_with_broken_training_loops_is_mended_by_hand_here(see: See) -> None:
    found = {
        (name, fix.kind) for name, code in PROGRAMS.items() for each in see(code).diagnoses for fix in each.fixes if fix.code is not None
    }
    assert found == {(name, kind) for name, (kind, *_) in BY_HAND.items()}
