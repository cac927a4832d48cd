# Continual learning: squared gradients of one task are accumulated as importances and used as a penalty in the next.
# plain: completes
# expect: nothing
import torch
from torch import nn

model = nn.Linear(3, 2)
fisher = {n: torch.zeros_like(p) for n, p in model.named_parameters()}
for x in torch.randn(3, 1, 3):
    model.zero_grad()
    model(x).log_softmax(1)[0, 0].backward()
    for n, p in model.named_parameters():
        fisher[n] += p.grad.data.clone().pow(2)
old = {n: p.detach().clone() for n, p in model.named_parameters()}
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    loss = nn.functional.cross_entropy(model(torch.randn(4, 3)), torch.tensor([0, 1, 0, 1]))
    for n, p in model.named_parameters():
        loss = loss + 10 * (fisher[n] * (p - old[n]).pow(2)).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
