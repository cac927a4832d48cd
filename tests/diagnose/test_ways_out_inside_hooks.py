"""Ways out where a name cannot be given another tensor, or nobody would see it: tuples, arguments of hooks, modules that edit inside."""

from __future__ import annotations

import pytest

from tests.diagnose.case import Judged, See, Seen, program

IN_PRE_HOOK = """
    def hook(module, args):
        args[0].mul_(2)  #! edit
    net = nn.Sequential(nn.Linear(3, 3), nn.Sigmoid(), nn.Linear(3, 1))
    net[2].register_forward_pre_hook(hook)
    net(torch.ones(2, 3)).sum().backward()
"""
IN_PRE_HOOK_OF_NAMED = """
    def hook(module, args):
        args[0].mul_(2)
    w = torch.ones(3, requires_grad=True)
    net = nn.Linear(3, 1)
    net.register_forward_pre_hook(hook)
    h = w.exp()
    net(h).sum().backward()
"""
IN_HOOK_TWICE = """
    def hook(module, args, output):
        output.mul_(2)
        output.add_(1)
    w = torch.ones(3, requires_grad=True)
    net = nn.Sigmoid()
    net.register_forward_hook(hook)
    y = w.exp()
    z = net(y)
    z.sum().backward()
"""
INSIDE_MODULE = """
    net = nn.Sequential(nn.Linear(3, 3), nn.Sigmoid(), nn.ReLU(inplace=True))
    z = net(torch.ones(2, 3))
    z.sum().backward()
"""
IN_TUPLE = """
    w = torch.ones(4, requires_grad=True)
    outs = (w.sigmoid(), w.exp())
    outs[1].mul_(2)
    (outs[0] + outs[1]).sum().backward()
"""
IN_RESULT_OF_LSTM = """
    net = nn.LSTM(3, 3)
    out = net(torch.ones(2, 1, 3))
    out[0].tanh_()
    out[0].mul_(2)
    out[0].sum().backward()
"""
IN_NAMEDTUPLE = """
    from collections import namedtuple
    Pair = namedtuple("Pair", "left right")
    w = torch.ones(4, requires_grad=True)
    pair = Pair(w.exp(), w.sigmoid())
    pair.left.mul_(2)
    (pair.left + pair.right).sum().backward()
"""
IN_LIST = IN_TUPLE.replace("(w.sigmoid(), w.exp())", "[w.sigmoid(), w.exp()]")


def offered(seen: Seen) -> list[str]:
    return [fix.kind for found in seen.of("version_mismatch") for fix in found.fixes]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (IN_PRE_HOOK, []),
        (IN_PRE_HOOK_OF_NAMED, ["clone_result"]),
        (IN_HOOK_TWICE, []),
        (INSIDE_MODULE, ["inplace_off"]),
        (IN_TUPLE, ["out_of_place"]),
        (IN_RESULT_OF_LSTM, ["out_of_place", "out_of_place"]),
        (IN_NAMEDTUPLE, []),
        (IN_LIST, ["out_of_place", "edit_a_clone"]),
    ],
    ids=["pre_hook", "pre_hook_of_named", "hook_twice", "inside_module", "tuple", "lstm", "namedtuple", "list"],
)
def test_edit_of_what_a_tuple_or_a_caller_holds_is_offered_only_what_works(see: See, judged: Judged, text: str, kinds: list[str]) -> None:
    code = program(text)
    seen = see(code)
    assert seen.plain.exception == "RuntimeError"
    assert offered(seen) == kinds
    for found in seen.of("version_mismatch"):
        assert [judged(code, fix) for fix in found.fixes] == ["works"] * len(found.fixes)


def test_new_tensor_in_a_tuple_is_put_into_a_new_tuple(see: See) -> None:
    (found,) = see(program(IN_TUPLE)).of("version_mismatch")
    assert "outs = (*outs[:1], outs[1].mul(2), *outs[2:])" in found.fixes[0].message
