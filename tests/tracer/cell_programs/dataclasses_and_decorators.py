# %%
from __future__ import annotations

import enum
import functools
import time
from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, field, fields, replace

import torch
# %%
@dataclass
class State:
    w: torch.Tensor
    steps: int = 0
    losses: list[float] = field(default_factory=list)


state = State(torch.ones(2, requires_grad=True))
state
# %%
fields(State)[0].type, State.__annotations__
# %%
asdict(state)
# %%
asdict(State((state.w * 2)))
# %%
replace(state, steps=3).w is state.w
# %%
@dataclass(frozen=True)
class Fixed:
    rate: float = 0.1


Fixed().rate = 3
# %%
state == State(torch.ones(2))
# %%
@dataclass
class Wrong:
    items: list = []
# %%
def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        print("->", function.__name__)
        try:
            return function(*args, **kwargs)
        finally:
            print("<-", function.__name__)

    return wrapper


@logged
def loss(state):
    """A loss."""
    return (state.w**2).sum()


loss(state).backward()
loss.__doc__, loss.__wrapped__.__code__.co_firstlineno, state.w.grad
# %%
@logged
@torch.no_grad()
def step(state):
    state.w -= 0.1 * state.w.grad
    state.steps += 1
    state.losses.append(loss(state).item())


step(state)
state
# %%
@functools.lru_cache
def cached(n):
    print("computed", n)
    return torch.full((n,), 2.0, requires_grad=True)


cached(2).sum().backward()
cached(2).grad, cached.cache_info()
# %%
cached([1])
# %%
class Mode(enum.Enum):
    TRAIN = enum.auto()
    EVAL = "eval"


Mode.TRAIN, Mode("eval"), Mode["nothing"]
# %%
match state:
    case State(w=w, steps=1):
        print("one step", w.shape)
    case _:
        print("other")
# %%
class Base(ABC):
    @abstractmethod
    def go(self): ...


Base()
# %%
@functools.singledispatch
def kind(x):
    return "object"


@kind.register
def _(x: torch.Tensor):
    return "tensor"


kind(state.w), kind(3)
# %%
class Meta(type):
    def __call__(cls, *args):
        print("made", cls.__name__)
        return super().__call__(*args)


class Made(torch.nn.Module, metaclass=Meta):
    pass


Made()
# %%
class Slots:
    __slots__ = ("w",)


s = Slots()
s.w = state.w
s.x = 1
# %%
class Descriptor:
    def __get__(self, instance, owner):
        return instance._w * 2 if instance is not None else self

    def __set_name__(self, owner, name):
        print("named", name)


class Owner:
    w = Descriptor()

    def __init__(self):
        self._w = state.w


Owner().w.sum().backward()
state.w.grad
# %%
property_of = property(lambda self: 1 / 0)
Owner.p = property_of
Owner().p
# %%
functools.reduce(torch.add, [state.w] * 3).sum().backward()
functools.partial(torch.mul, state.w)(2)
