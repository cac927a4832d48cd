"""One hook on many nodes: it comes off, and the hooks of the program stay those of their own node."""

from __future__ import annotations

from threading import Event, Thread
from typing import Any

import pytest
import torch
from torch.autograd import Function

from gradreel.tracer.graph.node_hooks import NodeHooks


def _nodes() -> tuple[torch.Tensor, list[Any]]:
    y = torch.ones(3, requires_grad=True).exp().sin().sum()
    nodes: list[Any] = [y.grad_fn]
    while nodes[-1].next_functions:
        nodes.append(nodes[-1].next_functions[0][0])
    return y, nodes


def test_hook_on_every_node_runs_for_each_and_comes_off() -> None:
    y, nodes = _nodes()
    ran: list[int] = []
    hooks = NodeHooks(lambda _inputs, _outputs: ran.append(1))
    with hooks.adding() as add:
        for node in nodes:
            add(node)
    torch.autograd.backward(y, retain_graph=True)
    assert len(ran) == len(nodes) == 4
    hooks.remove()
    torch.autograd.backward(y)
    assert len(ran) == 4
    assert "_register_hook" not in vars(Function)


def test_two_threads_that_add_hooks_leave_pytorch_as_it_was() -> None:
    entered, leave = Event(), Event()

    def other() -> None:
        with NodeHooks(lambda _inputs, _outputs: None).adding():
            entered.set()
            leave.wait(10)

    thread = Thread(target=other)
    with NodeHooks(lambda _inputs, _outputs: None).adding():
        thread.start()
        entered.wait(0.3)
    leave.set()
    thread.join()
    assert entered.is_set()
    assert "_register_hook" not in vars(Function)


def test_hook_of_the_program_on_a_node_that_had_the_recorders_runs_for_that_node_only() -> None:
    y, nodes = _nodes()
    hooks = NodeHooks(lambda _inputs, _outputs: None)
    with hooks.adding() as add:
        for node in nodes:
            add(node)
    ran: list[str] = []
    during = nodes[1].register_hook(lambda _inputs, _outputs: ran.append("during"))
    hooks.remove()
    nodes[2].register_hook(lambda _inputs, _outputs: ran.append("after"))
    torch.autograd.backward(y, retain_graph=True)
    assert ran == ["during", "after"]
    during.remove()
    torch.autograd.backward(y)
    assert ran == ["during", "after", "after"]


def test_node_with_a_hook_of_the_program_keeps_it_when_the_recorders_comes_off() -> None:
    y, nodes = _nodes()
    ran: list[str] = []
    nodes[1].register_hook(lambda _inputs, _outputs: ran.append("program"))
    hooks = NodeHooks(lambda _inputs, _outputs: ran.append("recorder"))
    with hooks.adding() as add:
        add(nodes[1])
    torch.autograd.backward(y, retain_graph=True)
    assert ran == ["program", "recorder"]
    hooks.remove()
    torch.autograd.backward(y)
    assert ran == ["program", "recorder", "program"]


def test_failure_while_hooks_are_added_leaves_pytorch_as_it_was() -> None:
    hooks = NodeHooks(lambda _inputs, _outputs: None)
    with pytest.raises(AttributeError), hooks.adding() as add:
        add(None)  # type: ignore[arg-type]
    assert "_register_hook" not in vars(Function)
