# Batch-wise scaling of tanh's output through .data, "to avoid the in-place error".
# plain: completes
# expect: silent_overwrite
# tensor: h
# gradient: net.weight.grad
# intact: h = torch.tanh(net(x)).clone()
import torch
from torch import nn

net = nn.Linear(3, 4)
x = torch.randn(5, 3)
h = torch.tanh(net(x))  #! saved
h.data /= h.data.norm(dim=1, keepdim=True)  #! edit
loss = h.pow(2).mul(torch.arange(4.0)).sum()
loss.backward()
