"""Loops that go backward through what an earlier round has used up: what is told of them, and fixes that run."""

from __future__ import annotations

import pytest

from tests.diagnose.case import RunPlainly, See, program

PROGRAMS = {
    "state_given_to_the_next_round_after_backward": (
        "fresh_graph",
        "h = after; h = h.detach()",
        "",
        """
        rnn = nn.RNN(1, 1)
        opt = torch.optim.SGD(rnn.parameters(), lr=0.1)
        h = torch.zeros(1, 1)
        for x in torch.ones(3, 1, 1):
            y, after = rnn(x, h)
            opt.zero_grad(); y.sum().backward(retain_graph=True); opt.step()
            h = after; print(y)
        """,
    ),
    "state_given_on_a_line_of_its_own": (
        "fresh_graph",
        "    h = after\n    h = h.detach()",
        "h",
        """
        cell = nn.Linear(2, 2)
        h = torch.zeros(2)
        for _ in range(3):
            after = cell(h).tanh()
            after.sum().backward()
            h = after
        """,
    ),
    "loss_that_is_added_to": (
        "fresh_graph",
        "    loss.backward()\n    loss = loss.detach()",
        "loss",
        """
        net = nn.Linear(3, 1)
        loss = torch.tensor(0.0)
        for _ in range(3):
            loss += net(torch.randn(4, 3)).pow(2).mean()
            loss.backward()
        """,
    ),
    "state_of_one_of_two_modules_on_a_crowded_line": (
        "fresh_graph",
        "loss.backward(); cell.h = cell.h.detach(); opt.step()",
        "cell.h",
        """
        class Cell(nn.Module):
            def __init__(self):
                super().__init__()
                self.f, self.h = nn.Linear(2, 2), torch.zeros(1, 2)
            def forward(self, x):
                self.h = torch.tanh(self.f(x + self.h))
                return self.h
        cell, head = Cell(), nn.Linear(2, 1)
        opt = torch.optim.SGD(cell.parameters(), lr=0.1)
        for _ in range(3):
            loss = head(cell(torch.ones(1, 2))).sum(); opt.zero_grad(); loss.backward(); opt.step()
        """,
    ),
    "losses_in_a_list_of_an_object": (
        "empty_list",
        "self.losses.clear()",
        "self.losses",
        """
        class Trainer:
            def __init__(self):
                self.net, self.losses = nn.Linear(2, 1), []
            def step(self):
                self.losses.append(self.net(torch.ones(1, 2)).pow(2).sum())
                torch.stack(self.losses).sum().backward()
        trainer = Trainer()
        for _ in range(3):
            trainer.step()
        """,
    ),
}


@pytest.mark.parametrize("case", PROGRAMS)
def test_what_an_earlier_round_left_is_detached_or_emptied(see: See, run_plainly: RunPlainly, case: str) -> None:
    kind, expected, held, text = PROGRAMS[case]
    seen = see(program(text))
    assert seen.plain.error is not None
    lead = seen.diagnoses[0]
    fixes = {fix.kind: fix for fix in lead.fixes}
    assert fixes[kind].code is not None, [fix.message for fix in lead.fixes]
    assert expected in (fixes[kind].code or "")
    assert run_plainly(fixes[kind].code or "").error is None
    assert lead.params.get("carried", "") == held


def test_list_of_states_that_are_named_elsewhere_is_not_emptied(see: See) -> None:
    """Emptying the list would not help: the next round goes on from the state itself."""
    seen = see(
        program("""
        cell, states = nn.Linear(2, 2), []
        h = torch.zeros(2)
        for _ in range(2):
            h = cell(h).tanh()
            states.append(h)
            torch.stack(states).sum().backward()
        """)
    )
    (found,) = seen.of("graph_freed")
    assert "empty_list" not in {fix.kind for fix in found.fixes}
