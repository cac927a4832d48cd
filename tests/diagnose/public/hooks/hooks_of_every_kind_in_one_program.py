# Tensor, module, multi-gradient and post-accumulate hooks, and hooks of saved tensors.
# plain: completes
# expect: nothing
import torch
from torch import nn
from functools import partial
log = []
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
def fwd(name, mod, inp, out): log.append((name, "fwd", tuple(out.shape)))
def bwd(name, mod, gi, go): log.append((name, "bwd", tuple(go[0].shape)))
for n, m in net.named_modules():
    if n:
        m.register_forward_hook(partial(fwd, n)); m.register_full_backward_hook(partial(bwd, n))
x = torch.randn(5, 3, requires_grad=True)
h = x.register_hook(lambda g: g.mul(2))
outs = net(x)
params = list(net.parameters())
mh = torch.autograd.graph.register_multi_grad_hook(params, lambda gs: log.append(("multi", sum(g is not None for g in gs))))
params[0].register_post_accumulate_grad_hook(lambda p: log.append(("acc", p.grad.shape)))
with torch.autograd.graph.saved_tensors_hooks(lambda t: ("packed", t.clone()), lambda p: p[1]):
    y = (outs ** 2).sum()
y.backward()
h.remove(); mh.remove()
for l in log: print(*l)
