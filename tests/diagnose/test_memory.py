"""Checks what is said about writes that no version counter saw."""

from __future__ import annotations

import pytest

from gradreel.diagnose import diagnose
from tests.diagnose.case import See, program

WRONG = {
    "data": ("out", "a = torch.ones(3, requires_grad=True)\nout = a.sigmoid()  #! saved\nc = out.data\nc.zero_()  #! edit"),
    "data_unnamed": ("out", "a = torch.ones(3, requires_grad=True)\nout = a.sigmoid()  #! saved\nout.data.zero_()  #! edit"),
    "numpy": ("out", "a = torch.ones(3, requires_grad=True)\nout = a.exp()  #! saved\nview = out.detach().numpy()\nview[0] = 0  #! edit"),
    "storage": ("out", "a = torch.ones(3, requires_grad=True)\nout = a.exp()  #! saved\nout.untyped_storage().fill_(0)  #! edit"),
    "typed_storage": ("out", "a = torch.ones(3, requires_grad=True)\nout = a.exp()  #! saved\nout.storage()[0] = 9.0  #! edit"),
    "memory_taken_with_set": (
        "b",
        "a = torch.ones(3, requires_grad=True)\nb = torch.ones(3)\nout = a * b  #! saved\nc = torch.empty(0)\n"
        "c.set_(b.untyped_storage(), 0, (3,))\nc.zero_()  #! edit",
    ),
    "values_of_a_sparse_tensor": (
        "s",
        "a = torch.ones(3, 1, requires_grad=True)\nv = torch.tensor([3.0, 4.0, 5.0])\n"
        "s = torch.sparse_coo_tensor(torch.tensor([[0, 1, 1], [2, 0, 2]]), v, (2, 3))\n"
        "out = torch.sparse.mm(s, a)  #! saved\nv.mul_(10)  #! edit",
    ),
    "input_of_a_product": ("b", "a = torch.ones(3, requires_grad=True)\nb = torch.ones(3)\nout = a * b  #! saved\nb.data += 1  #! edit"),
    "array_that_a_tensor_took": (
        "t",
        "import numpy as np\na = torch.ones(3, requires_grad=True)\narray = np.ones(3, dtype=np.float32)\nt = torch.from_numpy(array)\n"
        "out = a * t  #! saved\narray[:] = 5  #! edit",
    ),
    "memory_that_data_was_given": (
        "w",
        "a = torch.ones(3, requires_grad=True)\nw, t = torch.ones(3), torch.full((3,), 2.0)\nw.data = t\n"
        "out = a * w  #! saved\nt.mul_(3)  #! edit",
    ),
    "data_exchanged_twice": (
        "w",
        "a = torch.ones(3, requires_grad=True)\nw, t = torch.ones(3), torch.full((3,), 2.0)\nw.data = t\n"
        "out = a * w  #! saved\nw.data = t * 5  #! edit",
    ),
    "data_exchanged": ("a", "a = torch.ones(3, requires_grad=True)\nout = a * a  #! saved\na.data = torch.zeros(3)  #! edit"),
    "dlpack": (
        "b",
        "from torch.utils import dlpack\na = torch.ones(3, requires_grad=True)\nb = torch.ones(3)\nout = a * b  #! saved\n"
        "c = dlpack.from_dlpack(dlpack.to_dlpack(b))\nc.add_(1)  #! edit",
    ),
    "applied": ("b", "a = torch.ones(3, requires_grad=True)\nb = torch.ones(3)\nout = a * b  #! saved\nb.apply_(lambda x: x + 4)  #! edit"),
    "counted_elsewhere": (
        "d",
        "a = torch.ones(3, requires_grad=True)\nw = torch.ones(3, requires_grad=True)\nd = w.data\nout = a * d  #! saved\n"
        "with torch.no_grad():\n    w.mul_(5)  #! edit",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_overwrite_that_spoils_a_gradient_is_an_error(see: See, case: str) -> None:
    name, text = WRONG[case]
    seen = see(program(text + "\nout.sum().backward()"))
    assert seen.plain.error is None
    first = seen.diagnoses[0]
    assert (first.kind, first.severity, first.raised, first.name) == ("silent_overwrite", "error", False, name)
    assert (first.saved_line, first.edit_line) == (seen.line("saved"), seen.line("edit"))
    assert first.params["gradient"] == "a.grad"
    assert [kind for kind, _ in seen.alarms] == ["silent_overwrite"]


UNHARMED = {
    "another_region": """
        a = torch.ones(2, requires_grad=True)
        head, tail = torch.ones(4).split(2)
        out = a * head
        tail.data.zero_()
        out.sum().backward()
        """,
    "same_values": """
        a = torch.ones(2, requires_grad=True)
        b = torch.ones(2)
        out = a * b
        b.data.fill_(1)
        out.sum().backward()
        """,
    "before_the_save": """
        a = torch.ones(2, requires_grad=True)
        h = a * 2
        h.data.zero_()
        (h ** 2).sum().backward()
        """,
    "after_backward": """
        w = torch.ones(2, requires_grad=True)
        for step in range(2):
            (w ** 2).sum().backward()
            w.data -= 0.1 * w.grad
            w.grad = None
        """,
    "initialised_through_data": """
        layer = nn.Linear(2, 2)
        layer.weight.data.normal_()
        for p in layer.parameters():
            p.data.clamp_(-1, 1)
        layer(torch.ones(1, 2)).sum().backward()
        """,
    "numpy_read_only": """
        a = torch.ones(2, requires_grad=True)
        out = a.exp()
        print(out.detach().numpy().sum())
        out.sum().backward()
        """,
    "memory_that_data_no_longer_has": """
        a = torch.ones(3, requires_grad=True)
        w = torch.ones(3)
        before = w.data
        w.data = torch.full((3,), 2.0)
        out = a * w
        before.mul_(3)
        out.sum().backward()
        """,
    "numpy_of_a_copy": """
        a = torch.ones(2, requires_grad=True)
        out = a.exp()
        array = out.detach().numpy().copy()
        array[0] = 5
        out.sum().backward()
        """,
    "batch_norm_running_stats": """
        model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
        model(torch.randn(5, 3)).sum().backward()
        """,
}


KEPT = {
    "result": """
        w = torch.ones(3, requires_grad=True)
        y = w.exp()
        y.data = torch.zeros(3)
        y.sum().backward()
        """,
    "result_of_an_in_place_op": """
        w = torch.ones(3, requires_grad=True)
        y = (w * 2).exp_()
        y.data = torch.zeros(3)
        y.sum().backward()
        """,
    "result_in_a_module": """
        gate = nn.Sequential(nn.Linear(2, 2), nn.Sigmoid())
        y = gate(torch.ones(1, 2))
        y.data = torch.zeros(1, 2)
        y.sum().backward()
        """,
}


@pytest.mark.parametrize("case", KEPT)
def test_result_that_gets_other_data_is_told_no_overwrite(see: See, case: str) -> None:
    """Of its own result a node keeps the memory of that time, so that backward computes with the values that were there."""
    seen = see(program(KEPT[case]))
    assert seen.plain.error is None
    assert [gradient.differs for gradient in seen.recording.gradients if gradient.expected is not None].count(True) == 0
    assert seen.of("silent_overwrite") == []


@pytest.mark.parametrize("case", UNHARMED)
def test_unseen_write_that_spoils_nothing_raises_no_alarm(see: See, case: str) -> None:
    seen = see(program(UNHARMED[case]))
    assert seen.plain.error is None
    assert seen.alarms == []


NORMALIZED_TWICE = """
    norm = nn.BatchNorm1d(3)
    x = torch.randn(4, 3, requires_grad=True)
    loss = norm(x).pow(3).sum()
    norm.weight.data.mul_(2)  #! edit
    (loss + norm(x * 2).sum()).backward()
    """


def test_statistics_that_batch_norm_updates_are_not_blamed_for_a_wrong_gradient(see: See) -> None:
    # In training the backward of batch norm reads the batch's own mean, which it saved besides.
    seen = see(program(NORMALIZED_TWICE))
    (found,) = seen.of("silent_overwrite")
    assert (found.name, found.severity, found.edit_line) == ("norm.weight", "error", seen.line("edit"))


def test_statistics_saved_in_evaluation_and_updated_in_training_spoil_a_gradient(see: See) -> None:
    text = """
        norm = nn.BatchNorm1d(3).eval()
        x = torch.randn(4, 3, requires_grad=True)
        loss = norm(x).pow(3).sum()
        norm.train()
        norm(torch.randn(4, 3))  #! edit
        loss.backward()
        """
    seen = see(program(text))
    assert {(found.severity, found.edit_line) for found in seen.of("silent_overwrite")} == {("error", seen.line("edit"))}


def test_overwrite_with_the_same_values_is_a_note(see: See) -> None:
    seen = see(program(UNHARMED["same_values"]))
    (found,) = seen.of("silent_overwrite")
    assert (found.severity, found.params["outcome"]) == ("note", "unchanged")


SHARED = {
    "memory_set": ("y", "x", "x = torch.ones(2)\ny = torch.zeros(2)\nx.set_(y)\ny.add_(1)  #! edit"),
    "memory_assigned": ("mean", "x", "x = torch.ones(2)\nmean = torch.zeros(2)\nx.data = mean\nmean.add_(1)  #! edit"),
    "memory_lent": (
        "y",
        "x",
        "from torch.utils import dlpack\nx = torch.ones(3)\ny = dlpack.from_dlpack(dlpack.to_dlpack(x))\ny.add_(1)  #! edit",
    ),
    "data_of_a_view": ("a", "v", "v = torch.arange(8.)\na = v[:4]\na.data.copy_(torch.ones(4))  #! edit"),
    "data_with_a_name": ("b", "a", "a = torch.arange(3.)\nb = a.data\nb.zero_()  #! edit"),
    "array_with_a_name": ("b", "a", "a = torch.arange(3.)\nb = a.numpy()\nb /= 2  #! edit"),
    "array_written_by_a_function": (
        "b",
        "a",
        "import numpy\na = torch.arange(3.)\nb = a.detach().numpy()\nnumpy.negative(b, out=b)  #! edit",
    ),
    "overlapping_views": (
        "left",
        "right",
        "left = torch.zeros(6)[:4]\nright = left.as_strided((4,), (1,), 2)\nleft.data.fill_(1)  #! edit",
    ),
}


@pytest.mark.parametrize("case", SHARED)
def test_edit_that_changes_another_name_unseen_is_a_warning(see: See, case: str) -> None:
    through, changed, text = SHARED[case]
    seen = see(program(text))
    found = seen.of("shared_storage_edit")
    assert [(each.severity, each.params["name"], each.params["other"]) for each in found] == [("warning", through, changed)]
    assert found[0].line == found[0].edit_line == seen.line("edit")


APART = {
    "parameters_laid_into_one_tensor": (
        "layer = nn.Linear(2, 2)\nflat = nn.utils.parameters_to_vector(layer.parameters()).detach()\n"
        "nn.utils.vector_to_parameters(flat, layer.parameters())\nflat.add_(1)"
    ),
    "clone": "v = torch.arange(8.)\na = v[:4].clone()\na.data.zero_()",
    "counter_shared": "v = torch.arange(8.)\na = v[:4]\na.zero_()",
    "other_rows": "top, bottom = torch.zeros(4, 2).split(2)\ntop.data.fill_(1)\nprint(bottom)",
    "parameter_by_its_data": "w = torch.ones(3, requires_grad=True)\nvalues = w.data\nvalues.fill_(2)\nw.sum().backward()",
    "one_name_only": "v = torch.zeros(3)\nv.data.fill_(1)",
    "part_of_a_parameter": "layer = nn.Linear(2, 8)\nbias = layer.bias\nbias.data[2:4].fill_(1)\nlayer(torch.ones(1, 2)).sum().backward()",
    "chunks_of_a_parameter": (
        "rnn = nn.GRU(4, 4)\nfor name, p in rnn.named_parameters():\n    if 'weight_hh' in name:\n        for block in p.data.chunk(3):\n"
        "            nn.init.orthogonal_(block)"
    ),
    "columns_of_a_parameter": "layer = nn.Linear(6, 4)\nq, k, v = layer.weight.data.chunk(3, 1)\nq.fill_(1)\nk.fill_(2)\nnn.init.eye_(v)",
    "columns_side_by_side": "left, right = torch.zeros(4, 6).split(3, 1)\nleft.data.fill_(1)\nprint(right)",
    "array_that_a_tensor_took": "import numpy\na = numpy.ones(3)\nx = torch.from_numpy(a)\na += 1\nprint(x)",
}


@pytest.mark.parametrize("case", APART)
def test_edit_that_changes_no_other_name_raises_no_alarm(see: See, case: str) -> None:
    assert see(program(APART[case])).alarms == []


def test_overwrite_is_judged_by_what_the_gradients_are_stated_to_have_been(see: See) -> None:
    seen = see(program(WRONG["data"][1] + "\nout.sum().backward()"))
    (gradient,) = seen.recording.gradients
    for compared, stated, severity, outcome in (
        (False, {"expected": None, "differs": False}, "warning", "unknown"),
        (True, {"expected": None, "differs": False}, "note", "unknown"),
        (True, {"expected": gradient.value, "differs": False}, "note", "unchanged"),
        (True, {"expected": gradient.value, "differs": True}, "error", "wrong"),
    ):
        fingerprint = seen.recording.fingerprint if compared else None
        recording = seen.recording.model_copy(update={"gradients": (gradient.model_copy(update=stated),), "fingerprint": fingerprint})
        (found,) = [each for each in diagnose(seen.code, recording).diagnoses if each.kind == "silent_overwrite"]
        assert (found.severity, found.params["outcome"]) == (severity, outcome)


PRESERVED = """
    w = torch.tensor([1., 2.], requires_grad=True)
    h = w * 1
    y = h * h  #! saved
    with torch.autograd._unsafe_preserve_version_counter(h):
        h.mul_(3)  #! edit
    y.sum().backward()
    """


def test_edit_whose_counter_is_set_back_is_a_silent_overwrite(see: See) -> None:
    seen = see(program(PRESERVED))
    assert seen.plain.error is None
    assert seen.of("version_mismatch") == []
    (found,) = seen.of("silent_overwrite")
    assert (found.severity, found.name) == ("error", "h")
    assert (found.saved_line, found.edit_line) == (seen.line("saved"), seen.line("edit"))


def test_square_that_saved_one_tensor_twice_is_told_once(see: See) -> None:
    seen = see(program("w = torch.ones(2, requires_grad=True)\ny = w * w\nw.data.mul_(10)\ny.sum().backward()"))
    assert [each.severity for each in seen.of("silent_overwrite")] == ["error"]


def test_two_ways_out_with_the_same_corrected_program_are_offered_once(see: See) -> None:
    seen = see(program(WRONG["typed_storage"][1] + "\nout.sum().backward()"))
    assert [fix.kind for fix in seen.diagnoses[0].fixes] == ["clone_alias"]
