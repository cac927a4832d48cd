# %% [markdown]
# # Leaves, graphs and edits in place
# A walk through autograd, with the errors that everybody meets once.

# %%
import torch
import torch.nn.functional as F

torch.manual_seed(7);

# %% A leaf and what is computed of it
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x * 2
z = (y**2).sum()
print(x.is_leaf, y.is_leaf, z.grad_fn.name())
x.requires_grad, y.requires_grad

# %%
z.backward()
x.grad

# %% Twice through the same graph
z.backward()

# %%
z = ((x * 2) ** 2).sum()
z.backward(retain_graph=True)
z.backward()
x.grad

# %% A leaf that is edited
x += 1

# %%
with torch.no_grad():
    x += 1
x

# %% The gradient of what is no leaf
w = x.exp()
w.sum().backward()
w.grad

# %%
w = x.exp()
w.retain_grad()
w.sum().backward()
print(w.grad)
w.grad_fn.next_functions[0][0].variable is x

# %% What exp has kept is overwritten
w = x.exp()
w.mul_(2)
w.sum().backward()

# %%
w = x.sin()
w.mul_(2)
w.sum().backward()
x.grad, x._version

# %% Shapes
z = x * 3
z.backward()

# %%
z.backward(torch.ones_like(z))
x.grad;

# %%
torch.autograd.grad(z.sum(), [x])

# %%
z = x * 3
a, = torch.autograd.grad(z, x, grad_outputs=torch.tensor([1.0, 0.0, 0.0]))
b = torch.ones(3, requires_grad=True)
print(torch.autograd.grad((x * 2).sum(), [x, b], allow_unused=True))
torch.autograd.grad((x * 2).sum(), [x, b])

# %%
x.detach().numpy()
x.numpy()

# %%
d = x.detach()
d[0] = 100.0
print(x)
q = (x * x).sum()
d[1] = 50.0
q.backward()

# %%
q = (x * x).sum()
x.data[1] = 60.0
q.backward()
x.grad[1].item()

# %%
F.relu(x - 60, inplace=True).sum().backward()
x.grad
