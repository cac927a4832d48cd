# All of it in a function, with the sum returned.
# plain: completes
# expect: graph_grows
# tensor: running
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
def train():
    running = 0.0
    for step in range(ROUNDS):
        x = torch.randn(8, 3)
        out = net(x)
        loss = out.pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        running += (net(x) - 1).abs().mean()  #! here
    return running / ROUNDS


print(train())
