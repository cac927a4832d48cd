# %% [markdown]
# Three ways to put a ratio beside its parts: the values are the same, the gradients
# are not.

# %%
import torch

raw = torch.tensor([6., 3.], requires_grad=True)

# %% Fill
filled = torch.zeros(3)
filled[:2] = raw
filled[2] = filled[0] / filled[1]
filled

# %% [markdown]
# The division has kept what it was given, and the filling has written over it.

# %%
filled.sum().backward()

# %% Stack
raw.grad = None
stacked = torch.stack([raw[0], raw[1], raw[0] / raw[1]])
stacked.sum().backward()
stacked, raw.grad

# %% Detach
raw.grad = None
detached = torch.cat([raw, (raw[0] / raw[1]).detach().reshape(1)])
detached.sum().backward()
detached, raw.grad
