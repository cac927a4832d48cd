"""What the texts of the lessons say of PyTorch, each claim done by plain PyTorch."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence

import pytest
import torch
from torch.autograd import backward

from app.lessons.path import LESSONS

VERSION = "modified by an inplace operation"


def leaf(*elements: float) -> torch.Tensor:
    return torch.tensor([float(element) for element in elements], requires_grad=True)


def saved_by(operation: Callable[[], torch.Tensor]) -> list[torch.Tensor]:
    """What an operation saves."""
    saved: list[torch.Tensor] = []

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        saved.append(tensor)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        operation()
    return saved


def shares(a: torch.Tensor, b: torch.Tensor) -> bool:
    return a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()


def leaves_hold_the_gradients_and_results_pass_them_on() -> None:
    w = leaf(1, 2)
    h, kept = w * 3, w * 3
    kept.retain_grad()
    assert w.is_leaf
    assert w.grad_fn is None
    assert not h.is_leaf
    assert h.grad_fn is not None
    backward((h * h + kept).sum())
    assert w.grad is not None
    assert kept.grad is not None
    with pytest.warns(UserWarning, match="not a leaf"):
        assert h.grad is None


def backward_adds_to_grad() -> None:
    w = leaf(2)
    for times in (1, 2, 3):
        backward((w**2).sum())
        assert w.grad is not None
        assert w.grad.tolist() == [4.0 * times]


def edit_of_a_leaf_is_refused_at_once_and_allowed_without_grad() -> None:
    w = leaf(1, 2)
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        w.fill_(0.5)
    assert w.tolist() == [1, 2]
    with torch.no_grad():
        w.fill_(0.5)
    assert w.is_leaf
    backward((w * 2).sum())
    assert w.grad is not None
    # Where there is nothing to refuse, the edited tensor is the result of an operation afterwards.
    plain = torch.zeros(2)
    plain.add_(w)
    assert not plain.is_leaf


def nodes_compare_the_version_of_what_they_saved() -> None:
    w, m = leaf(0, 1), torch.ones(2, 2, requires_grad=True)
    assert sum(shares(saved, w) or shares(saved, m) for saved in saved_by(lambda: m.matmul(w))) == 2
    y = w.exp()
    assert (y._version, y.add_(1)._version) == (0, 1)
    with pytest.raises(RuntimeError, match=f"{VERSION}.*is at version 1; expected version 0"):
        backward(y.sum())


def operations_save_their_result_their_input_or_nothing() -> None:
    x = leaf(1, 2)
    made: list[torch.Tensor] = []

    def keep(operation: Callable[[], torch.Tensor]) -> Callable[[], torch.Tensor]:
        def run() -> torch.Tensor:
            made.append(operation())
            return made[-1]

        return run

    (result,) = saved_by(keep(x.exp))
    assert shares(result, made[-1])
    assert saved_by(lambda: x + 1) == []
    (given,) = saved_by(keep(x.log))
    assert shares(given, x)
    assert not shares(given, made[-1])
    for harmless in (x + 1, x.log()):
        backward(harmless.mul_(2).sum())
    with pytest.raises(RuntimeError, match=VERSION):
        backward(x.exp().mul_(2).sum())


def data_and_detach_share_memory_and_differ_in_the_counter() -> None:
    a = leaf(1, 2)
    cuts: tuple[Callable[[torch.Tensor], torch.Tensor], ...] = (lambda out: out.data, torch.Tensor.detach)
    for cut in cuts:
        out = a.sigmoid()
        c = cut(out)
        assert c.grad_fn is None
        assert shares(c, out)
    out = a.sigmoid()
    out.detach().zero_()
    assert out._version == 1
    with pytest.raises(RuntimeError, match=VERSION):
        backward(out.sum())
    out = a.sigmoid()
    out.data.zero_()
    assert out._version == 0
    backward(out.sum())
    assert a.grad is not None
    assert a.grad.tolist() == [0, 0]


def view_has_the_memory_and_the_counter_of_its_base() -> None:
    base = torch.zeros(2, 2)
    row, other = base[0], base[:, 0]
    assert shares(row, base)
    row.add_(1)
    assert base.tolist() == [[1, 1], [0, 0]]
    assert other.tolist() == [1, 0]
    assert (base._version, row._version, other._version) == (1, 1, 1)


def edit_of_a_slice_is_recorded_and_one_of_several_views_is_refused() -> None:
    w = leaf(1, 1, 1, 1)
    h = w * 1
    h[:2].mul_(10)
    backward(h.sum())
    assert w.grad is not None
    assert w.grad.tolist() == [10, 10, 1, 1]
    calls: tuple[Callable[[torch.Tensor], Sequence[torch.Tensor]], ...] = (
        lambda h: h.split(2),  # type: ignore[no-untyped-call]
        lambda h: h.chunk(2),
        lambda h: h.unbind(0),
    )
    for views in calls:
        with pytest.raises(RuntimeError, match="returns multiple views"):
            views(w * 1)[0].mul_(10)


def second_pass_finds_what_was_saved_only_where_the_graph_was_kept() -> None:
    w = leaf(0, 1)
    loss = w.exp().sum()
    backward(loss)
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        backward(loss)
    kept = w.exp().sum()
    backward(kept, retain_graph=True)
    backward(kept)
    w.grad = None
    trunk = w.exp()
    backward(trunk.sum() + (trunk * 10).sum())
    assert w.grad is not None
    assert torch.allclose(w.grad, 11 * w.detach().exp())


def optimizer_edits_weights_that_nodes_have_saved() -> None:
    w1, w2 = leaf(2), leaf(3)
    optimizer = torch.optim.SGD([w1, w2], lr=0.1)
    h = w1 * w2
    first, second = (h * h).sum(), (h * 2).sum()
    assert any(shares(w1, saved) for saved in saved_by(lambda: w1 * w2))
    backward(first, retain_graph=True)
    version = w1._version
    optimizer.step()
    assert w1._version > version
    with pytest.raises(RuntimeError, match=VERSION):
        backward(second)


def cut_factor_is_a_constant_and_its_part_is_missing() -> None:
    for cut in (torch.Tensor.item, torch.Tensor.detach, torch.Tensor.tolist, without_grad):
        w = torch.tensor(3.0, requires_grad=True)
        backward(w * cut(w))
        assert w.grad is not None
        assert w.grad.item() == 3
    with pytest.raises(RuntimeError, match="numpy"):
        leaf(1).numpy()
    assert leaf(1).detach().numpy().tolist() == [1]
    alone = torch.tensor(torch.tensor(3.0, requires_grad=True).item()) * 2
    with pytest.raises(RuntimeError, match="does not require grad"):
        backward(alone)


def without_grad(w: torch.Tensor) -> torch.Tensor:
    with torch.no_grad():
        return w * 1


def tensor_of_tensors_is_a_new_leaf_and_stack_keeps_the_path() -> None:
    a0, a1 = torch.tensor(1.0, requires_grad=True), torch.tensor(2.0, requires_grad=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        built = torch.tensor([a0, a1])
    assert built.is_leaf
    assert not built.requires_grad
    for put_together in (torch.stack, lambda parts: torch.cat([part.reshape(1) for part in parts])):
        a0.grad = a1.grad = None
        backward((put_together([a0, a1]) ** 2).sum())
        assert a0.grad is not None
        assert a1.grad is not None
        assert (a0.grad.item(), a1.grad.item()) == (2, 4)


CLAIMS: dict[str, Callable[[], None]] = {
    "leaves": leaves_hold_the_gradients_and_results_pass_them_on,
    "sums": backward_adds_to_grad,
    "leaf-edits": edit_of_a_leaf_is_refused_at_once_and_allowed_without_grad,
    "versions": nodes_compare_the_version_of_what_they_saved,
    "what-is-saved": operations_save_their_result_their_input_or_nothing,
    "data-and-detach": data_and_detach_share_memory_and_differ_in_the_counter,
    "views": view_has_the_memory_and_the_counter_of_its_base,
    "views-of-one-call": edit_of_a_slice_is_recorded_and_one_of_several_views_is_refused,
    "twice": second_pass_finds_what_was_saved_only_where_the_graph_was_kept,
    "optimizer-between": optimizer_edits_weights_that_nodes_have_saved,
    "cuts": cut_factor_is_a_constant_and_its_part_is_missing,
    "built-anew": tensor_of_tensors_is_a_new_leaf_and_stack_keeps_the_path,
}


@pytest.mark.parametrize("lesson", CLAIMS)
def test_text_of_a_lesson_says_what_plain_torch_does(lesson: str) -> None:
    CLAIMS[lesson]()


def test_every_lesson_has_its_claims_run() -> None:
    assert set(CLAIMS) == {lesson.id for lesson in LESSONS}
