# VQ-VAE whose codebook is a buffer that follows by moving averages inside the forward; the straight-through estimator is used.
# plain: completes
# expect: nothing
import torch
from torch import nn
import torch.nn.functional as F


class Quantizer(nn.Module):
    def __init__(self, codes=6, dim=3, decay=0.9):
        super().__init__()
        self.decay = decay
        self.register_buffer("codebook", torch.randn(codes, dim))
        self.register_buffer("counts", torch.ones(codes))
        self.register_buffer("sums", self.codebook.clone())

    def forward(self, z):
        distance = z.pow(2).sum(1, keepdim=True) - 2 * z @ self.codebook.T + self.codebook.pow(2).sum(1)
        index = distance.argmin(1)
        one_hot = F.one_hot(index, len(self.codebook)).to(z.dtype)
        quantized = F.embedding(index, self.codebook)
        if self.training:
            self.counts.mul_(self.decay).add_(one_hot.sum(0), alpha=1 - self.decay)
            self.sums.mul_(self.decay).add_(one_hot.T @ z.detach(), alpha=1 - self.decay)
            self.codebook.copy_(self.sums / self.counts.clamp(min=1e-5)[:, None])
        commitment = F.mse_loss(z, quantized)
        return z + (quantized - z).detach(), commitment


encoder, quantizer, decoder = nn.Linear(5, 3), Quantizer(), nn.Linear(3, 5)
opt = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()])
for _ in range(2):
    x = torch.randn(7, 5)
    q, commitment = quantizer(encoder(x))
    loss = F.mse_loss(decoder(q), x) + 0.25 * commitment
    opt.zero_grad()
    loss.backward()
    opt.step()
