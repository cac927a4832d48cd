# Validation losses are computed with a graph and kept in a list, while training goes on and changes the weights: wasteful, not wrong.
# plain: completes
# expect: graph_grows
# tensor: val_losses
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
opt = torch.optim.Adam(net.parameters())
train, valid = torch.randn(3, 4, 3), torch.randn(4, 3)
val_losses = []
for x in train:
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    val_loss = net(valid).pow(2).mean()
    val_losses.append(val_loss)  #! here
print(min(v.item() for v in val_losses) >= 0)
