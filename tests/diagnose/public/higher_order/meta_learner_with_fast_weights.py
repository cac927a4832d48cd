# A meta-learner adapts fast weights with create_graph, then learns from the queries of all tasks.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.nn import functional as F


class Learner(nn.Module):
    def __init__(self):
        super().__init__()
        self.params = nn.ParameterDict(
            {"w1": nn.Parameter(torch.randn(8, 1) * 0.3), "b1": nn.Parameter(torch.zeros(8)), "w2": nn.Parameter(torch.randn(1, 8) * 0.3)}
        )
        self.rates = nn.ParameterDict({name: nn.Parameter(torch.full((), 0.05)) for name in self.params})

    def forward(self, x, fast=None):
        p = fast or self.params
        return F.linear(torch.tanh(F.linear(x, p["w1"], p["b1"])), p["w2"])

    def adapt(self, x, y, steps):
        fast = dict(self.params.items())
        for _ in range(steps):
            loss = F.mse_loss(self(x, fast), y)
            grads = torch.autograd.grad(loss, list(fast.values()), create_graph=True)
            fast = {name: p - self.rates[name] * g for (name, p), g in zip(fast.items(), grads)}
        return fast


learner = Learner()
meta = torch.optim.Adam(learner.parameters(), lr=1e-2)
for _ in range(2):
    meta.zero_grad()
    for task in range(2):
        x, phase = torch.rand(6, 1) * 4, torch.rand(1)
        y = torch.sin(x + phase)
        fast = learner.adapt(x[:3], y[:3], 2)
        F.mse_loss(learner(x[3:], fast), y[3:]).backward()
    meta.step()
print(all(p.grad is not None for p in learner.parameters()))
