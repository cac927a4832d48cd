"""Checks the in-place edits that PyTorch refuses at once: leaves, views of leaves, views in a bundle, inference tensors."""

from __future__ import annotations

import pytest

from tests.diagnose.case import See, program

LEAVES = {
    "augmented_add": ("a", "a = torch.ones(3, requires_grad=True)\na += 10  #! edit"),
    "method": ("a", "a = torch.ones(3, requires_grad=True)\na.add_(10)  #! edit"),
    "initialisation": ("w", "w = torch.empty(3, 2, requires_grad=True)\nw.normal_()  #! edit"),
    "slice": ("a", "a = torch.ones(3, requires_grad=True)\na[:] = 0  #! edit"),
    "init_module": (None, "layer = nn.Linear(2, 2)\nlayer.weight.fill_(1)  #! edit"),
    "inside_a_function": ("p", "def reset(p):\n    p.zero_()  #! edit\n\nreset(torch.ones(2, requires_grad=True))"),
    "caught_by_the_snippet": (
        "a",
        "a = torch.ones(3, requires_grad=True)\ntry:\n    a.add_(1)  #! edit\nexcept RuntimeError:\n    a = a + 1\na.sum().backward()",
    ),
    "foreach": ("a", "a = torch.ones(3, requires_grad=True)\ntorch._foreach_add_([a], 1)  #! edit"),
}


@pytest.mark.parametrize("case", LEAVES)
def test_in_place_edit_of_a_leaf_is_diagnosed_at_its_line(see: See, case: str) -> None:
    name, text = LEAVES[case]
    seen = see(program(text))
    (found,) = seen.of("leaf_in_place")
    assert seen.diagnoses[0] is found
    assert (found.severity, found.raised) == ("error", True)
    assert found.line == found.edit_line == found.raise_line == seen.line("edit")
    if name:
        assert found.name == name
        assert found.tensor is not None


def test_edit_of_a_view_of_a_leaf_names_view_and_leaf(see: See) -> None:
    seen = see(program("w = torch.ones(4, requires_grad=True)\nhead = w[:2]\nhead.mul_(2)  #! edit"))
    (found,) = seen.of("leaf_in_place")
    assert (found.name, found.params["is_view"], found.params["base"]) == ("head", True, "w")
    assert "head is a view of w" in found.message


ALLOWED = {
    "no_grad": "w = torch.empty(3, requires_grad=True)\nwith torch.no_grad():\n    w.normal_()\nw.sum().backward()",
    "detach": "w = torch.empty(3, requires_grad=True)\nw.detach().fill_(1)\nw.sum().backward()",
    "data": "w = torch.empty(3, requires_grad=True)\nw.data.fill_(1)\nw.sum().backward()",
    "init_module": "w = torch.empty(3, 2, requires_grad=True)\nnn.init.xavier_uniform_(w)\nw.sum().backward()",
    "before_requires_grad": "w = torch.ones(3)\nw += 1\nw.requires_grad_()\nw.sum().backward()",
    "plain_leaf": "a = torch.ones(3)\na += 10",
    "non_leaf": "w = torch.ones(3, requires_grad=True)\nh = w * 1\nh += 10\nh.sum().backward()",
    "own_error_with_such_words": "raise_later = 'a leaf Variable that requires grad'\nprint(raise_later)",
    "slice_of_a_non_leaf": "w = torch.ones(4, requires_grad=True)\nh = w * 1\nh[:2].mul_(3)\nh.sum().backward()",
    "split_without_edit": "w = torch.ones(4, requires_grad=True)\na, b = (w * 1).split(2)\n(a * b).sum().backward()",
    "split_of_plain_tensor": "h = torch.ones(4)\na, b = h.split(2)\na.mul_(2)",
    "inference_without_saving": "with torch.inference_mode():\n    x = torch.ones(2) * 2\nprint(x.sum().item())",
    "inference_added": "with torch.inference_mode():\n    x = torch.ones(2)\nw = torch.ones(2, requires_grad=True)\n(x + w).sum()",
}


@pytest.mark.parametrize("case", ALLOWED)
def test_allowed_edit_raises_no_alarm(see: See, case: str) -> None:
    seen = see(program(ALLOWED[case]))
    assert seen.plain.error is None
    assert seen.alarms == []


BUNDLES = {
    "split": "left, right = h.split(2)  #! made\nleft.mul_(10)  #! edit",
    "unbind": "left, *rest = h.unbind(0)  #! made\nleft += 1  #! edit",
    "chunk": "left, right = torch.chunk(h, 2)  #! made\nleft[:] = 0  #! edit",
}


@pytest.mark.parametrize("case", BUNDLES)
def test_edit_of_one_view_out_of_a_bundle_names_the_call_that_made_it(see: See, case: str) -> None:
    seen = see(program("w = torch.ones(4, requires_grad=True)\nh = w * 1\n" + BUNDLES[case]))
    (found,) = seen.of("multi_view_in_place")
    assert (found.severity, found.raised, found.name) == ("error", True, "left")
    assert found.line == found.edit_line == seen.line("edit")
    assert (found.params["op"], found.params["made_line"]) == (case, seen.line("made"))
    assert [kind for kind, _ in seen.alarms] == ["multi_view_in_place"]


BASES = {
    "sum_of_a_view": "h.mul_(2)  #! edit\na.sum()  #! raise",
    "cat": "h[0] = 0  #! edit\nout = torch.cat([a, b])  #! raise",
    "sibling_view": "h.view(4).add_(1)  #! edit\nloss = (a * 2).sum()  #! raise",
    "backward": "h.mul_(2)  #! edit\na.backward(torch.ones(2))  #! raise",
}


@pytest.mark.parametrize("case", BASES)
def test_use_of_a_view_whose_base_was_edited_blames_the_edit(see: See, case: str) -> None:
    seen = see(program("w = torch.ones(4, requires_grad=True)\nh = w * 1\na, b = h.split(2)  #! made\n" + BASES[case]))
    (found,) = seen.of("multi_view_in_place")
    assert (found.severity, found.raised, found.name, found.raise_line) == ("error", True, "a", seen.line("raise"))
    assert found.line == found.edit_line == seen.line("edit")
    assert found.params["made_line"] == seen.line("made")
    assert [kind for kind, _ in seen.alarms] == ["multi_view_in_place"]


def test_op_with_several_results_that_are_no_views_is_no_bundle(see: See) -> None:
    seen = see(
        program("""
        w = torch.arange(6.).reshape(2, 3).requires_grad_()
        h = w * 1
        values, places = h.max(0)
        row = h.unbind(0)[0]  #! made
        row.mul_(values)  #! edit
        """)
    )
    (found,) = seen.of("multi_view_in_place")
    assert (found.name, found.params["op"], found.params["made_line"]) == ("row", "unbind", seen.line("made"))


FLAGGED = {
    "method": "x.requires_grad_()",
    "attribute": "x.requires_grad = True",
}


@pytest.mark.parametrize("case", FLAGGED)
def test_tensor_that_was_made_to_require_grad_later_is_named(see: See, case: str) -> None:
    seen = see(program(f"x = torch.ones(2)\n{FLAGGED[case]}\nx.sub_(1).div_(2)  #! edit"))
    (found,) = seen.of("leaf_in_place")
    assert (found.name, found.edit_line) == ("x", seen.line("edit"))


def test_inference_tensor_that_must_be_saved_is_named_with_its_line(see: See) -> None:
    seen = see(
        program("""
        with torch.inference_mode():
            x = torch.ones(2) * 3  #! made
        w = torch.ones(2, requires_grad=True)
        y = x * w  #! save
        """)
    )
    (found,) = seen.of("inference_tensor_saved")
    assert (found.severity, found.raised, found.name) == ("error", True, "x")
    assert found.line == seen.line("save")
    assert found.params["made_line"] == seen.line("made")


CAUGHT = """
    a = torch.ones(3, requires_grad=True)
    try:
        a.add_(1)  #! edit
    except RuntimeError:
        pass
    loss = (a * a).sum()
    loss.backward()
    loss.backward()  #! raise
    """


def test_program_that_catches_a_refused_edit_and_fails_later_is_told_first_what_ended_it(see: See) -> None:
    seen = see(program(CAUGHT))
    assert seen.plain.line == seen.line("raise")
    freed, leaf = seen.diagnoses
    assert (freed.kind, freed.raise_line, freed.params["caught"]) == ("graph_freed", seen.line("raise"), False)
    assert seen.recording.outcome.failure
    assert freed.event == freed.raise_event == seen.recording.outcome.failure.event
    assert (leaf.kind, leaf.raise_line, leaf.params["caught"]) == ("leaf_in_place", seen.line("edit"), True)
    assert leaf.message.endswith("The program caught the error and went on.")
    assert "caught" not in freed.message


def test_same_backward_that_fails_in_two_places_is_told_of_both(see: See) -> None:
    seen = see(
        program("""
        a = torch.ones(3, requires_grad=True)
        loss = (a * a).sum()
        loss.backward()
        try:
            loss.backward()  #! first
        except RuntimeError:
            pass
        loss.backward()  #! second
        """)
    )
    second, first = seen.of("graph_freed")
    assert (second.raise_line, second.params["caught"]) == (seen.line("second"), False)
    assert (first.raise_line, first.params["caught"]) == (seen.line("first"), True)


def test_edit_that_is_refused_in_every_round_is_told_once_with_their_number(see: See) -> None:
    seen = see(
        program("""
        a = torch.ones(3, requires_grad=True)
        for _ in range(4):
            try:
                a.add_(1)  #! edit
            except RuntimeError:
                pass
        """)
    )
    (found,) = seen.diagnoses
    assert (found.kind, found.params["rounds"], found.params["caught"]) == ("leaf_in_place", 4, True)
    assert "This happened 4 times." in found.message


BUNDLE = """
    w = torch.ones(2, 6, requires_grad=True)
    a, b, c = (w * 2).chunk(3, dim=1)
    a.sigmoid_()  #! edit
    b.sigmoid_()
    c.tanh_()
    (a * b * c).sum().backward()
"""


def test_edits_of_further_views_of_the_bundle_are_made_anew_together(see: See) -> None:
    (found,) = see(program(BUNDLE)).of("multi_view_in_place")
    fix = next(each for each in found.fixes if each.kind == "out_of_place")
    assert (fix.params["more"], fix.code is not None) == (2, True)
    runs_to_its_end(fix.code)


@pytest.mark.parametrize("edit", ["layer.weight[1].fill_(0.0)", "layer.weight[1].mul_(0.5)", "layer.weight[0:1].zero_()"])
def test_edit_of_a_part_of_a_leaf_has_no_grad_as_a_way_out(see: See, edit: str) -> None:
    (found,) = see(program(f"layer = nn.Linear(2, 3)\n{edit}  #! edit\nlayer(torch.ones(2)).sum().backward()")).of("leaf_in_place")
    fix = next(each for each in found.fixes if each.kind == "no_grad")
    runs_to_its_end(fix.code)


def test_edit_of_a_part_that_puts_in_what_has_a_gradient_of_its_own_has_not(see: See) -> None:
    text = "layer = nn.Linear(2, 3)\nlayer.weight[1].add_(layer.weight[0])  #! edit"
    (found,) = see(program(text)).of("leaf_in_place")
    assert "no_grad" not in [each.kind for each in found.fixes]


def runs_to_its_end(code: str | None) -> None:
    """Under plain PyTorch."""
    assert code is not None
    exec(compile(code, "fixed.py", "exec"), {"__name__": "__main__"})  # noqa: S102 it is our own rewrite
