# Two inner steps through functional_call with create_graph, two tasks an outer step.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.func import functional_call
torch.manual_seed(2)
net = nn.Sequential(nn.Linear(1, 20), nn.Tanh(), nn.Linear(20, 1))
meta = torch.optim.SGD(net.parameters(), lr=1e-2)
for it in range(2):
    meta.zero_grad()
    total = 0.
    for task in range(2):
        amp = torch.rand(1) * 4 + 1
        xs, xq = torch.rand(5, 1), torch.rand(5, 1)
        fast = dict(net.named_parameters())
        for k in range(2):
            li = (functional_call(net, fast, (xs,)) - amp * xs.sin()).pow(2).mean()
            grads = torch.autograd.grad(li, list(fast.values()), create_graph=True)
            fast = {n: p - .1 * g for (n, p), g in zip(fast.items(), grads)}
        lq = (functional_call(net, fast, (xq,)) - amp * xq.sin()).pow(2).mean()
        total = total + lq
    total.backward()
    meta.step()
    print(it, round(float(total), 5))
