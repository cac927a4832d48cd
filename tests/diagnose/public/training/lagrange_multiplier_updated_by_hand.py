# A constrained problem: the multiplier is a plain leaf that the loop pushes upwards in place.
# plain: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
# tensor: problem.multiplier | self.multiplier
import torch
from torch import nn


class Problem:
    def __init__(self, limit):
        self.model = nn.Linear(2, 1)
        self.multiplier = torch.zeros(1, requires_grad=True)
        self.limit = limit
        self.opt = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def loss(self, x, y):
        fit = (self.model(x) - y).pow(2).mean()
        return fit + self.multiplier * (self.model.weight.pow(2).sum() - self.limit)

    def ascend(self, rate):
        self.multiplier += rate * self.multiplier.grad  #! edit raise


problem = Problem(0.5)
for _ in range(3):
    loss = problem.loss(torch.randn(4, 2), torch.randn(4, 1))
    problem.opt.zero_grad()
    loss.backward()
    problem.opt.step()
    problem.ascend(0.1)
