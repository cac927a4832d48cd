"""One statement that edits is one cause: in every round of a loop, whatever it edits there."""

from __future__ import annotations

from tests.diagnose.case import See, program

DATA_LOOP = """
    a, b, c = (torch.ones(2, requires_grad=True) for _ in range(3))
    x = a * b
    y = b * c
    z = c * a
    loss = (x * y * z).sum()
    for p in (a, b, c):
        p.data.add_(1)  #! edit
    loss.backward()
"""

UNLIKE_ROUNDS = """
    w = torch.ones(2, requires_grad=True)
    first = w * 2
    second = w * 3
    total = first.pow(2).sum() + second.exp().sum()
    for h in (first, second):
        h.add_(1)  #! edit
    total = total + second.sin().sum()
    total.backward()
"""


def test_loop_over_parameters_that_edits_their_data_is_one_diagnosis_of_every_save(see: See) -> None:
    seen = see(program(DATA_LOOP))
    (found,) = seen.of("silent_overwrite")
    assert (found.severity, found.edit_line) == ("error", seen.line("edit"))
    saved = {each.id: each for each in seen.recording.saved}
    told = {saved[id_].tensor for id_ in (found.saved or "", *found.others)}
    named = {name: tensor.id for tensor in seen.recording.tensors for name in tensor.names}
    assert told == {named["a"], named["b"], named["c"]}
    assert {saved[id_].line for id_ in (found.saved or "", *found.others)} == {4, 5, 6}


def test_rounds_that_make_stale_what_different_lines_saved_are_one_diagnosis_with_the_ways_out_of_each(see: See) -> None:
    seen = see(program(UNLIKE_ROUNDS))
    assert seen.plain.error is not None
    assert len([each for each in seen.diagnoses if each.edit_line == seen.line("edit")]) == 1
