"""Fixes of edits that reach more than one name: no edit may vanish, and all must be mended; plain torch runs each fixed program."""

from __future__ import annotations

import pytest

from tests.diagnose.case import RunPlainly, See, program

# Each prints what it means: the value of the loss with every edit, and the gradient that the unedited save gives.
ALIASED = {
    "row of a saved result": """
        x = torch.tensor([[1., 2.], [3., 4.]], requires_grad=True)
        h = torch.sigmoid(x)
        row = h[0]
        row += 1
        loss = h.sum()
    """,
    "parameter of a function": """
        def shift(values):
            values += 1
        x = torch.tensor([1., 2.], requires_grad=True)
        h = torch.exp(x)
        shift(h)
        loss = h.sum()
    """,
    "loop variable": """
        x = torch.tensor([1., 2.], requires_grad=True)
        hs = [torch.exp(x), torch.sigmoid(x)]
        for h in hs:
            h += 1
        loss = hs[0].sum() + hs[1].sum()
    """,
    "second name": """
        x = torch.tensor([1., 2.], requires_grad=True)
        h = torch.exp(x)
        same = h
        same.mul_(2)
        loss = h.sum()
    """,
    "element of a tuple": """
        x = torch.tensor([1., 2.], requires_grad=True)
        pair = (torch.exp(x), x * 1)
        h = pair[0]
        h += 1
        loss = pair[0].sum()
    """,
    "deque": """
        from collections import deque
        x = torch.tensor([1., 2.], requires_grad=True)
        kept = deque([torch.exp(x)])
        kept[0].mul_(3)
        loss = kept[0].sum()
    """,
    "two edits of two tensors": """
        x = torch.tensor([1., 2.], requires_grad=True)
        a = torch.exp(x)
        b = torch.sigmoid(x)
        a += 1
        b *= 2
        loss = (a * 1).sum() + b.sum()
    """,
    "one tensor edited twice": """
        x = torch.tensor([1., 2.], requires_grad=True)
        a = torch.exp(x)
        a += 1
        a *= 2
        loss = a.sum()
    """,
    "function of torch": """
        x = torch.tensor([-1., 2.], requires_grad=True)
        a = torch.sigmoid(x)
        torch.relu_(a)
        loss = a.sum()
    """,
    "functional with a flag": """
        import torch.nn.functional as F
        x = torch.tensor([-1., 2.], requires_grad=True)
        a = torch.tanh(x)
        F.relu(a, inplace=True)
        loss = a.sum()
    """,
    "diagonal": """
        x = torch.ones(2, 2, requires_grad=True)
        a = torch.exp(x)
        a.fill_diagonal_(0)
        loss = a.sum()
    """,
}
END = "\nprint(loss.item())\nloss.backward()\nprint([round(each, 4) for each in x.grad.flatten().tolist()])"
COPIED = "torch.autograd.graph.saved_tensors_hooks(torch.Tensor.clone, lambda kept: kept).__enter__()\n"


@pytest.mark.parametrize("case", ALIASED)
def test_fixes_of_an_edit_keep_every_edit_and_give_the_gradient_of_the_unedited_save(see: See, run_plainly: RunPlainly, case: str) -> None:
    code = program(ALIASED[case].rstrip() + END.replace("\n", "\n        "))
    meant = run_plainly(code.replace("import torch\n", "import torch\n" + COPIED, 1))
    assert meant.error is None
    fixes = [fix for diagnosis in see(code).diagnoses for fix in diagnosis.fixes if fix.code]
    for fix in fixes:
        fixed = run_plainly(fix.code or "")
        assert (fixed.error, fixed.printed) == (None, meant.printed), (fix.kind, fix.code)
    assert fixes or case in NOTHING_SAFE


NOTHING_SAFE = {"deque", "loop variable", "element of a tuple"}
"""Cases for which no rewrite of the text is known to be right; the diagnosis tells what is wrong."""


def test_alias_of_a_parameter_is_not_cloned(see: See) -> None:
    seen = see(
        program("""
        w = torch.tensor([1., 2.], requires_grad=True)
        y = torch.exp(w).mul(w)
        w.data.mul_(2)
        y.sum().backward()
    """)
    )
    codes = [fix.code for diagnosis in seen.diagnoses for fix in diagnosis.fixes if fix.kind == "clone_alias"]
    assert all("requires_grad=True).clone()" not in (code or "") for code in codes)


SPLITS = {
    "split": ("a, b = h.split(2)", "a, b = h[0:2], h[2:4]"),
    "chunk by function": ("a, b = torch.chunk(h, 2)", "a, b = h[0:2], h[2:4]"),
    "unbind": ("a, b, c, d = h.unbind()", "a, b, c, d = h[0], h[1], h[2], h[3]"),
}


@pytest.mark.parametrize("case", SPLITS)
def test_parts_are_taken_one_by_one_so_that_their_edit_reaches_the_base(see: See, run_plainly: RunPlainly, case: str) -> None:
    text, expected = SPLITS[case]
    code = program(f"w = torch.ones(4, requires_grad=True)\nh = w * 1\n{text}\na.mul_(10)\nh.sum().backward()\nprint(w.grad.tolist())")
    fix = see(code).diagnoses[0].fixes[0]
    assert fix.kind == "single_views"
    assert expected in (fix.code or "")
    assert run_plainly(fix.code or "").printed.startswith("[10.0")


def test_parts_of_what_has_no_name_are_cloned(see: See, run_plainly: RunPlainly) -> None:
    head = "w = torch.ones(4, requires_grad=True)\na, b = (w * 1).chunk(2)\na.mul_(10)\nb.mul_(2)\n"
    fix = see(program(f"{head}(a + b).sum().backward()\nprint(w.grad.tolist())")).diagnoses[0].fixes[0]
    assert fix.kind == "clone_parts"
    assert "a, b = (part.clone() for part in (w * 1).chunk(2))" in (fix.code or "")
    assert run_plainly(fix.code or "").printed.startswith("[10.0, 10.0, 2.0")


def test_parts_of_a_part_that_has_a_name_are_not_cloned(see: See) -> None:
    code = program("w = torch.ones(2, 4, requires_grad=True)\nh = w * 1\na, b = h[0].chunk(2)\na.mul_(10)\nh.sum().backward()\n")
    assert "clone_parts" not in {fix.kind for fix in see(code).diagnoses[0].fixes}


ROWS = """
    w = torch.ones(2, 2, requires_grad=True)
    h = w * 1
    for row in h.unbind(0):
        row.mul_(3)
    h.sum().backward()
    print(w.grad.tolist())
"""


def test_rows_of_a_loop_are_indexed_so_that_their_edit_is_followed(see: See, run_plainly: RunPlainly) -> None:
    fix = see(program(ROWS)).diagnoses[0].fixes[0]
    assert "for row in (h[i] for i in range(len(h))):" in (fix.code or "")
    assert run_plainly(fix.code or "").printed == "[[3.0, 3.0], [3.0, 3.0]]\n"
