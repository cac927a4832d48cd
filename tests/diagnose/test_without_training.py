"""What a program that takes no step leaves without a gradient is a note; a buffer is told as one; a NaN in a traceback has no edit."""

from __future__ import annotations

import pytest

from gradreel.reading import read
from tests.diagnose.case import See, program

UNUSED = """
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = nn.Linear(2, 2), nn.Linear(2, 2)

        def forward(self, x):
            return self.a(x)

    net = Net()
    {optimizer}
    net(torch.ones(1, 2)).sum().backward()
    {step}
"""
STEPPED = ("opt = torch.optim.SGD(net.parameters(), lr=0.1)", "opt.step()")
BY_HAND = ("lr = 0.1", "net.a.weight.data -= lr * net.a.weight.grad")


@pytest.mark.parametrize(
    ("optimizer", "step", "severity"),
    [(*STEPPED, "warning"), (*BY_HAND, "warning"), (STEPPED[0], "pass", "note"), ("pass", "print(net.b)", "note")],
)
def test_parameter_without_a_gradient_is_a_warning_only_where_a_step_would_have_moved_it(
    see: See, optimizer: str, step: str, severity: str
) -> None:
    (told,) = see(program(UNUSED.format(optimizer=optimizer, step=step))).of("unused_parameter")
    assert (told.severity, told.names) == (severity, ("net.b.weight", "net.b.bias"))


BUFFER = """
    class Scaled(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(2, 2)
            {made}

        def forward(self, x):
            return self.layer(x) * self.scale

    net = Scaled()
    opt = torch.optim.SGD({given}, lr=0.1)
    net.scale.requires_grad_()
    for _ in range(2):
        opt.zero_grad()
        net(torch.ones(1, 2)).sum().backward()
        opt.step()
"""


def test_buffer_that_requires_grad_is_told_as_a_buffer(see: See) -> None:
    made = "self.register_buffer('scale', torch.ones(2))"
    (told,) = see(program(BUFFER.format(made=made, given="net.parameters()"))).of("not_optimized")
    assert (told.severity, told.names, told.fixes) == ("note", ("net.scale",), ())
    assert "It is a buffer" in told.message
    made = "self.scale = nn.Parameter(torch.ones(2))"
    (told,) = see(program(BUFFER.format(made=made, given="net.layer.parameters()"))).of("not_optimized")
    assert "buffer" not in told.message


ANOMALY = """UserWarning: Error detected in {node}. Traceback of forward call that caused the error:
  File "train.py", line 12, in <module>
    loss = model(x).pow(0.5).mean()
Traceback (most recent call last):
  File "train.py", line 14, in <module>
    loss.backward()
RuntimeError: {message}
"""
NAN = "Function 'PowBackward0' returned nan values in its 0th output."
STALE = (
    "one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [3]], which is "
    "output 0 of AddBackward0, is at version 1; expected version 0 instead."
)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_forward_line_of_a_nan_says_nothing_of_an_edit(lang: str) -> None:
    edit = {"en": "The edit comes after", "zh": "修改发生在那之后"}[lang]
    told = "".join(read(ANOMALY.format(node="PowBackward0", message=NAN), lang=lang).facts)  # type: ignore[arg-type]
    assert "12" in told
    assert edit not in told
    assert edit in "".join(read(ANOMALY.format(node="PowBackward0", message=STALE), lang=lang).facts)  # type: ignore[arg-type]
