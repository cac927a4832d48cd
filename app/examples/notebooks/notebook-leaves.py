# %% [markdown]
# A leaf holds what is learnt, so autograd does not let it be overwritten while it
# watches.

# %%
import torch

w = torch.tensor([1., 2.], requires_grad=True)
w.add_(1)

# %% [markdown]
# A slice of it is a view of the same memory, and is refused too.

# %%
w[0] = 0

# %% [markdown]
# Where autograd does not watch, it may be edited: it stays a leaf.

# %%
with torch.no_grad():
    w.add_(1)
w.is_leaf, w

# %% [markdown]
# What is computed from it is no leaf, and may be edited as well.

# %%
h = w * 3
h[0] = 0
h.sum().backward()
w.grad
