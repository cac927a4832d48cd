# Feature matching: the generator's loss uses what the discriminator gave before its step.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn

class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(6, 8), nn.LeakyReLU(0.2))
        self.head = nn.Linear(8, 1)
    def forward(self, x):
        f = self.features(x)
        return self.head(f), f

netG, netD = nn.Linear(3, 6), Discriminator()
optimizerG, optimizerD = torch.optim.Adam(netG.parameters()), torch.optim.Adam(netD.parameters())
real = torch.randn(4, 6)
fake = netG(torch.randn(4, 3))
out_real, f_real = netD(real)
out_fake, f_fake = netD(fake)
errD = nn.functional.softplus(-out_real).mean() + nn.functional.softplus(out_fake).mean()
netD.zero_grad()
errD.backward(retain_graph=True)
optimizerD.step()
errG = nn.functional.softplus(-out_fake).mean() + (f_real - f_fake).pow(2).mean()
netG.zero_grad()
errG.backward()  #! raise
optimizerG.step()
