"""A piece of code is read without being run: its edits, what each breaks, what is missing, and the call that is offered for a module."""

from __future__ import annotations

import sys
from textwrap import dedent

import pytest

from gradreel.reading import CodeEdit, CodeReading, read, read_code


def piece_of(code: str) -> CodeReading:
    piece = read_code(dedent(code))
    assert piece is not None
    return piece


def only(code: str) -> CodeEdit:
    (edit,) = piece_of(code).edits
    return edit


def lines(edit: CodeEdit) -> list[int]:
    return [each.line for each in edit.breaks]


def test_edit_of_a_result_that_its_op_keeps_names_the_op_and_the_condition() -> None:
    edit = only("def f(x):\n    y = torch.exp(x)\n    y += 1\n    return y\n")
    assert (edit.line, edit.target, edit.effect, lines(edit)) == (3, "y", "breaks", [2])
    assert edit.breaks[0].keeps == "result"
    assert edit.breaks[0].reason == "torch.exp keeps its result for its gradient, if x requires grad."


def test_edit_of_an_input_that_an_op_keeps_depends_on_the_other_input() -> None:
    edit = only("def f(x, w):\n    h = x * w\n    w.add_(1)\n    return h\n")
    assert (edit.effect, edit.breaks[0].reason) == ("breaks", "* keeps w for its gradient, if x requires grad.")


def test_edit_that_nothing_keeps_is_harmless_as_far_as_the_code_shows() -> None:
    assert only("def f(x, w):\n    y = x + w\n    y += 1\n    return y\n").effect == "harmless"


def test_name_that_was_bound_anew_is_another_tensor() -> None:
    """The product keeps what x was, and the edit is of its result."""
    assert only("def f(x, w):\n    x = x * w\n    x += 1\n    return x\n").effect == "harmless"


def test_edit_of_what_comes_from_outside_is_not_known() -> None:
    edit = only("def forward(self, x):\n    x += 1\n    return self.fc(x)\n")
    assert edit.effect == "unknown"
    assert "comes from outside" in edit.reason


def test_tensor_that_was_given_to_a_function_may_be_kept_there() -> None:
    edit = only("def f(a):\n    x = a + 1\n    y = helper(x)\n    x += 1\n    return y\n")
    assert edit.effect == "unknown"
    assert "line 3 gives it to helper" in edit.reason


def test_part_and_whole_are_one_memory() -> None:
    code = "def f(a, w):\n    x = a + 1\n    h = x[0]\n    y = h * w\n    x[1] = 0\n    return y\n"
    assert lines(only(code)) == [4]
    other = "def f(a, w):\n    x = a + 1\n    y = x * w\n    h = x[0]\n    h += 1\n    return y\n"
    assert lines(only(other)) == [3]


def test_edit_in_a_loop_meets_what_the_round_before_has_kept_below_it() -> None:
    edit = only(
        "def f(state, w):\n"
        "    total = 0.0\n"
        "    for step in range(3):\n"
        "        state += 1\n"
        "        total = total + (state * w).sum()\n"
        "    return total\n"
    )
    assert lines(edit) == [5]
    fresh = (
        "def f(w):\n"
        "    for step in range(3):\n"
        "        out = torch.zeros(3)\n"
        "        out[0] = 1\n"
        "        loss = (out * w).sum()\n"
        "    return loss\n"
    )
    assert only(fresh).effect == "harmless"


def test_edit_after_the_pass_that_needed_the_tensor_is_harmless() -> None:
    code = "w = torch.ones(3, requires_grad=True)\ny = w.exp()\ny.sum().backward()\ny += 1\n"
    assert only(code).effect == "harmless"
    kept = code.replace("backward()", "backward(retain_graph=True)")
    assert only(kept).effect == "breaks"


def test_edit_through_data_is_silent() -> None:
    edit = only("def f(a, w):\n    x = a + 1\n    y = x * w\n    x.data.mul_(2)\n    return y\n")
    assert (edit.effect, lines(edit)) == ("silent", [3])


def test_edit_under_no_grad_counts_as_any_other() -> None:
    code = (
        "w = torch.ones(3, requires_grad=True)\n"
        "v = torch.ones(3, requires_grad=True)\n"
        "y = w * v\n"
        "with torch.no_grad():\n"
        "    w -= 1\n"
        "y.sum().backward()\n"
    )
    assert (only(code).effect, lines(only(code))) == ("breaks", [3])


def test_edit_of_a_leaf_outside_of_no_grad_is_refused() -> None:
    assert only("w = torch.ones(3, requires_grad=True)\nw[0] = 1\n").effect == "refused"


def test_op_of_tensors_that_need_no_gradient_keeps_nothing() -> None:
    assert only("x = torch.rand(3)\ny = x.exp()\ny += 1\n").effect == "harmless"


TRAINING = """
model = nn.Linear(2, 2)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for x in data:
    loss = model(x).exp().sum()
    {first}
    {second}
"""


def test_step_before_the_backward_pass_of_its_graph_breaks_it_and_after_it_does_not() -> None:
    before = only(TRAINING.format(first="opt.step()", second="loss.backward()"))
    after = only(TRAINING.format(first="loss.backward()", second="opt.step()"))
    assert (before.effect, before.line in range(6, 8), lines(before)) == ("breaks", True, [5])
    assert after.effect == "harmless"


def test_steps_of_two_optimizers_concern_the_parameters_of_each() -> None:
    code = """
    G, D = nn.Linear(2, 2), nn.Linear(2, 1)
    opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
    fake = G(torch.randn(2, 2))
    D(fake.detach()).sum().backward()
    opt_d.step()
    D(fake).sum().backward()
    """
    assert only(code).effect == "harmless"
    wrong = code.replace("    opt_d.step()\n", "").replace(
        "    D(fake).sum().backward()", "    loss = D(fake).sum()\n    opt_d.step()\n    loss.backward()"
    )
    assert (only(wrong).effect, lines(only(wrong))) == ("breaks", [6])


def test_layer_that_overwrites_its_input_is_an_edit_of_it() -> None:
    code = """
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.fc = nn.Linear(4, 4)
            self.act = nn.ReLU(inplace=True)
        def forward(self, x):
            h = torch.sigmoid(self.fc(x))
            return self.act(h)
    """
    edit = only(code)
    assert (edit.line, edit.target, edit.effect, lines(edit)) == (9, "h", "breaks", [8])


@pytest.mark.parametrize(
    "code",
    ["n = 0\nn += 1\n", "found = []\nfound += [1]\n", "d = {}\nd['a'] = 1\n", "counts = [0, 0]\ncounts[0] += 1\n", "i = len(x)\ni -= 1\n"],
)
def test_edits_of_numbers_lists_and_dicts_are_none(code: str) -> None:
    assert piece_of(code).edits == ()


def test_names_that_are_nowhere_and_libraries_that_are_not_here_are_told() -> None:
    piece = piece_of(
        "import torch\nimport os, einops\nfrom timm.models import vit\nfrom .mine import x\nout = net(nn.Linear(2, 2)(data))\n"
    )
    assert (piece.missing, piece.imports, piece.libraries) == (("net", "data"), ("from torch import nn",), ("timm", ".mine"))


@pytest.mark.parametrize(
    ("code", "piece"),
    [
        ("    def forward(self, x):\n        return x\n", True),
        ("import torch\nclass A(torch.nn.Module):\n    pass\nN = 3\n", True),
        ("def f(x):\n    return x\nf(1)\n", False),
        ("x = 1\n", False),
    ],
)
def test_code_that_does_nothing_by_itself_is_a_piece(code: str, piece: bool) -> None:
    reading = read_code(code)
    assert reading is not None
    assert reading.piece is piece


def test_code_alone_is_read_as_a_piece_and_code_beside_a_text_is_not() -> None:
    code = "def f(x):\n    y = x.exp()\n    y += 1\n    return y\n"
    alone = read("", code, "zh")
    assert alone.piece is not None
    assert alone.piece.edits[0].effect == "breaks"
    assert alone.title != read("", code).title
    assert read("RuntimeError: x", code).piece is None
    assert (read("", "def f(:").piece, read("", "def f(:").code) == (None, "unreadable")


@pytest.mark.parametrize(
    "code", ["x = " + "-" * 90 + "1", "a" + "[0]" * 3000 + " += 1", "x" + ".exp()" * 2000 + "\n", "f(" * 80 + ")" * 80, "\0", "(" * 5000]
)
def test_hostile_code_ends(code: str) -> None:
    assert read("", code).code in ("read", "unreadable")


def test_loops_in_loops_are_followed_in_bounded_work() -> None:
    deep = "".join(f"{'    ' * at}for i{at} in a:\n" for at in range(15)) + "    " * 15 + "x += 1\n"
    assert piece_of(deep).edits[0].target == "x"
    long = "y = x.exp()\ny += 1\n" * 2000
    assert piece_of(long).edits


LONG = {
    "lists that grow": ("kept = []\n", "kept.append(x * w)\nkept[0] += 1\n"),
    "branches": ("", "if a:\n    x = x * w\nx += 1\n"),
    "saves": ("", "y = x * w\nx += 1\n"),
}


@pytest.mark.parametrize("what", LONG)
def test_work_for_long_code_grows_with_its_length_alone(what: str) -> None:
    """Four times the code makes at most eight times the calls."""
    head, unit = LONG[what]
    piece_of(head + unit)
    small, large = (calls_of(head + unit * count) for count in (100, 400))
    assert large <= 8 * small


def calls_of(code: str) -> int:
    count = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        piece_of(code)
    finally:
        sys.setprofile(before)
    return count
