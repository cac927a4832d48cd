# The old Variable idiom: the output's .data is wrapped into a new leaf before the loss; the network's gradients stay None.
# plain: completes
# expect: unknown the loss is computed from a new leaf, so no gradient reaches the network
import torch
from torch import nn
from torch.autograd import Variable

net = nn.Linear(3, 1)
out = Variable(net(torch.randn(4, 3)).data, requires_grad=True)
loss = out.pow(2).mean()
loss.backward()
print(net.weight.grad)
