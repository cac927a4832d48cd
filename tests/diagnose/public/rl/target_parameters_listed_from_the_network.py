# The list that is taken for a copy of the target's parameters holds those of the network.
# plain: completes
# expect: shared_weights
# tensor: net.weight
import torch
from torch import nn

net = nn.Linear(4, 2)
target_params = list(net.parameters())
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(3):
    state, following, reward = torch.randn(8, 4), torch.randn(8, 4), torch.randn(8)
    with torch.no_grad():
        wanted = reward + 0.9 * nn.functional.linear(following, *target_params).max(1)[0]
    loss = (net(state).max(1)[0] - wanted).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        for slow, fast in zip(target_params, net.parameters()):
            slow.copy_(0.9 * slow + 0.1 * fast)  #! edit
