# Weights are perturbed through the arrays of their data between the forward and the backward pass.
# plain: completes
# expect: silent_overwrite
# gradient: net[0].weight.grad
# intact: return self.scale * (x.clone() @ weight.clone().t())
import numpy as np
import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self, given, made):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(made, given) * 0.5)
        self.scale = 2.0

    def forward(self, x):
        weight = self.weight
        return self.scale * (x @ weight.t())  #! saved


def mutate(module, strength, source):
    for part in module:
        array = part.weight.detach().numpy()
        array += strength * source.standard_normal(array.shape).astype(np.float32)  #! edit


net = nn.Sequential(Scaled(2, 3), Scaled(3, 1))
x, source = torch.randn(4, 2), np.random.RandomState(0)
loss = net(x).pow(2).mean()
mutate(net, 0.5, source)
loss.backward()
