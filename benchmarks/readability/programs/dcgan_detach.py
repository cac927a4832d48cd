# Convolutional generator and discriminator on pictures of eight by eight pixels.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
LATENT = 8


def init_weights(module):
    if isinstance(module, (nn.Conv2d, nn.ConvTranspose2d)):
        nn.init.normal_(module.weight, 0.0, 0.02)
    elif isinstance(module, nn.BatchNorm2d):
        nn.init.normal_(module.weight, 1.0, 0.02)
        nn.init.zeros_(module.bias)


class Generator(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.main = nn.Sequential(
            nn.ConvTranspose2d(LATENT, 2 * width, 4, 1, 0, bias=False),
            nn.BatchNorm2d(2 * width),
            nn.ReLU(True),
            nn.ConvTranspose2d(2 * width, 1, 4, 2, 1, bias=False),
            nn.Tanh(),
        )

    def forward(self, z):
        return self.main(z.view(-1, LATENT, 1, 1))


class Discriminator(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.main = nn.Sequential(
            nn.Conv2d(1, width, 4, 2, 1, bias=False),
            nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(width, 2 * width, 4, 2, 1, bias=False),
            nn.BatchNorm2d(2 * width),
            nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(2 * width, 1, 2),
        )

    def forward(self, x):
        return self.main(x).view(-1)


netG, netD = Generator(), Discriminator()
netG.apply(init_weights)
netD.apply(init_weights)
optimizerD = torch.optim.Adam(netD.parameters(), lr=2e-4, betas=(0.5, 0.999))
optimizerG = torch.optim.Adam(netG.parameters(), lr=2e-4, betas=(0.5, 0.999))

for i in range(2):
    real = torch.rand(4, 1, 8, 8) * 2 - 1
    noise = torch.randn(4, LATENT)
    fake = netG(noise)

    netD.zero_grad()
    out_real = netD(real)
    out_fake = netD(fake)
    errD = F.binary_cross_entropy_with_logits(out_real, torch.ones(4))
    errD = errD + F.binary_cross_entropy_with_logits(out_fake, torch.zeros(4))
    errD.backward()
    optimizerD.step()

    netG.zero_grad()
    out = netD(fake)
    errG = F.binary_cross_entropy_with_logits(out, torch.ones(4))
    errG.backward()
    optimizerG.step()
    print(i, errD.item(), errG.item())
