# A hinge GAN with spectral normalisation, two critic steps to each generator step: asked whether the detach is enough. It is.
# plain: completes
# expect: nothing
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.parametrizations import spectral_norm

torch.manual_seed(0)
G = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(True), nn.Linear(8, 2))
D = nn.Sequential(spectral_norm(nn.Linear(2, 8)), nn.LeakyReLU(0.1, inplace=True), spectral_norm(nn.Linear(8, 1)))
opt_g = torch.optim.Adam(G.parameters(), lr=1e-4, betas=(0.0, 0.9))
opt_d = torch.optim.Adam(D.parameters(), lr=4e-4, betas=(0.0, 0.9))
for step in range(2):
    for _ in range(2):
        real = torch.randn(8, 2)
        fake = G(torch.randn(8, 4)).detach()
        d_loss = F.relu(1 - D(real)).mean() + F.relu(1 + D(fake)).mean()
        opt_d.zero_grad()
        d_loss.backward()
        opt_d.step()
    g_loss = -D(G(torch.randn(8, 4))).mean()
    opt_g.zero_grad()
    g_loss.backward()
    opt_g.step()
