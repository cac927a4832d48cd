# %%
import torch
from torch import nn

torch.manual_seed(5);

# %% A hook on a tensor
x = torch.randn(3, requires_grad=True)
seen = []
handle = x.register_hook(lambda g: seen.append(g.clone()) or g * 2)
(x * x).sum().backward()
torch.equal(x.grad, seen[0] * 2)

# %% A hook that raises, within the engine
def refuse(grad):
    raise RuntimeError("this gradient is refused")


y = x * 3
y.register_hook(refuse)
y.sum().backward()

# %%
x.grad, len(seen)

# %% A hook with a wrong answer
y = x * 3
y.register_hook(lambda g: torch.ones(2))
y.sum().backward()

# %%
y = x * 3
y.register_hook(lambda g: "no tensor")
y.sum().backward()

# %% Removed
handle.remove()
x.grad = None
(x * x).sum().backward()
print(torch.allclose(x.grad, 2 * x))
len(seen)

# %% Hooks on modules
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
kept = {}


def keep(name):
    def hook(module, inputs, output):
        kept[name] = output.detach()
        print(name, type(module).__name__, tuple(output.shape))

    return hook


handles = [each.register_forward_hook(keep(str(i))) for i, each in enumerate(net)]
net(x).backward()
sorted(kept)

# %%
def swap(module, grad_input, grad_output):
    print("full backward hook", [None if g is None else tuple(g.shape) for g in grad_input])
    return tuple(None if g is None else g * 0 for g in grad_input)


h = net[0].register_full_backward_hook(swap)
net(x.detach().requires_grad_()).backward()

# %%
net[1].inplace = True
net[1].register_full_backward_hook(swap)
net(x).backward()

# %%
for each in [*handles, h]:
    each.remove()
p = next(net.parameters())
p.register_post_accumulate_grad_hook(lambda p: print("accumulated", p.grad is not None))
net = nn.Sequential(net[0], nn.Tanh(), net[2])
net(x).backward()

# %% Nodes
out = (x.exp() * 2).sum()
order = []
node = out.grad_fn
while node is not None:
    node.register_prehook(lambda g, n=node.name(): order.append(n))
    node = node.next_functions[0][0] if node.next_functions else None
out.backward()
order

# %% Saved tensors are packed
def pack(t):
    print("pack", tuple(t.shape))
    return t.numpy().tolist() if not t.requires_grad else t


with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: torch.tensor(t) if isinstance(t, list) else t):
    d = torch.ones(2) * 4
    z = (x[:2] * d).sum()
z.backward()

# %%
with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: 1 / 0):
    z = (x[:2] * d).sum()
z.backward()

# %%
with torch.autograd.graph.save_on_cpu():
    z = x.exp().sum()
z.backward()
with torch.autograd.graph.disable_saved_tensors_hooks("not here"):
    with torch.autograd.graph.save_on_cpu():
        x.exp()
