# The same on a second layer: the first one's gradient is computed with the decayed weights.
# plain: completes
# expect: silent_overwrite
# gradient: first.weight.grad
# intact: loss = (nn.functional.linear(h, second.weight.clone(), second.bias)).pow(2).mean()
import torch
from torch import nn

first, second = nn.Linear(3, 4), nn.Linear(4, 1)
h = first(torch.randn(5, 3)).tanh()
loss = second(h).pow(2).mean()  #! saved
second.weight.data.mul_(0.5)  #! edit
loss.backward()
