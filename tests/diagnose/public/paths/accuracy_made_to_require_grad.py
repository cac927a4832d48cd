# The accuracy is used as the loss; the error about grad_fn is silenced by setting requires_grad.
# plain: completes
# expect: leaf_root
# tensor: loss
import torch
from torch import nn

net = nn.Linear(4, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(9, 4), torch.randint(0, 3, (9,))
for epoch in range(2):
    correct = (net(x).argmax(dim=1) == y).float()  #! cut
    loss = 1 - correct.mean()
    loss.requires_grad = True
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
