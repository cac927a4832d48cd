# retain_graph=True was added to silence an error; the list of losses then keeps all graphs.
# plain: completes
# expect: graph_grows
# tensor: history
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
history = []
for step in range(ROUNDS):
    loss = net(torch.randn(8, 3)).exp().mean()
    opt.zero_grad()
    loss.backward(retain_graph=True)
    opt.step()
    history.append(loss)  #! here
print(len(history))
