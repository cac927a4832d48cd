# The generator leaves gradients in the discriminator, which are cleared before they count.
# plain: completes
# expect: nothing
import torch
from torch import nn

G, D = nn.Linear(2, 2), nn.Linear(2, 1)
opt_g, opt_d = torch.optim.Adam(G.parameters()), torch.optim.Adam(D.parameters())
bce = nn.BCEWithLogitsLoss()
for step in range(3):
    fake = G(torch.randn(4, 2))
    opt_d.zero_grad()
    (bce(D(torch.ones(4, 2)), torch.ones(4, 1)) + bce(D(fake.detach()), torch.zeros(4, 1))).backward()
    opt_d.step()
    opt_g.zero_grad()
    bce(D(fake), torch.ones(4, 1)).backward()
    opt_g.step()
