# The target's values are computed once, with their graph, by what turns out to be the network that learns.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch + shared_weights
# tensor: net.2.weight
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
target = net
opt = torch.optim.SGD(net.parameters(), lr=1e-2)
state, following, reward = torch.randn(8, 4), torch.randn(8, 4), torch.randn(8)
next_q = target(following).max(1).values  #! saved
for step in range(3):
    loss = (net(state).max(1).values - (reward + 0.99 * next_q)).pow(2).mean()
    opt.zero_grad()
    loss.backward(retain_graph=True)  #! raise
    opt.step()  #! edit
