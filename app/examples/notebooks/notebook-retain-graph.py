# %%
import torch

w = torch.tensor([1., 2.], requires_grad=True)
loss = (w ** 2).sum()

# %% [markdown]
# The first pass frees what it has used.

# %%
loss.backward()
w.grad

# %% [markdown]
# So a second one has nothing to work with.

# %%
loss.backward()

# %% [markdown]
# `retain_graph=True` keeps it for one more pass. The gradients add up.

# %%
w.grad = None
loss = (w ** 2).sum()
loss.backward(retain_graph=True)
loss.backward()
w.grad
