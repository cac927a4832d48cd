"""Runs the corrected snippets of fixes under plain torch: they must pass where the original failed, with the right gradients."""

from __future__ import annotations

import pytest

from app.examples.gallery import examples
from gradreel.cells import has_cells
from tests.diagnose.case import Judged, RunPlainly, See, program

CODES = {example.id: example.code for example in examples()}

# For each failing example: the fixes offered, in order, by the first diagnosis that offers any.
OFFERED = {
    "edit-after-save": ["edit_a_clone", "save_a_clone"],
    "result-saved": ["out_of_place", "edit_a_clone", "clone_result"],
    "two-stale-saves": ["out_of_place", "edit_a_clone", "save_clones"],
    "add-to-a-leaf": ["no_grad", "out_of_place"],
    "fill-a-leaf-slice": ["no_grad"],
    "init-a-weight": ["no_grad"],
    "detach-shares-counter": ["clone_alias", "clone_result"],
    "embedding-max-norm": ["save_a_clone"],
    "step-between-backwards": ["step_after_backward", "forward_again"],
    "relu-after-sigmoid": ["inplace_off"],
    "rnn-buffer-read-back": ["save_a_clone"],
    "backward-twice": ["retain_graph"],
    "two-losses-one-trunk": ["retain_graph"],
    "tensor-of-tensors": ["stack"],
    "no-grad-forward": ["enable_grad"],
    "ratio-in-place": ["save_a_clone"],
    "view-makes-base-stale": ["save_a_clone"],
    "split-refuses-edits": ["single_views"],
    "custom-function-stale": ["out_of_place", "edit_a_clone", "save_a_clone"],
    "data-escapes-the-check": ["clone_alias", "clone_result"],
    "numpy-escapes-the-check": ["clone_alias", "clone_result"],
    "two-names-one-storage": ["clone_alias"],
    "grad-of-a-non-leaf": ["retain_grad"],
    "name-that-moves": ["keep_leaf_name", "retain_grad"],
}
WITHOUT_FIX = {"argmax-has-no-slope"}


@pytest.mark.parametrize("example", OFFERED)
def test_fixes_of_an_example_are_offered_and_pass_under_plain_torch(see: See, run_plainly: RunPlainly, example: str) -> None:
    seen = see(CODES[example])
    fixes = next((diagnosis.fixes for diagnosis in seen.diagnoses if diagnosis.fixes), ())
    coded = [fix for fix in fixes if fix.code]
    assert [fix.kind for fix in coded] == OFFERED[example]
    for fix in coded:
        outcome = run_plainly(fix.code or "")
        assert outcome.error is None, (fix.kind, outcome.error, fix.code)


def test_every_failing_example_has_a_fix_with_code(see: See) -> None:
    failing = {name for name, code in CODES.items() if not has_cells(code) and see(code).plain.error}
    assert failing <= OFFERED.keys() | WITHOUT_FIX


def test_fixed_silent_overwrite_gives_the_right_gradient(see: See, run_plainly: RunPlainly) -> None:
    fix = see(CODES["data-escapes-the-check"]).diagnoses[0].fixes[0]
    assert "a.grad [0.1966" in run_plainly(fix.code or "").printed


def test_moved_name_reads_the_gradient_of_the_leaf(see: See, run_plainly: RunPlainly) -> None:
    fix = see(CODES["name-that-moves"]).diagnoses[0].fixes[0]
    assert "eta.grad tensor(-8.)" in run_plainly(fix.code or "").printed


def test_inference_tensor_can_be_made_under_no_grad_or_cloned(see: See, run_plainly: RunPlainly) -> None:
    seen = see(program("with torch.inference_mode():\n    x = torch.ones(2)\nw = torch.ones(2, requires_grad=True)\ny = x * w"))
    fixes = seen.diagnoses[0].fixes
    assert [fix.kind for fix in fixes] == ["no_grad_mode", "save_a_clone"]
    assert [run_plainly(fix.code or "").error for fix in fixes] == [None, None]


def test_device_fix_runs_on_the_cpu(see: See, run_plainly: RunPlainly) -> None:
    (fix,) = see(program("x = torch.ones(2, device='cuda')\nlayer = nn.Linear(2, 2).cuda()\nprint(layer(x).shape)")).diagnoses[0].fixes
    assert run_plainly(fix.code or "").error is None


@pytest.mark.parametrize("example", OFFERED)
def test_fixes_of_a_file_with_other_line_ends_keep_them(see: See, example: str) -> None:
    """That edits give the code of their fix is checked of every program that these tests look at (see conftest.py)."""
    for diagnosis in see(CODES[example].replace("\n", "\r\n")).diagnoses:
        assert all("\n" not in (fix.code or "").replace("\r\n", "") for fix in diagnosis.fixes)


def test_key_of_a_fix_is_the_same_in_every_run(see: See) -> None:
    first, second = [[fix.key for fix in see(CODES["edit-after-save"]).diagnoses[0].fixes] for _ in range(2)]
    assert first == second
    assert len(set(first)) == len(first) > 1


def test_edits_are_counted_in_characters_of_the_file_as_it_is(see: See) -> None:
    code = "# 张量\r\nimport torch\r\nx = torch.ones(3, requires_grad=True)\r\ny = x.exp()\r\ny += 1\r\n"
    fix = see(code).diagnoses[0].fixes[0]
    (edit,) = fix.edits
    assert code[edit.start : edit.end] == "y += 1"
    assert fix.code == code.replace("y += 1", "y = y + 1")


@pytest.mark.parametrize("example", ["item-drops-a-factor", "ratio-detached", "data-escapes-the-check"])
def test_fix_that_changes_what_the_program_means_is_told_and_not_made(see: See, example: str) -> None:
    told = {fix.kind: fix.code for diagnosis in see(CODES[example]).diagnoses for fix in diagnosis.fixes}
    told = {kind: code for kind, code in told.items() if kind in ("keep_path", "detach_not_data")}
    assert set(told.values()) == {None}


EDITED_IN_ONE_CHAIN = """
    def f(x):
        return x.relu().mul_(2)
    w = torch.ones(3, requires_grad=True)
    y = f(w)
    y.sum().backward()
    """


def test_result_edited_further_on_in_its_own_chain_is_cloned_before_that(see: See, judged: Judged) -> None:
    seen = see(program(EDITED_IN_ONE_CHAIN))
    (fix,) = seen.diagnoses[0].fixes
    assert "return x.relu().clone().mul_(2)" in (fix.code or "")
    assert judged(seen.code, fix) == "works"


WEIGHT_NORM = """
    import copy
    {imported}
    layer = {called}(nn.Linear(2, 2))
    layer(torch.ones(1, 2))
    copy.deepcopy(layer)
    """


@pytest.mark.parametrize(
    ("imported", "called"),
    [
        ("from torch.nn.utils import weight_norm", "weight_norm"),
        ("", "nn.utils.weight_norm"),
        ("", "torch.nn.utils.weight_norm"),
        ("import torch.nn.utils as utils", "utils.weight_norm"),
    ],
)
def test_copied_layer_with_a_normed_weight_is_parametrized(see: See, judged: Judged, imported: str, called: str) -> None:
    seen = see(program(WEIGHT_NORM.format(imported=imported, called=called)))
    (found,) = seen.of("non_leaf_copied")
    assert "makes a deep copy of the result of _weight_norm" in found.message
    (fix,) = found.fixes
    assert fix.kind == "parametrized"
    assert judged(seen.code, fix) == "works"


@pytest.mark.parametrize("call", ["torch.func.grad(f)(torch.ones(3))", "torch.vmap(torch.func.grad(f))(torch.ones(2, 3))"])
def test_edit_inside_a_transform_is_made_out_of_place(see: See, judged: Judged, call: str) -> None:
    seen = see(program(f"def f(x):\n    y = x.exp()\n    y.mul_(2)  #! edit\n    return y.sum()\n{call}  #! here"))
    (found,) = seen.of("transform_edit")
    assert (found.line, found.edit_line, found.params["op"]) == (seen.line("here"), seen.line("edit"), "Exp")
    (fix,) = found.fixes
    assert "y = y.mul(2)" in (fix.code or "")
    assert judged(seen.code, fix) == "works"


def test_several_edits_inside_a_transform_are_all_named(see: See) -> None:
    seen = see(program("def f(x):\n    y = x.exp()\n    y.mul_(2)\n    y.add_(1)\n    return y.sum()\ntorch.func.grad(f)(torch.ones(3))"))
    (found,) = seen.of("transform_edit")
    assert (found.edit_line, found.params["edit_lines"]) == (None, "5, 6")
    assert "does not say which of them" in found.message


def test_edit_of_what_pytorch_names_is_told_from_the_others_inside_a_transform(see: See, judged: Judged) -> None:
    lines = [
        "def f(x):",
        "    n = torch.zeros(3)",
        "    n.add_(1)",
        "    y = x.exp()",
        "    k = y * 2",
        "    y.mul_(3)  #! edit",
        "    k.add_(1)",
    ]
    seen = see(program("\n".join([*lines, "    return (y * k * n).sum()", "torch.func.grad(f)(torch.ones(3))"])))
    (found,) = seen.of("transform_edit")
    assert found.edit_line == seen.line("edit")
    assert "edits such a result" in found.message
    assert judged(seen.code, found.fixes[0]) == "works"
