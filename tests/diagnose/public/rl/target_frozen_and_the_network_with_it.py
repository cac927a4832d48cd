# The parameters of the target network are frozen; it is the network itself, so that nothing requires grad any more.
# plain: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
# expect: no_grad_path + shared_weights
# tensor: loss
import torch
from torch import nn

net = nn.Linear(4, 2)
target = net
for p in target.parameters():
    p.requires_grad = False
opt = torch.optim.SGD(net.parameters(), lr=0.1)
state, following, reward = torch.randn(8, 4), torch.randn(8, 4), torch.randn(8)
loss = (net(state).max(1)[0] - (reward + 0.9 * target(following).max(1)[0])).pow(2).mean()
loss.backward()  #! raise
