# The generator's loss is added to a total although only the discriminator learns.
# plain: completes
# expect: graph_grows
# tensor: g_total
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
gen = nn.Linear(2, 3)
g_total = 0
for step in range(ROUNDS):
    fake = gen(torch.randn(4, 2)).tanh()
    d_loss = net(fake.detach()).pow(2).mean()
    opt.zero_grad()
    d_loss.backward()
    opt.step()
    g_loss = -net(fake).sigmoid().mean()
    g_total += g_loss  #! here
print(float(g_total.detach()))
