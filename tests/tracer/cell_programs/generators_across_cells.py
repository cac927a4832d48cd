# %%
import contextlib
import torch

w = torch.ones(2, requires_grad=True)
# %%
def batches(n):
    try:
        for i in range(n):
            got = yield w * i
            print("sent", got)
    finally:
        print("closed")


g = batches(3)
next(g).sum().backward()
# %%
g.send("hello").sum().backward()
w.grad
# %%
g.throw(KeyError("thrown in"))
# %%
next(g)
# %%
g = batches(2)
next(g)
del g
# %%
@contextlib.contextmanager
def frozen(t):
    t.requires_grad_(False)
    try:
        yield t
    except ValueError as error:
        print("swallowed", error)
    finally:
        t.requires_grad_(True)


with frozen(w):
    print((w * 2).requires_grad)
    raise ValueError("inside")
# %%
with frozen(w):
    raise KeyError("not this one")
# %%
w.requires_grad
# %%
stack = contextlib.ExitStack()
stack.enter_context(torch.no_grad())
stack.callback(print, "callback")
# %%
(w * 2).requires_grad
# %%
stack.close()
(w * 2).requires_grad
# %%
def infinite():
    n = 0
    while True:
        n += 1
        yield n


numbers = infinite()
next(numbers), next(numbers)
# %%
[n for n, _ in zip(numbers, range(3))]
# %%
next(numbers)
# %%
def fails():
    yield 1
    raise RuntimeError("second")


list(fails())
# %%
def stops():
    raise StopIteration("odd")
    yield


next(stops())
# %%
async def later(x):
    return x * 2


c = later(w)
c.send(None)
# %%
import asyncio

asyncio.run(later(w)).sum().backward()
w.grad
# %%
async def many():
    return [await each for each in [later(w), later(w)]]


len(asyncio.run(many()))
# %%
it = iter(w)
next(it).backward()
# %%
next(it), next(it)
