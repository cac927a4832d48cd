# The target is "a copy" made with detach() and one column of it is overwritten: the prediction changes too, and the loss is zero.
# plain: completes
# expect: unknown the detached target is the same memory as the prediction, so the loss is always zero
import torch
from torch import nn

net = nn.Linear(4, 3)
s, s2 = torch.randn(5, 4), torch.randn(5, 4)
a, r = torch.randint(0, 3, (5,)), torch.randn(5)
q = net(s)
target = q.detach()
with torch.no_grad():
    target[torch.arange(5), a] = r + 0.9 * net(s2).max(1).values
loss = nn.functional.mse_loss(q, target)
loss.backward()
print(loss.item(), net.weight.grad.abs().max().item())
