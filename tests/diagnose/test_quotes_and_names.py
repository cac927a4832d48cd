"""What sentences call the tensors that objects and containers hold, and how they quote lines of code."""

from __future__ import annotations

import pytest

from gradreel.diagnose.lookup.source import SHOWN_CHARS, Source
from gradreel.trace import OpEvent
from tests.diagnose.case import See, program

HEAD = "from collections import deque, OrderedDict\nfrom dataclasses import dataclass\nfrom typing import NamedTuple\n"
LEAF = "torch.ones(2, requires_grad=True)"
CLASS = "class Net:\n    def __init__(self):\n        "
HOLDERS = {
    "plain_class": ("net.w", f"{CLASS}self.w = {LEAF}\nnet = Net()\nnet.w.add_(1)"),
    "list_in_a_plain_class": ("net.ws[1]", f"{CLASS}self.ws = [1, {LEAF}]\nnet = Net()\nnet.ws[1].add_(1)"),
    "slots": ("nets[0].w", f"class Net:\n    __slots__ = ('w',)\nnet = Net()\nnet.w = {LEAF}\nnets = [net]\nnets[0].w.add_(1)"),
    "dataclass": ("net.w", f"@dataclass\nclass Net:\n    w: torch.Tensor\nnet = Net({LEAF})\nnet.w.add_(1)"),
    "named_tuple": ("nets[0].w", f"class Net(NamedTuple):\n    w: torch.Tensor\nnets = [Net({LEAF})]\nnets[0].w.add_(1)"),
    "nested_list": ("nets[1][0]", f"nets = [[{LEAF}] for _ in range(2)]\nnets[1][0].add_(1)"),
    "dict_in_a_dict": ("nets['a']['w']", f"nets = {{'a': {{'w': {LEAF}}}}}\nnets[\"a\"][\"w\"].add_(1)"),
    "ordered_dict": ("nets['w']", f"nets = OrderedDict(w={LEAF})\nnets['w'].add_(1)"),
    "deque": ("nets[0]", f"nets = deque([{LEAF}])\nnets[0].add_(1)"),
    "dict_of_modules": ("nets['a'].weight", "nets = {'a': nn.Linear(2, 2)}\nnets['a'].weight.add_(1)"),
    "module_in_a_plain_class": ("net.fc.weight", f"{CLASS}self.fc = nn.Linear(2, 2)\nnet = Net()\nnet.fc.weight.add_(1)"),
    "parameters_put_into_a_module": (
        "net.ws.0",
        f"net = nn.Module()\nnet.ws = nn.ParameterList([nn.Parameter({LEAF})])\nnet.ws[0].add_(1)",
    ),
    "layer_put_into_a_module": ("net.head.weight", "net = nn.Module()\nnet.head = nn.Linear(2, 2)\nnet.head.weight.add_(1)"),
    "layers_appended": ("nets.0.weight", "nets = nn.ModuleList()\nnets.append(nn.Linear(2, 2))\nnets[0].weight.add_(1)"),
}


@pytest.mark.parametrize("case", HOLDERS)
def test_tensor_that_something_holds_is_named_by_the_way_to_it(see: See, case: str) -> None:
    name, text = HOLDERS[case]
    (found,) = see(program(HEAD + text)).of("leaf_in_place")
    assert found.name == name


def test_object_in_a_method_is_named_as_the_program_outside_names_it(see: See) -> None:
    seen = see(
        program("""
        class Memory:
            def __init__(self, w):
                self.h = w * 1
            def write(self):
                self.h[0] = 5.0  #! edit
        memory = Memory(torch.ones(3, requires_grad=True))
        loss = (memory.h ** 2).sum()
        memory.write()
        loss.backward()
        """)
    )
    (found,) = seen.of("version_mismatch")
    assert (found.name, found.edit_line) == ("memory.h", seen.line("edit"))


def test_part_of_a_model_is_named_after_the_model_not_after_its_constructor(see: See) -> None:
    seen = see(
        program("""
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.layers = nn.ModuleList()
                for _ in range(2):
                    self.layers.append(nn.Linear(2, 2))
            def forward(self, x):
                for layer in self.layers:
                    x = layer(x)
                return x * 1
        net = Net()
        net(torch.ones(1, 2)).sum().backward()
        net.layers[1].weight.mul_(2)
        """)
    )
    (found,) = seen.of("leaf_in_place")
    assert found.name == "net.layers.1.weight"
    assert [op.module for op in seen.recording.events if isinstance(op, OpEvent) and op.name == "mul"] == ["net"]


QUOTES = {
    "call_over_several_lines": ("h.clamp_(min=0, max=1)", "h.clamp_(\n    min=0,  # not below\n    max=1,\n)\n", 1),
    "argument_of_such_a_call": ("h.mul_(2)", "out = torch.cat([\n    h.mul_(2),\n    h,\n])\n", 2),
    "backslash": ("y = a + b", "y = a + \\\n    b\n", 1),
    "head_of_a_loop": ("for x in zip(a, b):", "for x in zip(\n    a,\n    b,\n):\n    x.add_(1)\n", 1),
    "one_line": ("x += 1", "x += 1  # more\n", 1),
    "hash_in_a_string": ('x["#a"] += f(', 'x["#a"] += f(  # more\n    b"""#\n""")\n', 1),
    "nothing_but_a_comment": ("# more", "# more\n", 1),
    "link_of_a_chain": (".relu_()", "y = (x\n     .relu_()\n     .sum())\n", 2),
    "two_statements": ("x = 1; y = foo(", "x = 1; y = foo(\n    2)\n", 1),
    "text_of_several_lines": ('y = foo(x, """a', 'y = foo(x, """a\nb""")\n', 1),
}


@pytest.mark.parametrize("case", QUOTES)
def test_quoted_line_is_whole(case: str) -> None:
    quoted, text, line = QUOTES[case]
    assert Source(text).line(line) == quoted


def test_result_that_a_call_on_its_line_edits_is_named_as_the_line_names_it(see: See) -> None:
    seen = see(
        program("""
        def scale_(x):
            return x.mul_(2)
        x = torch.ones(2, requires_grad=True)
        h = scale_(x.exp())
        h.sum().backward()
        """)
    )
    (found,) = seen.of("version_mismatch")
    assert (found.name, found.params["other"]) == ("h", "x")


def test_long_line_is_cut_with_an_ellipsis() -> None:
    quoted = Source("x = foo(\n    " + "1, " * 100 + "\n)\n").line(1)
    assert len(quoted) == SHOWN_CHARS
    assert quoted.startswith("x = foo(1, 1,")
    assert quoted.endswith("…")


LONG = {
    "chain": "h = h" + "".join(f".add_({number})" for number in range(400)),
    "list": "h[:] = torch.tensor([1., 2.]); t = [" + "0, " * 15_000 + "]",
    "brackets": "h.mul_(" + "(" * 90 + "2" + ")" * 90 + ")",
    "sum": "h.add_(" + " + ".join(["1"] * 800) + ")",
    "call_over_many_lines": "h.add_(sum([\n" + "    1,\n" * 2_000 + "]))",
}


@pytest.mark.parametrize("case", LONG)
def test_edit_in_a_very_long_statement_is_diagnosed(see: See, case: str) -> None:
    head = "w = torch.ones(2, requires_grad=True)\nh = w * 1\ny = h * h\n"
    seen = see(program(f"{head}{LONG[case]}\ny.sum().backward()"))
    assert seen.plain.error is not None
    (found,) = seen.of("version_mismatch")
    assert (found.edit_line, found.raised) == (6, True)


def test_layer_that_saved_is_part_of_the_sentence_where_it_is_one_of_a_model(see: See) -> None:
    edited = """
        block = nn.Sequential(nn.Linear(2, 2), nn.Sequential(nn.Sigmoid(), nn.Identity()))
        alone = nn.Sigmoid()
        y = {}(torch.ones(1, 2, requires_grad=True))
        y.mul_(2)
        y.sum().backward()
        """
    (inside,) = see(program(edited.format("block"))).of("version_mismatch")
    assert "SigmoidBackward0 in block.1.0 on line" in inside.message
    (outside,) = see(program(edited.format("alone"))).of("version_mismatch")
    assert "SigmoidBackward0 on line" in outside.message
