"""What was used while gradients were switched off names the line that did it."""

from __future__ import annotations

import pytest

from tests.diagnose.case import See, program

NET = "net = nn.Linear(2, 1)\n"
CASES = {
    "bare call": "torch.set_grad_enabled(False)  #! off\nout = net(torch.ones(1, 2))",
    "bare call inside a function": "def test():\n    torch.set_grad_enabled(False)  #! off\n    net(torch.ones(1, 2))\ntest()\n"
    "out = net(torch.ones(1, 2))",
    "decorator": "@torch.no_grad()  #! off\ndef run(x):\n    return net(x)\nout = run(torch.ones(1, 2))",
    "decorator without a call": "@torch.no_grad  #! off\ndef run(x):\n    return net(x)\nout = run(torch.ones(1, 2))",
    "block of a caller": "def run(x):\n    return net(x)\nwith torch.no_grad():  #! off\n    out = run(torch.ones(1, 2))",
    "block": "with torch.inference_mode():  #! off\n    out = net(torch.ones(1, 2))",
    "block of a flag": "train = False\nwith torch.set_grad_enabled(train):  #! off\n    out = net(torch.ones(1, 2))",
    "innermost block": "with torch.no_grad():\n    with torch.enable_grad():\n        with torch.no_grad():  #! off\n"
    "            out = net(torch.ones(1, 2))",
    "bare call in a block": "with torch.enable_grad():\n    torch.set_grad_enabled(False)  #! off\n    out = net(torch.ones(1, 2))",
    "block after a bare call": "torch.set_grad_enabled(True)\nwith torch.no_grad():  #! off\n    out = net(torch.ones(1, 2))",
}


@pytest.mark.parametrize("code", CASES.values(), ids=CASES)
def test_line_that_switched_gradients_off_is_named(see: See, code: str) -> None:
    seen = see(program(f"{NET}{code}\nout.sum().backward()"))
    (told,) = seen.of("no_grad_path")
    assert told.params["off_line"] == seen.line("off")
    assert f"switched off by line {seen.line('off')}" in told.message


def test_switch_that_the_program_does_not_show_is_not_named(see: See) -> None:
    code = f"{NET}mode = torch.no_grad()\nmode.__enter__()\nout = net(torch.ones(1, 2))\nout.sum().backward()"
    (told,) = see(program(code)).of("no_grad_path")
    assert told.params["off_line"] is None
    assert "while gradients were switched off." in told.message
