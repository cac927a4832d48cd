# A per-sample cross entropy goes backward without being reduced.
# plain: raises RuntimeError: grad can be implicitly created only for scalar outputs
# expect: non_scalar_root
# tensor: losses
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(6, 4), torch.randint(0, 3, (6,))
for epoch in range(2):
    losses = nn.functional.cross_entropy(net(x), y, reduction="none")
    optimizer.zero_grad()
    losses.backward()  #! raise
    optimizer.step()
