# %%
import torch

a = torch.arange(6.0).requires_grad_()

# %% A view of a leaf
a.view(2, 3)[0] += 1

# %%
b = a.clone()
v = b.view(2, 3)
row = v[0]
row.mul_(10)
print(b._version, v._version, row._version)
b

# %% The whole history is rebased
v.grad_fn, row.grad_fn.name(), b.grad_fn.name()
print(type(v.grad_fn).__name__, type(row.grad_fn).__name__, type(b.grad_fn).__name__)
b.sum().backward()
a.grad

# %% unbind
parts = torch.unbind(a.clone().view(2, 3))
parts[0].add_(1)

# %%
left, right = a.clone().chunk(2)
left.mul_(2)

# %% An index is a copy
b = a.clone()
b[[0, 1]] *= 2
c = b[torch.tensor([0, 1])]
c.zero_()
b

# %% A view made where no gradient is recorded
with torch.no_grad():
    n = b[:2]
n.add_(1)
n.requires_grad, n.grad_fn, b._version

# %%
b.sum().backward()

# %%
with torch.no_grad():
    n = a[:2]
n.mul_(3)

# %% expand
e = torch.ones(1, requires_grad=True).clone().expand(3)
e.add_(1)

# %% A mask, and a value saved by multiplication
m = a.detach().clone().requires_grad_()
k = m * 2
s = k * k
k[k > 4] = 0
s.sum().backward()

# %%
k = m * 2
s = k * k
k.requires_grad, k._version
k[0].data.fill_(9)
s.sum().backward()
m.grad

# %%
t = m.clone()
t.t_()
u = t.unsqueeze_(0)
u is t, t.shape, t._version

# %%
o = torch.zeros(3)
o.requires_grad
o[0] = m[1]
o.requires_grad, o.is_leaf

# %%
torch.add(m, 1, out=o[:1].expand(6))

# %%
torch.mul(m[:3], 2, out=torch.empty(3))

# %%
o.set_(torch.ones(2))
o.resize_(4)

# %%
r = torch.as_strided(m.clone(), (2, 2), (1, 1))
r[0, 1] = 5
r.sum().backward()
r

# %%
z = m.clone().view(2, 3)
w = z.transpose(0, 1)
w.view(-1)

# %%
z.real is z, z.T.is_contiguous(), z.transpose(0, 1).contiguous().view(-1)
