# %%
import gc
import sys
import weakref

import torch

gc.disable()
x = torch.ones(2, requires_grad=True)
# %%
y = x * 2
r = weakref.ref(y)
del y
r() is None
# %%
class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


n = Noisy("one")
n = Noisy("two")
# %%
del n
# %%
def local():
    kept = Noisy("local")
    return 3


local()
# %%
def fails():
    kept = Noisy("in a frame")
    raise ValueError


fails()
# %%
print("after")
# %%
try:
    fails()
except ValueError as error:
    print("caught")
print("left")
# %%
a = Noisy("cycle")
a.me = a
del a
print("not yet")
# %%
gc.collect() > 0
# %%
Noisy("echoed").name
# %%
[Noisy("element")] and None
# %%
z = x.exp()
saved = weakref.ref(z)
loss = z.sum()
del z
saved() is None
# %%
loss.backward()
saved() is None
# %%
class Ctx(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.noisy = Noisy("ctx")
        return x * 1

    @staticmethod
    def backward(ctx, g):
        return g


out = Ctx.apply(x).sum()
out.backward()
print("backward is over")
# %%
del out
# %%
class Raises:
    def __del__(self):
        raise KeyError("in del")


print(sys.unraisablehook is sys.__unraisablehook__)
sys.unraisablehook = lambda u: print("unraisable", type(u.exc_value).__name__)
Raises() and None
# %%
w = weakref.finalize(x, print, "finalized")
w.alive
# %%
sys.getrefcount(object())
# %%
big = torch.ones(3)
sys.getrefcount(big)
# %%
view = big[:2]
sys.getrefcount(big), view._base is big
# %%
x.grad = None
r = weakref.ref(x)
x = None
r() is None
# %%
h = torch.ones(1, requires_grad=True)
g = (h * 2)
node = weakref.ref(g.grad_fn)
del g
node()
