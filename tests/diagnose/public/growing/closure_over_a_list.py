# A logging function appends to a list of the scope around it.
# plain: completes
# expect: graph_grows
# tensor: seen
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
def make_log():
    seen = []

    def log(value):
        seen.append(value)  #! here
        return len(seen)

    return log


log = make_log()
for step in range(ROUNDS):
    x = torch.randn(8, 3)
    out = net(x).sigmoid()
    log(out)
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
