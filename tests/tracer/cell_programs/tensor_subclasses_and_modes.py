# %%
import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
# %%
class Named(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        names.append(func.__name__)
        return super().__torch_function__(func, types, args, kwargs or {})


names = []
t = torch.ones(2).as_subclass(Named).requires_grad_()
u = (t * 2).sum()
type(u).__name__, names
# %%
u.backward()
type(t.grad).__name__, names[-3:]
# %%
names.clear()
t + torch.ones(3)
# %%
names
# %%
class Counting(TorchFunctionMode):
    def __init__(self):
        self.count = 0

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.count += 1
        return func(*args, **(kwargs or {}))


with Counting() as counting:
    x = torch.ones(2, requires_grad=True)
    (x * x).sum().backward()
counting.count, x.grad
# %%
class Refusing(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        if func is torch.Tensor.exp or func is torch.exp:
            raise PermissionError("no exp")
        return func(*args, **(kwargs or {}))


with Refusing():
    torch.exp(x)
# %%
x.exp().sum().backward()
# %%
class Ops(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        ops.append(str(func))
        return func(*args, **(kwargs or {}))


ops = []
with Ops():
    (x.sin() * 2).sum().backward()
ops
# %% A mode that is entered in one cell and left in another
mode = Counting()
mode.__enter__();
# %%
x + 1
x.add(1)
# %%
mode.__exit__(None, None, None)
mode.count
# %%
class Duck:
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return "quack", func.__name__


torch.add(x, Duck())
# %%
x @ Duck()
# %%
class Bare:
    pass


torch.add(x, Bare())
# %%
p = torch.nn.Parameter(torch.ones(2).as_subclass(Named))
type(p).__name__
# %%
with torch._C.DisableTorchFunctionSubclass():
    type(t * 2).__name__
# %%
original = torch.Tensor.sum
torch.Tensor.sum = lambda self, *a: original(self, *a) * 10
x.sum().backward()
x.grad
# %%
torch.Tensor.sum = original
x.sum()
# %%
calls = []
backward = torch.Tensor.backward


def spy(self, *args, **kwargs):
    calls.append(tuple(self.shape))
    return backward(self, *args, **kwargs)


torch.Tensor.backward = spy
x.sum().backward()
# %%
torch.Tensor.backward = backward
calls
# %%
torch.relu = 5
torch.relu(x)
