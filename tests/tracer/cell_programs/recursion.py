# %%
import sys
import torch

x = torch.ones(1, requires_grad=True)
# %%
def down(n):
    return down(n + 1)


down(0)
# %%
def fact(n):
    return 1 if n == 0 else n * fact(n - 1)


fact(20)
# %%
def nested(y, n):
    return y if n == 0 else nested(y * 1.01, n - 1)


nested(x, 50).backward()
x.grad
# %%
class Loop:
    def __getattr__(self, name):
        return getattr(self, name + "_")


try:
    Loop().a
except RecursionError as error:
    print(type(error).__name__, str(error)[:32])
# %%
class Endless(torch.nn.Module):
    def forward(self, x):
        return self(x)


Endless()(x)
# %%
(x * 2).sum().backward()
x.grad
# %%
l = []
l.append(l)
l
# %%
l == l.copy()
# %%
a, b = [], []
a.append(b)
b.append(a)
a == b
# %%
chain = x
for _ in range(3000):
    chain = chain + 1
chain.backward()
x.grad, len(str(chain))
# %%
sys.setrecursionlimit(200)
down(0)
# %%
sys.getrecursionlimit()
# %%
sys.setrecursionlimit(1000)
fact(100) % 1000007
# %%
def twice():
    try:
        return twice()
    except RecursionError:
        raise ValueError("as another") from None


twice()
