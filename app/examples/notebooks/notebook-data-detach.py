# %%
import torch

a = torch.tensor([1., 2., 3.], requires_grad=True)

# %% [markdown]
# The gradient as it should be: nothing is edited.

# %%
a.sigmoid().sum().backward()
a.grad

# %% [markdown]
# `.data` shares the memory of out and counts no edit of its own: the gradient is
# wrong, and nobody says so.

# %%
a.grad = None
out = a.sigmoid()
out.data.zero_()
out.sum().backward()
a.grad

# %% [markdown]
# `detach()` shares the memory and the counter: backward refuses.

# %%
a.grad = None
out = a.sigmoid()
out.detach().zero_()
out.sum().backward()
