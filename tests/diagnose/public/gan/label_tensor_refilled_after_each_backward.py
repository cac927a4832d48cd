# The DCGAN tutorial: one label tensor is filled with ones and zeros in turn, each loss going backward before.
# plain: completes
# expect: nothing
import torch
from torch import nn

netG = nn.Sequential(nn.ConvTranspose2d(3, 4, 4), nn.BatchNorm2d(4), nn.ReLU(True), nn.ConvTranspose2d(4, 1, 4, 2, 1), nn.Tanh())
netD = nn.Sequential(nn.Conv2d(1, 4, 4, 2, 1), nn.LeakyReLU(0.2, inplace=True), nn.Conv2d(4, 1, 4), nn.Sigmoid())
criterion = nn.BCELoss()
optD = torch.optim.Adam(netD.parameters(), lr=2e-4, betas=(0.5, 0.999))
optG = torch.optim.Adam(netG.parameters(), lr=2e-4, betas=(0.5, 0.999))
for i in range(2):
    netD.zero_grad()
    real = torch.rand(3, 1, 8, 8)
    label = torch.full((3,), 1.0)
    errD_real = criterion(netD(real).view(-1), label)
    errD_real.backward()
    fake = netG(torch.randn(3, 3, 1, 1))
    label.fill_(0.0)
    errD_fake = criterion(netD(fake.detach()).view(-1), label)
    errD_fake.backward()
    errD = errD_real + errD_fake
    optD.step()
    netG.zero_grad()
    label.fill_(1.0)
    errG = criterion(netD(fake).view(-1), label)
    errG.backward()
    optG.step()
    print(f"{errD.item():.3f} {errG.item():.3f}")
