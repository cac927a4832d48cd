# The generator's loss is made of scores that the discriminator gave before its step.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn
G, D = nn.Linear(4, 6), nn.Sequential(nn.Linear(6, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
opt_G, opt_D = torch.optim.Adam(G.parameters()), torch.optim.Adam(D.parameters())
bce = nn.BCEWithLogitsLoss()
for real in torch.randn(2, 5, 6):
    fake = G(torch.randn(5, 4))
    pred_fake = D(fake)
    pred_real = D(real)
    loss_D = bce(pred_real, torch.ones(5, 1)) + bce(pred_fake, torch.zeros(5, 1))
    opt_D.zero_grad()
    loss_D.backward(retain_graph=True)
    opt_D.step()
    loss_G = bce(pred_fake, torch.ones(5, 1))
    opt_G.zero_grad()
    loss_G.backward()  #! raise
    opt_G.step()
