# A mixture of experts with straight-through Gumbel-softmax and a load-balancing loss.
# plain: completes
# expect: nothing
import torch
from torch import nn
import torch.nn.functional as F

router, experts = nn.Linear(4, 3), nn.ModuleList(nn.Linear(4, 4) for _ in range(3))
opt = torch.optim.Adam([*router.parameters(), *experts.parameters()])
usage = torch.zeros(3)
for _ in range(2):
    x = torch.randn(6, 4)
    gate = F.gumbel_softmax(router(x), tau=0.5, hard=True)
    y = torch.zeros_like(x)
    for i, expert in enumerate(experts):
        chosen = gate[:, i].nonzero(as_tuple=True)[0]
        y = y.index_add(0, chosen, gate[chosen, i : i + 1] * expert(x[chosen]))
    usage += gate.detach().sum(0)
    loss = F.mse_loss(y, x) + gate.mean(0).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
