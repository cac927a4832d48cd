import torch
x = torch.ones(2, requires_grad=True)
# %%
y = = 3
# %%
for i in range(3)
    x * i
# %%
if x:
print("no")
# %%
(x * 2
# %%
"""never closed
# %%
x.sum().backward()
x.grad
# %%
return x
# %%
  x
# %%
await x
# %%
break
# %%
f"{x!z}"
# %%
def f():
	if x:
        return 1
# %%
nonlocal x
# %%
x = 1; global x
# %%
def f(a, a): pass
# %%
(lambda: (yield)).__name__
# %%
yield 3
# %%
print "old"
# %%
1 = x
# %%
from __future__ import braces
# %%
from __future__ import annotations
def g(a: missing) -> 3: ...
g.__annotations__
# %%
def h(a: missing) -> 3: ...
h.__annotations__
# %%
x
# %%
exec("y = = 1")
# %%
compile("a +", "other.py", "exec")
# %%
0777
# %%
x.sum(dim=0, dim=0)
# %%
"ends";
