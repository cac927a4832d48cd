# A binary classifier with one output takes a softmax of it: the loss stays where it is.
# plain: completes
# expect: zero_gradient
# cause: one_choice
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1), nn.Softmax(dim=1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.rand(6, 4), torch.tensor([[0.0], [1.0], [0.0], [1.0], [1.0], [0.0]])
for _ in range(3):
    opt.zero_grad()
    p = net(x)  #! birth here
    loss = F.binary_cross_entropy(p * 0.5 + 0.25, y)
    loss.backward()
    opt.step()
assert not net[2].weight.grad.any()
