# %%
import torch

x = torch.ones(3, requires_grad=True)

# %% The mode that a cell leaves switched off
torch.set_grad_enabled(False)
y = x * 2

# %%
y.requires_grad, torch.is_grad_enabled()

# %%
y.sum().backward()

# %%
torch.set_grad_enabled(True);

# %% A with that an exception leaves
with torch.no_grad():
    z = x * 3
    raise ValueError("out of here")

# %%
torch.is_grad_enabled(), z.requires_grad

# %%
@torch.no_grad()
def update(p, by):
    p -= by
    return torch.is_grad_enabled()


update(x, 0.5), x

# %%
with torch.inference_mode():
    i = x * 2
print(i.is_inference(), i.requires_grad)
i * x

# %%
(i * x).sum().backward()

# %%
i.add_(1)

# %%
i.clone().mul(2).requires_grad_().sum().backward()
i._version

# %% .data and .detach
a = torch.tensor([1.0, 2.0], requires_grad=True)
s = a.sigmoid()
s.data.zero_()
s.sum().backward()
a.grad

# %%
s = a.sigmoid()
s.detach().zero_()
s.sum().backward()

# %%
d = s.detach()
d.requires_grad_(True)
d.pow(2).sum().backward()
d.grad is None, s.grad_fn is not None

# %%
s.detach_()
s.is_leaf, a.grad
b = a.view(1, 2)
b.detach_()

# %%
with torch.enable_grad(), torch.no_grad():
    print(torch.is_grad_enabled())
a.requires_grad = False
(a * 2).requires_grad

# %%
c = (x * 2)
c.requires_grad = False

# %%
x.grad = torch.ones(2)

# %%
x.grad = "text"

# %%
torch.tensor([1, 2], requires_grad=True)

# %% A generator of modes that lives across cells
def modes():
    with torch.no_grad():
        yield (x * 1).requires_grad
    yield (x * 1).requires_grad


g = modes()
next(g)

# %%
torch.is_grad_enabled(), (x * 1).requires_grad

# %%
next(g), torch.is_grad_enabled()
next(g, "over")

# %%
torch.set_grad_enabled(True)
torch.set_default_dtype(torch.float64)
torch.ones(1).dtype

# %%
torch.set_default_dtype(torch.float32)
with torch.autograd.set_detect_anomaly(True, check_nan=True):
    n = torch.zeros(1, requires_grad=True)
    (n.sqrt() * 0).sum().backward()
