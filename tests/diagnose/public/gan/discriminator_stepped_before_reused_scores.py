# A GAN loop scores the fakes once, steps the discriminator, then takes the same scores for the generator's loss.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: D.2.weight
import torch
from torch import nn

G = nn.Linear(4, 6)
D = nn.Sequential(nn.Linear(6, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
opt_g = torch.optim.Adam(G.parameters(), lr=2e-4)
opt_d = torch.optim.Adam(D.parameters(), lr=2e-4)
bce = nn.BCEWithLogitsLoss()
real = torch.randn(16, 6)

fake = G(torch.randn(16, 4))
score_fake = D(fake)  #! saved
loss_d = bce(D(real), torch.ones(16, 1)) + bce(score_fake, torch.zeros(16, 1))
loss_d.backward(retain_graph=True)
opt_d.step()  #! edit

loss_g = bce(score_fake, torch.ones(16, 1))
opt_g.zero_grad()
loss_g.backward()  #! raise
