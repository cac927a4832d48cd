"""Checks the text of fixes: what is rewritten, and what is left alone because it cannot be done safely."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from gradreel.diagnose.fixes.allowed import allow_mutation
from gradreel.diagnose.fixes.copies import deep_copy, second_names
from gradreel.diagnose.fixes.devices import use_cpu
from gradreel.diagnose.fixes.edits import (
    edit_a_clone,
    inplace_off,
    new_name,
    out_of_place,
    save_a_clone,
    step_after_backward,
    under_no_grad,
)
from gradreel.diagnose.fixes.names import clone_alias, detach_not_data, in_place_update, keep_leaf_name, retain_grad
from gradreel.diagnose.fixes.paths import enable_grad, keep_path, no_grad_mode, retain_graph, stack
from gradreel.diagnose.fixes.workers import no_workers
from gradreel.diagnose.lookup.source import Source, shows_edit
from gradreel.trace import Fix


def source(text: str) -> Source:
    return Source(dedent(text).strip("\n") + "\n")


def code(fix: Fix | None) -> str | None:
    return fix.code.strip("\n") if fix and fix.code else None


def test_clone_is_made_above_the_edit_at_its_indentation() -> None:
    text = source("""
        for t in range(3):
            # ünï 张量
            states[t] = states[t - 1] * w  # fill
    """)
    expected = "for t in range(3):\n    # ünï 张量\n    states = states.clone()\n    states[t] = states[t - 1] * w  # fill"
    assert code(edit_a_clone(text, 3)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "a = 1; d[:] = 0",  # not alone on its line
        "model(x)",  # the edit is not in sight
        "def f():\n    d[:] = 0",  # d is not f's own name
        "d[:] = (",  # not Python
        "",
    ],
)
def test_clone_that_cannot_be_made_safely_is_not_offered(text: str) -> None:
    line = max(1, len(text.split("\n")))
    assert edit_a_clone(Source(text), line) is None


def test_clone_of_a_function_argument_is_made_inside_the_function() -> None:
    text = "def f(d):\n    d[:] = 0\n    return d"
    assert code(edit_a_clone(source(text), 2)) == "def f(d):\n    d = d.clone()\n    d[:] = 0\n    return d"


def test_clone_of_a_function_argument_that_nothing_reads_again_is_not_made() -> None:
    assert edit_a_clone(source("def f(d):\n    d[:] = 0\n    d.add_(1)"), 2) is None


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        ("a += 1", "a = a + 1"),
        ("a *= b + 1", "a = a * (b + 1)"),
        ("a -= lr * g  # step", "a = a - (lr * g)  # step"),
        ("a /= a.sum()", "a = a / a.sum()"),
        ("a.mul_(2)", "a = a.mul(2)"),
        ("a.clamp_(min=0, max=1)", "a = a.clamp(min=0, max=1)"),
        ("a.sub_(\n    1,\n)", "a = a.sub(\n    1,\n)"),
        ("a.zero_()", None),
        ("a.fill_(2)", None),
        ("a.fill_(b)", None),
        ("a.fill_diagonal_(0)", None),
        ("import torch; torch.relu_(a)", "import torch; a = torch.relu(a)"),
        ("a.mul_(2).sub_(1)", "a = a.mul(2).sub(1)"),
        ("a.mul_(2).zero_()", None),
        ("b = a * 2; a += 1", "b = a * 2; a = a + 1"),
        ("b += 1; a += 1", None),
        ("a[:] = 0", None),
        ("a[0] += 1", None),
        ("self.a += 1", "self.a = self.a + 1"),
        ("self.a.mul_(2)", "self.a = self.a.mul(2)"),
        ("a <<= 1", None),
    ],
)
def test_edit_becomes_a_new_tensor_where_that_is_the_same(edit: str, expected: str | None) -> None:
    assert code(out_of_place(source(edit), 1)) == expected


def test_new_tensor_gets_a_new_name_so_that_the_leaf_keeps_its_gradient() -> None:
    text = "a += 10\nloss = (a ** 2).sum()\nprint(a, a.grad)"
    assert code(new_name(source(text), 1)) == "a_new = a + 10\nloss = (a_new ** 2).sum()\nprint(a_new, a.grad)"
    assert new_name(source("a += 10\na = a * 2"), 1) is None


def test_statement_over_several_lines_moves_under_no_grad_as_a_whole() -> None:
    text = "if ready:\n    w.copy_(\n        other,\n    )\nprint(w)"
    expected = "if ready:\n    with torch.no_grad():\n        w.copy_(\n            other,\n        )\nprint(w)"
    assert code(under_no_grad(source(text), 2)) == expected


INDENTED = '''"""What it does,
at length."""
import torch
from torch import nn

@torch.no_grad()
def start(size):
    """Two
    lines."""
    return torch.ones(size)

text = f"""first
  {start(1)}
third"""
w = start(2); print(text)

if w.sum() > 1:
    print("""a
b""", w)
'''


def test_program_below_its_imports_is_indented_and_no_string_changes() -> None:
    fixed = allow_mutation(source(INDENTED), 8)
    assert fixed is not None
    before, after = ast.parse(INDENTED), ast.parse(fixed.code or "")
    (block,) = after.body[3:]
    assert isinstance(block, ast.With)
    assert [ast.dump(each) for each in (*after.body[:3], *block.body)] == [ast.dump(each) for each in before.body]
    assert (fixed.code or "").splitlines()[5:8] == [
        "with torch.autograd.graph.allow_mutation_on_saved_tensors():",
        "    @torch.no_grad()",
        "    def start(size):",
    ]


@pytest.mark.parametrize(
    "text", ["import torch; w = 1", "import torch as th\nw = 1", "w = 1\nimport torch", "import torch", "import torch\nw ="]
)
def test_program_that_cannot_be_indented_below_its_imports_is_left_alone(text: str) -> None:
    assert allow_mutation(source(text), 8) is None


def test_text_inside_a_long_string_is_not_indented() -> None:
    assert under_no_grad(source('w.add_(parse("""\n1\n"""))'), 1) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("loss.backward()", "loss.backward(retain_graph=True)"),
        ("loss.backward(torch.ones(2))", "loss.backward(torch.ones(2), retain_graph=True)"),
        ("loss.backward(\n    inputs=[w],\n)", "loss.backward(\n    inputs=[w],\nretain_graph=True)"),
        ("(g,) = torch.autograd.grad(y, x)", "(g,) = torch.autograd.grad(y, x, retain_graph=True)"),
        ("loss.backward(retain_graph=False)", None),
        ("train(loss)", None),
    ],
)
def test_graph_is_retained_by_the_call_on_the_line(text: str, expected: str | None) -> None:
    assert code(retain_graph(source(text), 1)) == expected


@pytest.mark.parametrize(
    ("how", "text", "expected"),
    [
        ("detach", "y = x.detach() * w.detach()", "y = x * w"),
        ("item", "s = (w ** 2).item()", "s = (w ** 2)"),
        ("data", "s = w.data + 1", "s = w + 1"),
        ("data", "w.data = x", None),
        ("no_grad", "s = w.detach()", None),
    ],
)
def test_path_is_kept_by_leaving_the_cut_out(how: str, text: str, expected: str | None) -> None:
    assert code(keep_path(source(text), 1, how)) == expected


def test_stack_replaces_tensor_only_for_a_list() -> None:
    assert code(stack(source("a = torch.tensor([x, y])"), 1)) == "a = torch.stack([x, y])"
    assert stack(source("a = torch.tensor(x)"), 1, lambda name: name == "x") is None
    assert code(stack(source("a = torch.tensor(x)"), 1, lambda name: name == "x[0]")) == "a = torch.stack(x)"
    assert stack(source("a = torch.tensor([x], requires_grad=True)"), 1) is None


def test_no_grad_around_the_line_becomes_enable_grad() -> None:
    assert code(enable_grad(source("with torch.no_grad():\n    h = w * 2\n"), 2)) == "with torch.enable_grad():\n    h = w * 2"
    assert enable_grad(source("h = w * 2"), 1) is None


def test_inference_mode_becomes_no_grad_where_it_has_no_argument() -> None:
    assert code(no_grad_mode(source("with torch.inference_mode():\n    pass"))) == "with torch.no_grad():\n    pass"
    assert no_grad_mode(source("with torch.inference_mode(False):\n    pass")) is None


def test_step_moves_behind_the_backward_of_the_same_block() -> None:
    text = "a.backward(retain_graph=True)\nopt.step()  # now\nb.backward()\nprint()"
    assert code(step_after_backward(source(text), 2, 3)) == "a.backward(retain_graph=True)\nb.backward()\nopt.step()  # now\nprint()"
    assert step_after_backward(source("if a:\n    opt.step()\nb.backward()"), 2, 3) is None


def test_every_inplace_flag_is_switched_off() -> None:
    text = "m = nn.Sequential(nn.ReLU(inplace=True), nn.ELU(inplace=True), nn.ReLU(inplace=False))"
    assert code(inplace_off(source(text + "\ny = m(x)"), 2)) == text.replace("True", "False") + "\ny = m(x)"
    assert code(inplace_off(source(text + "\ny = F.relu(x, inplace=True)"), 2)) == text + "\ny = F.relu(x, inplace=False)"


def test_saved_operand_becomes_a_clone_but_not_where_it_is_edited() -> None:
    assert code(save_a_clone(source("t = embed.weight @ p"), 1, "embed.weight")) == "t = embed.weight.clone() @ p"
    assert code(save_a_clone(source("h[0] = h[1] * w[h[2]]"), 1, "h")) == "h[0] = h[1].clone() * w[h[2].clone()]"
    assert save_a_clone(source("h *= h[1]"), 1, "h") is None
    assert save_a_clone(source("h.mul_(2)"), 1, "h") is None


def test_second_name_gets_memory_of_its_own() -> None:
    assert code(clone_alias(source("c = out.data"), 1, "c")) == "c = out.data.clone()"
    assert code(clone_alias(source("v = out.detach().numpy()"), 1, "v")) == "v = out.detach().numpy().copy()"
    told = detach_not_data(source("c = out.data"), 1)
    assert told is not None
    assert told.code is None
    assert detach_not_data(source("w.data = full"), 1) is None


def test_leaf_keeps_a_name_and_the_read_follows_it() -> None:
    text = "eta = leaf()\neta = eta * 2\nprint(eta, eta.grad)"
    assert code(keep_leaf_name(source(text), 2, 3, "eta")) == "eta = leaf()\neta_leaf = eta\neta = eta * 2\nprint(eta, eta_leaf.grad)"


def test_retain_grad_follows_the_assignment() -> None:
    assert code(retain_grad(source("h = w * 3\nh.sum()"), (1, "h"))) == "h = w * 3\nh.retain_grad()\nh.sum()"


def test_update_is_made_in_place_there_and_beside_it() -> None:
    text = "with no_grad():\n    a = a - lr * a.grad\n    b = b - (lr\n             * b.grad)\n    c = lr - c"
    expected = "with no_grad():\n    a -= lr * a.grad\n    b -= (lr\n             * b.grad)\n    c = lr - c"
    assert code(in_place_update(source(text), 2, "a")) == expected
    assert in_place_update(source(text), 5, "c") is None


def test_clone_of_an_edit_that_shares_its_line_is_made_on_that_line() -> None:
    text = "for out in outs:\n    if odd: out += 1"
    assert code(edit_a_clone(source(text), 2)) == "for out in outs:\n    if odd: out = out.clone(); out += 1"


def test_device_becomes_cpu_everywhere() -> None:
    text = 'd = "cuda:0"\nx = y.cuda() + z.to("cuda", non_blocking=True)\nprint("cuda is fast")\ntorch.cuda.synchronize()'
    expected = 'd = "cpu"\nx = y + z.to("cpu", non_blocking=True)\nprint("cuda is fast")\npass'
    assert code(use_cpu(source(text), "cuda")) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("load(d, 4, num_workers=2)", "load(d, 4, num_workers=0)"),
        ("load(d, num_workers=n, timeout=5, shuffle=True)", "load(d, num_workers=0, shuffle=True)"),
        ("load(prefetch_factor=2, num_workers=n)", "load(num_workers=0)"),
        ("o = {'num_workers': 4, 'persistent_workers': True}", "o = {'num_workers': 0}"),
        ("load(d, num_workers=0, timeout=5)", None),
    ],
)
def test_loader_asks_for_no_workers_and_for_nothing_that_only_they_take(text: str, expected: str | None) -> None:
    assert code(no_workers(source(text))) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import torch\nt = net", "import copy\nimport torch\nt = copy.deepcopy(net)"),
        ("import copy\nt = copy.copy(net)", "import copy\nt = copy.deepcopy(net)"),
        (
            "from __future__ import annotations\nimport copy, torch\na, t = 1, net.eval()",
            "from __future__ import annotations\nimport copy, torch\na, t = 1, copy.deepcopy(net.eval())",
        ),
        ("import copy\nold = list(net.parameters())", "import copy\nold = copy.deepcopy(list(net.parameters()))"),
        ("import copy\nt = net = Net()", None),
    ],
)
def test_second_name_gets_weights_of_its_own(text: str, expected: str | None) -> None:
    (second,) = second_names(source(text))
    assert code(deep_copy(source(text), second)) == expected


@pytest.mark.parametrize("text", ["net = self.net", "t = copy.deepcopy(net)", "t = [net]", "t = Net()", "t = list(rows)"])
def test_statement_that_gives_no_second_name_is_none(text: str) -> None:
    assert second_names(source(text)) == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("d[:] = 0", True),
        ("a += 1", True),
        ("torch.relu_(x)", True),
        ("F.relu(x, inplace=True)", True),
        ("y = model(x)", False),
        ("opt.step()", False),
    ],
)
def test_edit_in_sight_is_told_from_one_inside_a_call(text: str, shown: bool) -> None:
    assert shows_edit(Source(text).statement(1)) is shown


def test_line_ends_of_other_systems_count_as_python_counts_them() -> None:
    assert Source("a = 1\r\nb = 2\rc = 3\n").line(3) == "c = 3"


@pytest.mark.parametrize(
    "text", ["-" * 60_000 + "1", "(" * 60_000, "a" + ".b" * 30_000, "1" + "+1" * 30_000, "a = '\0'", "a = (", "\ud800"]
)
def test_code_that_python_cannot_parse_has_no_statements(text: str) -> None:
    assert Source(text).statement(1) is None
    assert under_no_grad(Source(text), 1) is None


def test_byte_order_mark_does_not_hide_the_statements() -> None:
    assert code(out_of_place(Source("\ufeffa += 1"), 1)) == "\ufeffa = a + 1"


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        ("torch.relu_(y)", "y = torch.relu(y)"),
        ("F.relu(y, inplace=True)", "y = F.relu(y)"),
        ("F.dropout(y, 0.5, inplace=True, training=True)", "y = F.dropout(y, 0.5, training=True)"),
        ("F.elu_(y, 0.5)", "y = F.elu(y, 0.5)"),
        ("nn.init.zeros_(y)", None),
    ],
)
def test_function_that_edits_what_it_is_given_is_not_taken_for_a_method(edit: str, expected: str | None) -> None:
    head = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n"
    found = code(out_of_place(source(head + edit), 4))
    assert (found.split("\n")[-1] if found else None) == expected


def test_inplace_off_leaves_a_call_alone_whose_result_is_dropped() -> None:
    assert inplace_off(source("import torch.nn.functional as F\nF.relu(y, inplace=True)"), 2) is None


def test_edits_of_several_lines_are_all_made_out_of_place_or_none() -> None:
    assert code(out_of_place(source("a += 1\nb *= 2"), 1, 2)) == "a = a + 1\nb = b * 2"
    assert out_of_place(source("a += 1\nb[0] = 2"), 1, 2) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("torch.tensor([[x, y], [y, x]])", "torch.stack([torch.stack([x, y]), torch.stack([y, x])])"),
        ("torch.tensor([x, 1.0])", "torch.stack([x, torch.as_tensor(1.0)])"),
        ("torch.tensor([x, scale])", "torch.stack([x, torch.as_tensor(scale)])"),
        ("torch.tensor([x, y], dtype=torch.float64)", "torch.stack([x, y]).to(torch.float64)"),
        ("torch.tensor([x, y], requires_grad=True)", None),
        ("torch.tensor([x, *rest])", None),
        ("torch.tensor([f(z) for z in zs])", "torch.stack([f(z) for z in zs])"),
    ],
)
def test_nested_and_mixed_literals_are_stacked_with_what_is_no_tensor_made_one(text: str, expected: str | None) -> None:
    found = code(stack(source(f"a = {text}"), 1, lambda name: name in ("x", "y")))
    assert found == (f"a = {expected}" if expected else None)


@pytest.mark.parametrize("body", ["w -= lr * w.grad", "w[0] = 0", "w.mul_(2)"])
def test_gradients_are_not_switched_on_where_weights_are_edited_by_hand(body: str) -> None:
    assert enable_grad(source(f"with torch.no_grad():\n    {body}\n    y = w * 2"), 3) is None
