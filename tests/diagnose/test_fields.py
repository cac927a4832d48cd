"""Every field of the contract is filled by some program: what nothing ever fills says nothing, and is taken out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydantic import BaseModel

from gradreel.trace import Recording
from tests.diagnose.case import See, program

PROGRAMS = (
    # An edit that fails; a corner; values that are no numbers; complex ones; two outputs of one node; a hidden operator.
    """
    w = torch.ones(3, requires_grad=True)
    h = w * 2
    h.retain_grad()
    y = h[:2].sigmoid()
    odd = torch.tensor([float("nan"), float("inf")])
    turned = torch.ones(2, dtype=torch.complex64) * 1j
    left, right = h.split([1, 2])
    nn.BatchNorm1d(3)(torch.ones(4, 3))
    print(nn.Sequential(nn.Linear(3, 2))(h).sum().item())
    h.sin().sum().backward(create_graph=True, retain_graph=True)
    other = y * y
    y += 1
    (y.sum() + right.sum()).backward()
    """,
    # An array written behind the counter; a copy into memory that another name shows too.
    """
    x = torch.ones(2)
    whole = torch.zeros(2)
    first = whole[:1]
    whole.copy_(x)
    w = torch.ones(2, requires_grad=True)
    y = (x * w).sum()
    x.numpy()[0] = 5
    y.backward()
    """,
    # A saved gradient that a second pass adds to; an exit.
    """
    w = torch.ones(2, requires_grad=True)
    (w * 2).sum().backward()
    loss = (w.grad * w).sum()
    (w * 3).sum().backward()
    torch.autograd.grad((w * 4).sum(), w)
    raise SystemExit
    """,
    # Out of sight; inside a library function, in a loop; a tensor that a warning is about; an edit that is refused.
    """
    def attend(x):
        return nn.MultiheadAttention(4, 2)(x, x, x)[0]

    w = torch.ones(2, 1, 4, requires_grad=True)
    for _ in range(2):
        attend(w).sin()
    h = torch.vmap(torch.sin)(attend(w)).detach()
    (w * 2).grad
    (h * w * 2).sum().backward()
    w += 1
    """,
    # NaN made of infinities, and in backward of finite numbers; a gradient that is added to.
    """
    w = torch.zeros(2, requires_grad=True)
    spread = torch.full((2,), float("inf"))
    torch.zeros(2).log_()
    torch.ones(2, 3).t_()
    w.sqrt().sum().backward()
    (w * (spread - spread)).sum().backward()
    """,
    # A gradient that becomes zero everywhere.
    """
    w = torch.full((2,), -1.0, requires_grad=True)
    torch.relu(w).sum().backward()
    """,
    # A graph that is dropped before anybody asked for gradients.
    """
    w = torch.ones(2, requires_grad=True)
    y = w.exp()
    del y
    """,
    # An edit of what is saved, of which a copy is made; a tuple that holds a tensor.
    """
    def look(module, args):
        args[0].add_(1)

    w = torch.ones(2, requires_grad=True)
    net = nn.Linear(2, 2)
    net.register_forward_pre_hook(look)
    with torch.autograd.graph.allow_mutation_on_saved_tensors():
        y = w.exp()
        y += 1
        y.sum().backward()
    pair = (w * 2, 1)
    net(pair[0])
    """,
    # Cells, one of which fails.
    """
    # %% [markdown]
    # An edit of what backward needs.
    # %% Fails on purpose
    w = torch.ones(2, requires_grad=True)
    y = w.exp()
    y += 1
    y.sum().backward()
    # %%
    (w * 2).sum().backward()
    w.grad
    """,
)
BY_THE_SERVER = {
    ("SourceFile", "name"),  # of films of several files
    ("SourceFile", "text"),  # null for the snippet, whose text is the run's code
    ("Failure", "hint"),
    ("Failure", "hint_kind"),
    ("Failure", "params"),
    ("Recording", "fingerprint"),
    ("Trace", "truncated"),
    ("Trace", "gap"),
    ("Tensor", "called"),
    ("Saved", "needed_for"),
    ("Node", "keeps_nothing"),
    ("Saved", "why"),
    ("Node", "passes_on"),
    ("Diagnosis", "unchecked"),
    ("Diagnosis", "unchecked_gradients"),
    ("Diagnosis", "unchecked_pending"),
}
"""Worded or cut by the server, or only at a limit: each has tests of its own."""


def models_in(recording: Recording, more: Iterable[BaseModel]) -> Iterator[BaseModel]:
    todo: list[object] = [recording, *more]
    while todo:
        entry = todo.pop()
        if isinstance(entry, BaseModel):
            yield entry
            todo.extend(getattr(entry, name) for name in type(entry).model_fields)
        elif isinstance(entry, tuple):
            todo.extend(entry)


def declared_by(model: type[BaseModel], field: str) -> str:
    """Return the class that a field comes from: what every kind of event inherits is one field."""
    return next(base.__name__ for base in reversed(model.__mro__) if issubclass(base, BaseModel) and field in base.model_fields)


def test_every_field_of_the_contract_is_filled_by_some_program(see: See) -> None:
    known: set[tuple[str, str]] = set()
    filled: set[tuple[str, str]] = set()
    for text in PROGRAMS:
        seen = see(program(text))
        for model in models_in(seen.recording, seen.diagnoses):
            for name in type(model).model_fields:
                place = (declared_by(type(model), name), name)
                known.add(place)
                value = getattr(model, name)
                if value is not None and value is not False and value not in ((), {}, ""):
                    filled.add(place)
    assert known - filled - BY_THE_SERVER == set()
