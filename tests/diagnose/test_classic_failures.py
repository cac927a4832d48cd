"""Checks the failures that people most often ask about: what is diagnosed first, and that the corrected snippets pass under plain torch."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.diagnose.case import RunPlainly, See, program

# Each: the first diagnosis, the fixes that come with code, program.
CLASSIC = {
    "critic_stepped_before_the_maker": (
        "version_mismatch",
        ["step_after_backward", "forward_after_step", "forward_again"],
        """
        G, D = nn.Linear(2, 2), nn.Linear(2, 1)
        og, od = torch.optim.Adam(G.parameters()), torch.optim.Adam(D.parameters())
        fake = G(torch.randn(4, 2))
        g_loss = -D(fake).mean()
        d_loss = D(fake.detach()).mean() - D(torch.randn(4, 2)).mean()
        d_loss.backward()
        od.step()
        og.zero_grad()
        g_loss.backward()
        """,
    ),
    "state_carried_over_with_retained_graph": (
        "version_mismatch",
        ["fresh_graph"],
        """
        cell = nn.LSTMCell(2, 3)
        opt = torch.optim.SGD(cell.parameters(), lr=0.1)
        h, c = torch.zeros(1, 3), torch.zeros(1, 3)
        for t in range(3):
            h, c = cell(torch.ones(1, 2), (h, c))
            loss = h.sum()
            opt.zero_grad()
            loss.backward(retain_graph=True)
            opt.step()
        """,
    ),
    "state_carried_over": (
        "graph_freed",
        ["fresh_graph"],
        """
        cell = nn.LSTMCell(2, 3)
        opt = torch.optim.SGD(cell.parameters(), lr=0.1)
        h, c = torch.zeros(1, 3), torch.zeros(1, 3)
        for t in range(3):
            h, c = cell(torch.ones(1, 2), (h, c))
            loss = h.sum()
            opt.zero_grad()
            loss.backward()
            opt.step()
        """,
    ),
    "normalised_by_its_own_norm": (
        "version_mismatch",
        ["out_of_place"],
        """
        w = torch.ones(3, requires_grad=True)
        x = w * 2
        x /= x.norm()
        x.sum().backward()
        """,
    ),
    "masked_after_softmax": (
        "version_mismatch",
        ["edit_a_clone", "clone_result"],
        """
        s = torch.randn(2, 3, requires_grad=True)
        a = s.softmax(-1)
        a[a < 0.2] = 0
        (a * torch.arange(3.)).sum().backward()
        """,
    ),
    "relu_in_place_after_tanh": (
        "version_mismatch",
        ["inplace_off", "clone_result"],
        """
        lin = nn.Linear(3, 3)
        x = torch.tanh(lin(torch.ones(1, 3)))
        y = F.relu(x, inplace=True)
        y.sum().backward()
        """,
    ),
    "dropout_in_place_after_exp": (
        "version_mismatch",
        ["inplace_off", "clone_result"],
        """
        lin = nn.Linear(3, 3)
        x = lin(torch.ones(1, 3)).exp()
        x = F.dropout(x, 0.5, inplace=True)
        x.sum().backward()
        """,
    ),
    "residual_added_after_sigmoid": (
        "version_mismatch",
        ["out_of_place", "edit_a_clone", "save_clones"],
        """
        lin = nn.Linear(3, 3)
        x = torch.sigmoid(lin(torch.ones(1, 3)))
        out = lin(x)
        x += out
        x.sum().backward()
        """,
    ),
    "buffer_read_in_every_round": (
        "version_mismatch",
        ["edit_a_clone", "save_a_clone"],
        """
        w = torch.ones(3, requires_grad=True)
        buf = torch.zeros(2, 3)
        losses = []
        for i in range(2):
            buf[i] = w * (i + 1)
            losses.append((buf ** 2).sum())
        sum(losses).backward()
        """,
    ),
    "buffer_of_a_module": (
        "version_mismatch",
        ["out_of_place", "edit_a_clone", "save_a_clone"],
        """
        class M(nn.Module):
            def __init__(self):
                super().__init__()
                self.w = nn.Parameter(torch.ones(3))
                self.register_buffer("mem", torch.zeros(3))
            def forward(self, x):
                out = self.w * self.mem
                self.mem += x
                return out.sum()
        m = M()
        l = m(torch.ones(3)) + m(torch.ones(3))
        l.backward()
        """,
    ),
    "weight_clamped_before_backward": (
        "version_mismatch",
        ["edit_after_backward"],
        """
        w = torch.ones(3, requires_grad=True)
        loss = (w ** 2).sum()
        with torch.no_grad():
            w.clamp_(-0.5, 0.5)
        loss.backward()
        """,
    ),
    "power_iteration": (
        "version_mismatch",
        ["edit_a_clone", "save_a_clone"],
        """
        w = torch.randn(3, 3, requires_grad=True)
        u = torch.randn(3)
        v = w @ u
        loss = v.pow(2).sum()
        u.copy_(v.detach())
        loss.backward()
        """,
    ),
    "element_of_a_weight": (
        "leaf_in_place",
        ["no_grad"],
        """
        m = nn.Linear(2,2)
        m.weight[0] = 1.0
        """,
    ),
    "parameters_updated_by_hand": (
        "leaf_in_place",
        ["no_grad"],
        """
        m = nn.Linear(2,2)
        m(torch.ones(1,2)).sum().backward()
        for p in m.parameters():
            p -= 0.1 * p.grad
        """,
    ),
    "computed_in_numpy": (
        "no_grad_path",
        [],
        """
        w = torch.ones(2, requires_grad=True)
        import numpy as np
        h = torch.from_numpy(np.exp(w.detach().numpy()))
        h.sum().backward()
        """,
    ),
    "losses_summed_as_numbers": (
        "no_grad_path",
        [],
        """
        w = torch.tensor(2., requires_grad=True)
        total = 0
        for i in range(3):
            total += (w * i).item()
        loss = torch.tensor(total)
        loss.backward()
        """,
    ),
}


@pytest.mark.parametrize("case", CLASSIC)
def test_classic_failure_is_diagnosed_first_and_its_fixes_pass(see: See, run_plainly: RunPlainly, case: str) -> None:
    kind, kinds, text = CLASSIC[case]
    seen = see(program("import torch.nn.functional as F\n" + dedent(text)))
    first = seen.diagnoses[0]
    assert (first.kind, first.severity, first.raised, first.raise_line) == (kind, "error", True, seen.plain.line)
    fixes = [fix for fix in first.fixes if fix.code]
    assert [fix.kind for fix in fixes] == kinds
    assert [run_plainly(fix.code or "").error for fix in fixes] == [None] * len(kinds)
    assert {kind for kind, _ in seen.alarms} == {first.kind}
