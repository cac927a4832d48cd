# %%
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

torch.manual_seed(9);
# %%
calls = []
layer = nn.Linear(3, 3)


def block(x):
    calls.append(torch.is_grad_enabled())
    return torch.tanh(layer(x))


x = torch.randn(2, 3, requires_grad=True)
y = checkpoint(block, x, use_reentrant=False)
calls
# %%
y.sum().backward()
calls, x.grad
# %%
y.sum().backward()
# %%
y = checkpoint(block, x, use_reentrant=True)
y.sum().backward()
len(calls)
# %%
checkpoint(block, x.detach(), use_reentrant=True).sum().backward()
# %% Random numbers are drawn alike
drop = nn.Dropout(0.5)
a = checkpoint(lambda t: drop(t) * 2, x, use_reentrant=False)
before = torch.rand(1)
a.sum().backward()
before, torch.rand(1)
# %% The second time it does something else
state = {"n": 0}


def changes(x):
    state["n"] += 1
    return x.sin() if state["n"] == 1 else x.sin().cos()


checkpoint(changes, x, use_reentrant=False).sum().backward()
# %%
def fails_later(x):
    state["n"] += 1
    if state["n"] % 2:
        raise ValueError(f"call {state['n']}")
    return x.exp()


state["n"] = 1
z = checkpoint(fails_later, x, use_reentrant=False)
z.sum().backward()
# %%
model = nn.Sequential(*[nn.Sequential(nn.Linear(3, 3), nn.ReLU()) for _ in range(4)])
out = checkpoint_sequential(model, 2, x, use_reentrant=False)
out.sum().backward()
[round(p.grad.abs().sum().item(), 4) for p in model.parameters()]
# %%
(g,) = torch.autograd.grad(checkpoint(block, x, use_reentrant=False).sum(), x, create_graph=True)
g.pow(2).sum().backward()
layer.weight.grad.norm()
# %%
torch.autograd.grad(checkpoint(block, x, use_reentrant=True).sum(), x)
# %%
w = layer.weight
y = checkpoint(block, x, use_reentrant=False)
with torch.no_grad():
    w.mul_(2)
y.sum().backward()
w._version
# %%
with torch.no_grad():
    print(checkpoint(block, x, use_reentrant=False).requires_grad)
checkpoint(block, x)
