# A loss without a graph is "repaired" with requires_grad = True: backward runs, and nothing learns.
# plain: completes
# expect: leaf_root
# tensor: loss
import torch
from torch import nn

net = nn.Linear(3, 4)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(5, 3), torch.arange(5) % 4
pred = net(x).argmax(1)  #! cut
loss = nn.functional.l1_loss(pred.float(), y.float())
loss.requires_grad = True
loss.backward()
opt.step()
print([p.grad for p in net.parameters()])
