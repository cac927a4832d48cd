# Noisy layers sample into a buffer in each forward pass; two forwards before one backward.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: net.epsilon | self.epsilon
import torch
from torch import nn


class NoisyLinear(nn.Linear):
    def __init__(self, inputs, outputs):
        super().__init__(inputs, outputs)
        self.sigma = nn.Parameter(torch.full((outputs, inputs), 0.017))
        self.register_buffer("epsilon", torch.zeros(outputs, inputs))

    def forward(self, x):
        self.epsilon.normal_()  #! edit
        return nn.functional.linear(x, self.weight + self.sigma * self.epsilon, self.bias)  #! saved


net = NoisyLinear(3, 2)
state, following = torch.randn(4, 3), torch.randn(4, 3)
q = net(state).max(1).values
wanted = 0.9 * net(following).max(1).values.detach()
(q - wanted).pow(2).mean().backward()  #! raise
