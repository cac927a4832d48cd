"""Ways out of programs as people post them: which fix comes first, and what plain PyTorch, asked by itself, makes of it.

A fix that leaves everything else as it was must give the meant gradients ("works"). One whose sentence says that the program goes on
from other values must begin its first pass as before ("later", "rooted"); behind a device another error may wait ("further").
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.diagnose.case import RunPlainly, See, program
from tests.diagnose.public_corpus import FOLDER

Ask = Callable[[str, list[str]], list[tuple[str, str]]]

FIRST = {
    "attention/obvious_first_scaled": ("out_of_place", "works"),
    "checkpoint/weight_scaled_before_the_recomputation": ("edit_after_backward", "rooted"),
    "ema/ema_in_function_assigned": ("no_grad_lines", "works"),
    "ema/ema_teacher_without_no_grad": ("no_grad", "works"),
    "freed/list_of_losses_never_emptied": ("empty_list", "later"),
    "freed/regulariser_computed_once": ("compute_in_loop", "works"),
    "gan/gan_class_with_feature_matching": ("forward_again", "later"),
    "gan/gan_g_loss_before_d_step": ("forward_again", "later"),
    "higher_order/grad_norm_uses_grad_then_zero": ("clone_alias", "works"),
    "leaf/leaf_init_and_clamp": ("no_grad", "completes"),
    "modes/cuda_amp_scaler": ("use_cpu", "completes"),
    "modes/cuda_default_device": ("use_cpu", "further"),
    "modes/cuda_device_object": ("use_cpu", "further"),
    "modes/cuda_method": ("use_cpu", "further"),
    "modes/cuda_string_device": ("use_cpu", "further"),
    "modes/cuda_tensor_type": ("use_cpu", "completes"),
    "optimizers/two_optimizers_encoder_decoder": ("forward_after_step", "later"),
    "paths/data_mid_network": ("no_new_leaf", "rooted"),
    "paths/loss_requires_grad_set": ("no_new_leaf", "rooted"),
    "paths/losses_into_tensor": ("no_new_leaf", "works"),
    "paths/variable_data_mid_network": ("no_new_leaf", "rooted"),
    "rl/policy_sample_continuous": ("rsample", "works"),
    "rl/ppo_second_epoch_same_graph": ("detach_shared", "rooted"),
    "rl/sac_q1_step_between": ("forward_after_step", "later"),
    "rl/sac_two_q_optimizers": ("step_after_backward", "works"),
    "rl/sac_update_in_method": ("forward_after_step", "later"),
    "rnn/lstm_state_attribute": ("fresh_graph", "later"),
    "rnn/lstm_state_in_dict": ("fresh_graph", "later"),
    "rnn/rnn_state_list": ("fresh_graph", "later"),
    "rnn/world_model_state_object": ("fresh_graph", "later"),
    "training/one_line_if": ("out_of_place", "works"),
    "training/several_on_a_line": ("clone_result", "works"),
    "training/several_on_a_line_alias": ("out_of_place", "works"),
    "views/chain_mul_sub": ("out_of_place", "works"),
    "vision/unet_skip_added_in_place": ("out_of_place", "works"),
    "vision/unet_writes_into_buffer": ("edit_a_clone", "works"),
}


@pytest.fixture(scope="module")
def plain_judge() -> Iterator[Ask]:
    """A process with torch, and nothing of Gradreel, that says what becomes of a fixed program."""
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.plain_judge"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        requests, answers = process.stdin, process.stdout

        def ask(code: str, fixed: list[str]) -> list[tuple[str, str]]:
            requests.write(json.dumps({"code": code, "fixed": fixed}) + "\n")
            requests.flush()
            answer: Any = json.loads(answers.readline())
            return [(verdict, why) for verdict, why in answer]

        yield ask
        requests.close()


@pytest.mark.parametrize("name", FIRST)
def test_first_fix_of_a_posted_program_is_right_under_plain_torch(see: See, plain_judge: Ask, name: str) -> None:
    code = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    fixes = [fix for diagnosis in see(code).diagnoses if diagnosis.severity != "note" for fix in diagnosis.fixes if fix.code]
    kind, verdict = FIRST[name]
    assert fixes[0].kind == kind
    ((given, why),) = plain_judge(code, [fixes[0].code or ""])
    assert given == verdict, (why, fixes[0].code)


CARRIED = {
    "rnn/lstm_state_in_dict": "state['h'] = state['h'].detach()",
    "rnn/rnn_state_list": "hs = [each.detach() for each in hs]",
    "rnn/world_model_state_object": "state.h = state.h.detach()",
}


@pytest.mark.parametrize("name", CARRIED)
def test_carried_state_is_detached_where_it_is_held(see: See, run_plainly: RunPlainly, name: str) -> None:
    fix = next(fix for fix in see((FOLDER / f"{name}.py").read_text(encoding="utf-8")).diagnoses[0].fixes if fix.code)
    assert CARRIED[name] in (fix.code or "")
    assert run_plainly(fix.code or "").error is None


PURPOSE = ("training/vq_codebook_update", "rl/dqn_with_target_network", "rl/sac_with_all_its_losses")


@pytest.mark.parametrize("name", PURPOSE)
def test_part_left_out_on_purpose_is_no_diagnosis(see: See, name: str) -> None:
    assert see((FOLDER / f"{name}.py").read_text(encoding="utf-8")).of("cut_gradient") == []


def test_edits_of_a_chain_and_of_every_round_are_counted(see: See) -> None:
    chain = see((FOLDER / "views/chain_mul_sub.py").read_text(encoding="utf-8")).diagnoses[0]
    assert (chain.params["before"], chain.params["after"], chain.params["current"]) == (0, 2, 2)
    rounds = see((FOLDER / "views/normalise_columns_inplace.py").read_text(encoding="utf-8")).diagnoses[0]
    assert (rounds.params["rounds"], rounds.params["current"]) == (3, 6)


GRADCHECK = """
w = torch.randn(2, dtype=torch.double, requires_grad=True)
x = torch.randn(2, dtype=torch.double, requires_grad=True)
f = lambda x: (w * x).tanh().exp()
print(torch.autograd.gradcheck(f, (x,)))
torch.autograd.gradgradcheck(f, (x,))
f(x).sum().backward()
"""


def test_values_that_gradcheck_tries_are_no_overwrite(see: See) -> None:
    assert see(program(GRADCHECK)).diagnoses == ()


PART = "v = nn.Parameter(torch.arange(8.))\n{}.data.copy_(torch.zeros(4))\n(v * v).sum().backward()"


def test_part_of_a_parameter_written_through_its_data_is_told(see: See) -> None:
    (told,) = see(program(PART.format("a = v[:4]\na"))).diagnoses
    assert (told.kind, told.severity, told.name, told.edit_line) == ("shared_storage_edit", "warning", "v", 5)
    assert see(program(PART.format("v[:4]"))).diagnoses == ()
