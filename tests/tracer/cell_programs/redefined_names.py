# %%
import torch

scale = torch.tensor(2.0, requires_grad=True)


def forward(x):
    return (x * scale).sum()


# %%
x = torch.arange(3.0)
forward(x).backward()
scale.grad

# %% The name is bound to another leaf
old = scale
scale = torch.tensor(5.0, requires_grad=True)
loss = forward(x)
loss.backward()
old.grad, scale.grad

# %%
class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(2))

    def forward(self, x):
        return self.w * x


first = Layer()

# %% A class of the same name; super() of the old one looks for the old one
class Layer(Layer):
    def forward(self, x):
        return super().forward(x) + 1


second = Layer()
isinstance(first, Layer), isinstance(second, type(first)), type(first) is Layer

# %%
first(torch.ones(2)), second(torch.ones(2))

# %% super with the name, redefined: recursion
class Base:
    def go(self):
        return "base"


class Child(Base):
    def go(self):
        return super(Child, self).go()


c = Child()

# %%
class Child(Base):
    def go(self):
        return "other"


c.go()

# %%
def f():
    return helper() + 1


f()

# %%
def helper():
    return 41


f()

# %%
del helper
f()

# %%
list = [1, 2]
list("ab")

# %%
del list
list("ab")

# %%
print = lambda *a: None
print("nothing")
sum = 3

# %%
sum([1])

# %%
del sum, print
print(sum([1, 2]))

# %%
counter = 0


def count():
    global counter
    counter += 1
    return counter


count(), count()

# %%
counter = 10
count()

# %%
def outer():
    kept = torch.ones(1, requires_grad=True)

    def inner():
        return kept * counter

    return inner


inner = outer()
inner().backward()
inner.__closure__[0].cell_contents.grad

# %%
torch = None
forward(x)

# %%
torch.ones(1)

# %%
import torch

[v for v in sorted(globals()) if not v.startswith("_")]

# %%
__name__, __file__, "__annotations__" in globals()

# %%
n: int = 3
m: "Unknown"
__annotations__

# %%
m

# %%
def f(a, b=scale):
    return a * b


scale = None
f(1)
