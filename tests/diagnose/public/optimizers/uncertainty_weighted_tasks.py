# Homoscedastic uncertainty: learned log-variances weight the task losses, gradients are accumulated over two batches.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.Linear(3, 2)
log_var = nn.Parameter(torch.zeros(2))
opt = torch.optim.Adam([{"params": net.parameters()}, {"params": [log_var], "lr": 1e-2}], lr=1e-3)
for step in range(4):
    out = net(torch.randn(4, 3))
    losses = torch.stack([out[:, 0].pow(2).mean(), out[:, 1].abs().mean()])
    loss = (torch.exp(-log_var) * losses + log_var).sum() / 2
    loss.backward()
    if step % 2:
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        opt.zero_grad()
