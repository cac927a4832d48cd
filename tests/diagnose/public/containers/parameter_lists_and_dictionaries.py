# A module with ParameterList, ParameterDict and a list of buffers, trained.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Mixture(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = nn.ParameterList(nn.Parameter(torch.randn(3, 3)) for _ in range(2))
        self.gates = nn.ParameterDict({"a": nn.Parameter(torch.zeros(())), "b": nn.Parameter(torch.ones(()))})
        self.seen = [torch.zeros(3) for _ in range(2)]

    def forward(self, x):
        for gate, weight, seen in zip(self.gates.values(), self.weights, self.seen):
            x = x + gate.sigmoid() * torch.tanh(x @ weight)
            seen.add_(x.detach().mean(0))
        return x


model = Mixture()
optimizers = {name: torch.optim.SGD([p], lr=0.1) for name, p in model.named_parameters()}
for _ in range(2):
    model.zero_grad()
    model(torch.randn(4, 3)).pow(2).mean().backward()
    for optimizer in optimizers.values():
        optimizer.step()
