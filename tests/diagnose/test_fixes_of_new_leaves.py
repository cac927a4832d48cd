"""A way out of a new leaf runs under plain torch, and the gradient flows through; where none does, none is offered in these words."""

from __future__ import annotations

import pytest

from tests.diagnose.case import RunPlainly, See, program

TRAINED = """
    import numpy as np
    net = nn.Linear(3, 1)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    out = net(torch.ones(2, 3))
    {made}
    loss.sum().backward()
    opt.step()
    assert FIXED is False or net.weight.grad is not None
"""
MENDED = {
    "loss = torch.tensor(out.tolist(), requires_grad=True)": "loss = out",
    "loss = torch.tensor(net(torch.ones(2, 3)).tolist(), requires_grad=True)": "loss = net(torch.ones(2, 3))",
    "loss = torch.tensor(out.detach().numpy(), requires_grad=True)": "loss = out",
    "loss = torch.from_numpy(out.detach().cpu().numpy()).requires_grad_()": "loss = out",
    "loss = torch.tensor(float(out.sum()), requires_grad=True)": "loss = out.sum()",
    "loss = torch.tensor([each.item() for each in out], requires_grad=True)": "loss = torch.stack([each for each in out])",
    "loss = torch.tensor([out[0].item(), out[1].item()], requires_grad=True)": "loss = torch.stack([out[0], out[1]])",
}
LEFT = (
    "loss = torch.tensor(list(map(float, out)), requires_grad=True)",
    "loss = torch.tensor(out.tolist()[0], requires_grad=True)",
    "loss = torch.tensor(np.square(out.detach().numpy()), requires_grad=True)",
    "each = [one.item() for one in out]\n    loss = torch.tensor(np.mean(each), requires_grad=True)",
)


@pytest.mark.parametrize("made", MENDED)
def test_new_leaf_of_numbers_has_a_way_out_that_lets_the_gradient_through(see: See, run_plainly: RunPlainly, made: str) -> None:
    seen = see(program("FIXED = False\n" + TRAINED.format(made=made).replace("\n    ", "\n")))
    fixes = {fix.kind: fix for diagnosis in seen.diagnoses for fix in diagnosis.fixes}
    code = fixes["no_new_leaf"].code or ""
    assert MENDED[made] in code.split("\n")
    assert run_plainly(code.replace("FIXED = False", "FIXED = True")).error is None


@pytest.mark.parametrize("made", LEFT)
def test_new_leaf_whose_numbers_are_made_elsewhere_has_no_such_way_out(see: See, made: str) -> None:
    seen = see(program("FIXED = False\n" + TRAINED.format(made=made).replace("\n    ", "\n")))
    kinds = {fix.kind for diagnosis in seen.diagnoses for fix in diagnosis.fixes}
    assert not {"no_new_leaf", "keep_path"} & kinds


@pytest.mark.parametrize(
    "made",
    [
        "loss = torch.tensor([each.item() for each in losses], requires_grad=True)",
        "loss = torch.tensor(numbers, requires_grad=True).mean()",
        "loss = torch.tensor(sum(numbers), requires_grad=True)",
    ],
)
def test_item_whose_numbers_become_a_new_leaf_later_is_not_offered_to_be_left_out_alone(see: See, made: str) -> None:
    code = program(f"""
        net = nn.Linear(3, 1)
        losses, numbers = [], []
        for round in range(2):
            out = net(torch.ones(2, 3)).mean()
            losses.append(out)
            numbers.append(out.item())
        {made}
        loss.mean().backward()
    """)
    kinds = [fix.kind for diagnosis in see(code).diagnoses for fix in diagnosis.fixes]
    assert "keep_path" not in kinds
