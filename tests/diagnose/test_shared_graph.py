"""Two backward passes through one part of a graph, with an optimizer's step between them: for which pass that part is detached."""

from __future__ import annotations

import pytest

from tests.diagnose.case import RunPlainly, See, program

PROGRAMS = {
    "fakes_for_the_discriminator": (
        "loss = D(fake.detach()).mean()",
        """
        G, D = nn.Linear(2, 2), nn.Sequential(nn.Linear(2, 4), nn.Sigmoid(), nn.Linear(4, 1))
        opt = torch.optim.SGD(D.parameters(), lr=0.1)
        fake = G(torch.randn(3, 2)).tanh()
        loss = D(fake).mean()
        loss.backward()
        opt.step()
        D(fake).mean().backward()
        """,
    ),
    "advantage_of_the_critic": (
        "actor_loss = (policy(state) * error.detach()).mean()",
        """
        critic, policy = nn.Linear(2, 1), nn.Linear(2, 1)
        opt = torch.optim.SGD(critic.parameters(), lr=0.1)
        state = torch.randn(3, 2)
        error = 1 - critic(state).tanh()
        error.pow(2).mean().backward()
        opt.step()
        actor_loss = (policy(state) * error).mean()
        actor_loss.backward()
        """,
    ),
    "named_in_a_function": (
        "return (policy(state) * error.detach()).mean()",
        """
        critic, policy = nn.Linear(2, 1), nn.Linear(2, 1)
        opt = torch.optim.SGD(critic.parameters(), lr=0.1)
        state = torch.randn(3, 2)
        error = 1 - critic(state).tanh()
        def actor_loss():
            return (policy(state) * error).mean()
        error.pow(2).mean().backward()
        opt.step()
        actor_loss().backward()
        """,
    ),
    "old_policy_in_a_loop": (
        "loss = (policy(x) - old.detach()).exp().mean()",
        """
        policy = nn.Linear(2, 1)
        opt = torch.optim.SGD(policy.parameters(), lr=0.1)
        x = torch.randn(3, 2)
        old = policy(x).tanh()
        for epoch in range(2):
            loss = (policy(x) - old).exp().mean()
            loss.backward()
            opt.step()
        """,
    ),
}


@pytest.mark.parametrize("case", PROGRAMS)
def test_shared_part_is_detached_for_the_pass_that_is_not_meant_for_it(see: See, run_plainly: RunPlainly, case: str) -> None:
    line, text = PROGRAMS[case]
    seen = see(program(text))
    assert seen.diagnoses[0].kind == "graph_freed"
    (fix,) = [fix for fix in seen.diagnoses[0].fixes if fix.kind == "detach_shared"]
    changed = set((fix.code or "").splitlines()) - set(seen.code.splitlines())
    assert [each.strip() for each in changed] == [line]
    assert run_plainly(fix.code or "").error is None


UNTOUCHED = {
    "nothing_was_edited_between": """
        trunk, a, b = nn.Linear(2, 2), nn.Linear(2, 1), nn.Linear(2, 1)
        h = trunk(torch.randn(3, 2)).sigmoid()
        a(h).mean().backward()
        b(h).mean().backward()
        """,
    "nothing_would_be_left_of_the_second_pass": """
        w = torch.ones(2, requires_grad=True)
        opt = torch.optim.SGD([w], lr=0.1)
        y = w.exp()
        y.sum().backward()
        opt.step()
        (y * 2).sum().backward()
        """,
}


@pytest.mark.parametrize("case", UNTOUCHED)
def test_shared_part_stays_attached(see: See, case: str) -> None:
    seen = see(program(UNTOUCHED[case]))
    assert seen.diagnoses[0].kind == "graph_freed"
    assert "detach_shared" not in {fix.kind for fix in seen.diagnoses[0].fixes}
