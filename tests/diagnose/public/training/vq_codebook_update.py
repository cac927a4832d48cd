# A VQ-VAE whose straight-through estimator and losses detach on purpose.
# plain: completes
# expect: nothing
import torch
from torch import nn

class VQ(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(6, 4)
        self.decoder = nn.Linear(4, 6)
        self.codebook = nn.Parameter(torch.randn(5, 4))
    def forward(self, x):
        z = self.encoder(x)
        idx = torch.cdist(z, self.codebook).argmin(1)
        e = self.codebook[idx]
        zq = z + (e - z).detach()
        return self.decoder(zq), (z.detach() - e).pow(2).mean() + 0.25 * (z - e.detach()).pow(2).mean(), idx, z

vq = VQ()
opt = torch.optim.Adam(vq.parameters())
for _ in range(2):
    x = torch.randn(8, 6)
    out, vq_loss, idx, z = vq(x)
    loss = (out - x).pow(2).mean() + vq_loss
    opt.zero_grad()
    loss.backward()
    opt.step()
