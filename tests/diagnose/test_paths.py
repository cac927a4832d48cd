"""Checks what is said when the graph is used up, leads nowhere, or leads past a part of the value; and about ``.grad`` of non-leaves."""

from __future__ import annotations

import pytest

from tests.diagnose.case import See, program

TWICE = {
    "same_loss": "w = torch.ones(2, requires_grad=True)\nloss = (w ** 2).sum()\nloss.backward()  #! first\nloss.backward()  #! raise",
    "two_losses": """
        w = torch.ones(2, requires_grad=True)
        trunk = w.exp()
        a, b = trunk.sum(), (trunk * 2).sum()
        a.backward()  #! first
        b.backward()  #! raise
        """,
    "grad_then_backward": """
        w = torch.ones(2, requires_grad=True)
        loss = (w ** 2).sum()
        torch.autograd.grad(loss, w)  #! first
        loss.backward()  #! raise
        """,
}


@pytest.mark.parametrize("case", TWICE)
def test_second_backward_names_the_pass_that_freed_the_graph(see: See, case: str) -> None:
    seen = see(program(TWICE[case]))
    (found,) = seen.of("graph_freed")
    assert seen.diagnoses[0] is found
    assert (found.severity, found.raised, found.raise_line) == ("error", True, seen.line("raise"))
    assert found.params["first_line"] == seen.line("first")
    assert found.node is not None


def test_state_carried_over_in_a_loop_is_told_as_the_same_line_again(see: See) -> None:
    seen = see(
        program("""
        w = torch.ones(2, requires_grad=True)
        state = torch.ones(2)
        for step in range(2):
            state = (state * w).tanh()
            state.sum().backward()  #! raise
        """)
    )
    (found,) = seen.of("graph_freed")
    assert found.params["repeated"] is True
    assert [fix.kind for fix in found.fixes] == ["retain_graph", "fresh_graph"]


CUT = {
    "tensor": ("w", "w = torch.tensor(1., requires_grad=True)\nh = torch.tensor([w, w])  #! cut\nloss = h.sum()"),
    "detach": ("w", "w = torch.ones(2, requires_grad=True)\nh = w.detach()  #! cut\nloss = (h ** 2).sum()"),
    "data": ("w", "w = torch.ones(2, requires_grad=True)\nh = w.data  #! cut\nloss = (h ** 2).sum()"),
    "no_grad": ("w", "w = torch.ones(2, requires_grad=True)\nwith torch.no_grad():\n    h = w * 2  #! cut\nloss = (h ** 2).sum()"),
    "integer": ("w", "w = torch.ones(2, requires_grad=True)\nbest = w.argmax()  #! cut\nloss = (best - 2.) ** 2"),
    "item": ("w", "w = torch.tensor(2., requires_grad=True)\nvalue = w.item()  #! cut\nloss = torch.ones(2).mul(value).sum()"),
}


@pytest.mark.parametrize("case", CUT)
def test_backward_without_a_path_says_where_and_how_it_was_cut(see: See, case: str) -> None:
    name, text = CUT[case]
    seen = see(program(text + "\nloss.backward()  #! raise"))
    (found,) = seen.of("no_grad_path")
    assert (found.severity, found.raised, found.name) == ("error", True, "loss")
    assert (found.cut_line, found.raise_line) == (seen.line("cut"), seen.line("raise"))
    assert (found.params["cut"], found.params["other"]) == (case, name)
    assert [kind for kind, _ in seen.alarms] == ["no_grad_path"]


def test_backward_of_tensors_that_never_required_grad_has_no_cut_line(see: See) -> None:
    seen = see(program("x = torch.ones(2)\nloss = x.sum()\nloss.backward()  #! raise"))
    (found,) = seen.of("no_grad_path")
    assert (found.cut_line, found.params["cut"]) == (None, "none")
    assert [fix.kind for fix in found.fixes] == ["require_grad"]


def test_gradient_of_a_tensor_that_was_not_used_is_told_as_unused(see: See) -> None:
    seen = see(
        program("""
        w = torch.ones(2, requires_grad=True)
        b = torch.ones(2, requires_grad=True)
        loss = (w * b.detach()).sum()  #! cut
        torch.autograd.grad(loss, b)  #! raise
        """)
    )
    (found,) = seen.of("no_grad_path")
    assert (found.params["case"], found.cut_line) == ("unused", seen.line("cut"))


INPUTS = {
    "unused_parameter": (
        "unused",
        "two.weight",
        "one, two = nn.Linear(2, 1), nn.Linear(2, 1)\nloss = one(torch.ones(1, 2)).sum()\n"
        "torch.autograd.grad(loss, [one.weight, two.weight])  #! raise",
    ),
    "name_that_moved_on": (
        "unused",
        "x",
        "x = torch.ones(2, requires_grad=True)\nloss = (x ** 2).sum()\nx = x.unsqueeze(0)\ntorch.autograd.grad(loss, x)  #! raise",
    ),
    "cut_elsewhere": (
        "unused",
        "z",
        "x, z = (torch.ones(2, requires_grad=True) for _ in range(2))\nk = x.detach()\nloss = (x * k).sum()\n"
        "torch.autograd.grad(loss, [x, z])  #! raise",
    ),
    "plain_input": (
        "input",
        "x",
        "net = nn.Linear(2, 1)\nx = torch.ones(1, 2)\nloss = net(x).sum()\ntorch.autograd.grad(loss, x)  #! raise",
    ),
}


@pytest.mark.parametrize("case", INPUTS)
def test_input_that_has_no_path_is_named(see: See, case: str) -> None:
    kind, name, text = INPUTS[case]
    seen = see(program(text))
    (found,) = seen.of("no_grad_path")
    assert (found.params["case"], found.cut_line, found.raise_line) == (kind, None, seen.line("raise"))
    assert f"with respect to {name}, " in found.message
    assert "requires grad" not in found.message
    assert "backward()" not in found.message


def test_root_of_grad_is_told_of_grad_not_of_backward(see: See) -> None:
    seen = see(program("x = torch.ones(2)\ny = (x ** 2).sum()\ntorch.autograd.grad(y, x)"))
    (found,) = seen.of("no_grad_path")
    assert "so torch.autograd.grad() on line 5 has nowhere to go. Nothing that it was computed from requires grad." in found.message


FLAGS = {
    "frozen": "net = nn.Linear(2, 1)\nnet.requires_grad_(False)\nloss = net(torch.ones(1, 2)).sum()\nloss.backward()",
    "frozen_after_a_pass": (
        "net = nn.Linear(2, 1)\nnet(torch.ones(1, 2)).sum().backward()\nfor p in net.parameters():\n    p.requires_grad_(False)\n"
        "loss = net(torch.ones(1, 2)).sum()\nloss.backward()"
    ),
}


@pytest.mark.parametrize("case", FLAGS)
def test_frozen_net_is_not_told_that_gradients_were_switched_off(see: See, case: str) -> None:
    (found,) = see(program(FLAGS[case])).of("no_grad_path")
    assert (found.params["cut"], found.cut_line) == ("none", None)
    assert found.message.endswith("Nothing that it was computed from requires grad.")


def test_graph_taken_from_a_tensor_in_place_is_the_cut(see: See) -> None:
    seen = see(program("w = torch.ones(2, requires_grad=True)\nh = w * 2\nh.detach_()  #! cut\nloss = h.sum()\nloss.backward()"))
    (found,) = seen.of("no_grad_path")
    assert (found.params["cut"], found.cut_line) == ("detach", seen.line("cut"))


def test_weights_used_inside_a_custom_function_are_what_it_cut_off(see: See) -> None:
    seen = see(
        program("""
        from torch.utils.checkpoint import checkpoint
        block = nn.Linear(2, 2)
        loss = checkpoint(block, torch.ones(1, 2), use_reentrant=True).sum()  #! cut
        loss.backward()  #! raise
        """)
    )
    (found,) = seen.of("no_grad_path")
    assert (found.params["cut"], found.params["other"], found.cut_line) == ("function", "block.weight, block.bias", seen.line("cut"))


def test_library_function_under_no_grad_is_the_cut(see: See) -> None:
    seen = see(
        program("""
        out = nn.Linear(3, 4)(torch.ones(2, 3))
        with torch.no_grad():
            loss = nn.functional.cross_entropy(out, torch.tensor([1, 2]))  #! cut
        loss.backward()  #! raise
        """)
    )
    (found,) = seen.of("no_grad_path")
    assert (found.params["cut"], found.params["other"], found.cut_line) == ("no_grad", "out", seen.line("cut"))


READ = {
    "freed": "y.sum().backward()  #! first\nprint(y.grad_fn._saved_self)  #! raise",
    "freed_and_read_alone": "y.sum().backward()  #! first\ny.grad_fn._saved_self  #! raise",
}


@pytest.mark.parametrize("case", READ)
def test_read_of_a_freed_saved_tensor_is_told_as_a_read(see: See, case: str) -> None:
    seen = see(program("w = torch.ones(2, requires_grad=True)\ny = w * w\n" + READ[case]))
    (found,) = seen.of("graph_freed")
    assert (found.params["read"], found.params["first_line"], found.raise_line) == (True, seen.line("first"), seen.line("raise"))
    assert found.params["node"] == "MulBackward0"


def test_read_of_a_stale_saved_tensor_raised(see: See) -> None:
    seen = see(
        program("w = torch.ones(2, requires_grad=True)\nh = w * 1\ny = h ** 2\nh += 1  #! edit\nprint(y.grad_fn._saved_self)  #! raise")
    )
    (found,) = seen.of("version_mismatch")
    assert (found.raised, found.name, found.edit_line, found.raise_line) == (True, "h", seen.line("edit"), seen.line("raise"))


PARTS = {
    "detach": ("w", "h = w.detach()  #! cut\nloss = (w * h).sum()"),
    "data": ("w", "h = w.data  #! cut\nloss = (w * h).sum()"),
    "item": ("w", "h = w[0].item()  #! cut\nloss = (w * h).sum()"),
    "item_by_way_of_arithmetic": ("w", "h = w[0].item()  #! cut\nscale = h * 2 + 1\nloss = (w * scale).sum()"),
    "no_grad": ("w", "with torch.no_grad():\n    h = w * 2  #! cut\nloss = (w * h).sum()"),
    "into_a_buffer": ("w", "rows = torch.zeros(2, 2)\nrows[0] = w\nrows[1] = w.detach()  #! cut\nloss = (rows ** 2).sum()"),
}


@pytest.mark.parametrize("case", PARTS)
def test_cut_of_a_part_is_noted_at_its_line(see: See, case: str) -> None:
    name, text = PARTS[case]
    seen = see(program("w = torch.tensor([1., 2.], requires_grad=True)\n" + text + "\nloss.backward()"))
    assert seen.plain.error is None
    assert seen.alarms == []
    (found,) = seen.of("cut_gradient")
    assert (found.severity, found.raised, found.cut_line) == ("note", False, seen.line("cut"))
    assert found.params["name"] == name
    assert found.params["root"] == "loss"


WHOLE = {
    "loss_logged": """
        w = torch.ones(2, requires_grad=True)
        total = 0.
        for step in range(2):
            loss = (w ** 2).sum()
            loss.backward()
            total += loss.item()
            print(loss.detach())
        """,
    "manual_sgd_with_decay": """
        w = torch.ones(2, requires_grad=True)
        for step in range(2):
            loss = (w ** 2).sum()
            loss.backward()
            with torch.no_grad():
                w -= 0.1 * (w.grad + 0.01 * w)
            w.grad = None
        """,
    "adam": """
        layer = nn.Linear(2, 1)
        optimizer = torch.optim.Adam(layer.parameters())
        for step in range(2):
            optimizer.zero_grad()
            layer(torch.ones(1, 2)).sum().backward()
            optimizer.step()
        """,
    "index_of_the_best": """
        w = torch.ones(3, requires_grad=True)
        w[w.argmax()].backward()
        """,
    "clone": """
        w = torch.ones(2, requires_grad=True)
        h = w.clone()
        (w * h).sum().backward()
        """,
    "evaluation": """
        layer = nn.Linear(2, 1)
        with torch.no_grad():
            print(layer(torch.ones(1, 2)).item() > -100)
        layer(torch.ones(1, 2)).sum().backward()
        """,
    "accuracy": """
        layer = nn.Linear(2, 3)
        scores = layer(torch.ones(4, 2))
        hits = (scores.argmax(1) == torch.zeros(4)).sum().item()
        nn.functional.cross_entropy(scores, torch.zeros(4, dtype=torch.long)).backward()
        """,
    "retain_graph": "w = torch.ones(2, requires_grad=True)\nl = (w ** 2).sum()\nl.backward(retain_graph=True)\nl.backward()",
    "loop_with_a_fresh_graph": "w = torch.ones(2, requires_grad=True)\nfor i in range(2):\n    (w ** 2).sum().backward()",
}


@pytest.mark.parametrize("case", WHOLE)
def test_whole_gradient_is_not_noted(see: See, case: str) -> None:
    seen = see(program(WHOLE[case]))
    assert seen.plain.error is None
    assert [diagnosis.message for diagnosis in seen.diagnoses] == []


def test_grad_of_a_non_leaf_is_a_warning_at_the_line_that_reads_it(see: See) -> None:
    seen = see(
        program("""
        w = torch.ones(2, requires_grad=True)
        h = w * 3  #! made
        (h ** 2).sum().backward()
        print(w.grad, h.grad)  #! read
        """)
    )
    (found,) = seen.of("non_leaf_grad")
    assert (found.severity, found.raised, found.name, found.line) == ("warning", False, "h", seen.line("read"))
    assert (found.params["was_leaf"], found.params["made_line"]) == (False, seen.line("made"))


def test_grad_of_a_name_that_moved_says_where_it_was_a_leaf(see: See) -> None:
    seen = see(
        program("""
        eta = torch.tensor(0.5, requires_grad=True)  #! leaf
        eta = eta * 2  #! moved
        ((eta - 3) ** 2).backward()
        print(eta.grad)  #! read
        """)
    )
    (found,) = seen.of("non_leaf_grad")
    assert (found.params["was_leaf"], found.params["leaf_line"], found.params["made_line"]) == (True, seen.line("leaf"), seen.line("moved"))


KEPT = {
    "retained": "w = torch.ones(2, requires_grad=True)\nh = w * 3\nh.retain_grad()\nh.sum().backward()\nprint(h.grad)",
    "leaf": "w = torch.ones(2, requires_grad=True)\nw.sum().backward()\nprint(w.grad)",
    "plain_leaf": "a = torch.ones(2)\nprint(a.grad)",
}


@pytest.mark.parametrize("case", KEPT)
def test_grad_that_is_kept_raises_no_alarm(see: See, case: str) -> None:
    assert see(program(KEPT[case])).alarms == []


DEVICES = {
    "cuda": "x = torch.ones(2, device='cuda')  #! ask",
    "cuda_method": "x = torch.ones(2).cuda()  #! ask",
    "cuda_to": "layer = nn.Linear(2, 2).to('cuda:0')  #! ask",
    "mps": "x = torch.ones(2).to('mps')  #! ask",
    "xpu": "x = torch.ones(2, device='xpu')  #! ask",
}


@pytest.mark.parametrize("case", DEVICES)
def test_missing_device_is_named_with_the_line_that_asks(see: See, case: str) -> None:
    seen = see(program(DEVICES[case]))
    (found,) = seen.of("device_unavailable")
    assert (found.severity, found.raised, found.line) == ("error", True, seen.line("ask"))
    assert found.params["device"] == case.partition("_")[0]


def test_device_chosen_by_what_is_available_raises_no_alarm(see: See) -> None:
    seen = see(program("device = 'cuda' if torch.cuda.is_available() else 'cpu'\nprint(torch.ones(2, device=device))"))
    assert seen.alarms == []


def test_gradient_of_a_gradient_by_one_function_is_told_of_the_graph_that_the_first_call_did_not_keep(see: See) -> None:
    seen = see(
        program("""
        def derivative(y, x):
            return torch.autograd.grad(y.sum(), x, retain_graph=True)[0]  #! line

        x = torch.ones(3, requires_grad=True)
        first = derivative(x ** 3, x)
        second = derivative(first, x)
        """)
    )
    (found,) = seen.of("no_grad_path")
    assert (found.params["cut"], found.params["cut_line"]) == ("grad", seen.line("line"))
    assert [fix.kind for fix in found.fixes] == ["create_graph"]
    exec(compile(found.fixes[0].code or "", "fixed.py", "exec"), {"__name__": "__main__"})  # noqa: S102 it is our own rewrite
