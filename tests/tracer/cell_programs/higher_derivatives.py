# %%
import torch
from torch.func import functional_call, grad, hessian, jacfwd, jacrev, jvp, vmap, vjp

torch.manual_seed(0);

# %% Twice by hand
x = torch.tensor([0.5, 1.5], requires_grad=True)
y = (x**3).sum()
(g,) = torch.autograd.grad(y, x, create_graph=True)
(h,) = torch.autograd.grad(g.sum(), x)
g, h

# %%
(h,) = torch.autograd.grad(g.sum(), x)

# %%
y = (x**3).sum()
(g,) = torch.autograd.grad(y, x)
torch.autograd.grad(g.sum(), x)

# %%
y = x.pow(3).sum()
y.backward(create_graph=True)
x.grad, x.grad.grad_fn is not None

# %%
x.grad.sum().backward()

# %%
x.grad = None
y = x.sin().sum()
for n in range(4):
    (d,) = torch.autograd.grad(y, x, create_graph=True)
    print(n + 1, d.detach())
    y = d.sum()

# %% torch.func
f = lambda v: (v.sin() * v).sum()
grad(f)(x), hessian(f)(x)

# %%
grad(lambda v: v)(x)

# %%
seen = []
grad(lambda v: seen.append(v) or f(v))(x)
len(seen)

# %%
a = torch.randn(3, 2)
print(vmap(torch.dot)(a, a))
vmap(torch.dot, in_dims=(0, None))(a, x)

# %%
vmap(lambda v: v.item())(a)

# %%
vmap(lambda v: torch.rand(1))(a)

# %%
vmap(lambda v: torch.rand(1), randomness="different")(a).shape

# %%
print(jvp(f, (x,), (torch.ones(2),)))
out, pull = vjp(f, x)
pull(torch.tensor(1.0))

# %%
jacrev(lambda v: v**2)(x) == jacfwd(lambda v: v**2)(x)

# %%
model = torch.nn.Linear(2, 1)
params = dict(model.named_parameters())


def loss(params, sample):
    return functional_call(model, params, (sample,)).pow(2).sum()


per_sample = vmap(grad(loss), in_dims=(None, 0))(params, a)
{k: tuple(v.shape) for k, v in per_sample.items()}

# %% In place inside of a transform
def edits(v):
    v.mul_(2)
    return v.sum()


grad(edits)(x)

# %%
grad(edits)(x.detach().clone())

# %%
torch.autograd.functional.jacobian(lambda v: v**2, x), torch.autograd.functional.hvp(f, x, torch.ones(2))

# %%
import torch.autograd.forward_ad as fwAD

with fwAD.dual_level():
    dual = fwAD.make_dual(x.detach(), torch.ones(2))
    tangent = fwAD.unpack_dual(dual.exp()).tangent
tangent

# %%
fwAD.make_dual(x.detach(), torch.ones(2))
