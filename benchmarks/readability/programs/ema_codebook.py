# An autoencoder with a codebook that follows the encoder by moving averages.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class SoftCodebook(nn.Module):
    """Replaces each vector by a mixture of codes; the codes are moved without gradients."""

    def __init__(self, codes=8, width=6, decay=0.9):
        super().__init__()
        self.decay = decay
        self.register_buffer("codes", torch.randn(codes, width))
        self.register_buffer("counts", torch.ones(codes))
        self.register_buffer("sums", self.codes.clone())

    def update(self, flat, assignment):
        with torch.no_grad():
            self.counts.mul_(self.decay).add_((1 - self.decay) * assignment.sum(0))
            self.sums.mul_(self.decay).add_((1 - self.decay) * assignment.t() @ flat)
            self.codes.copy_(self.sums / self.counts.unsqueeze(1).clamp(min=1e-5))

    def forward(self, z):
        similarity = z @ self.codes.t()
        weights = similarity.softmax(dim=1)
        mixed = weights @ self.codes
        if self.training:
            self.update(z.detach(), weights.detach())
        return mixed, weights


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 6))
        self.codebook = SoftCodebook()
        self.decoder = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 12))

    def forward(self, x):
        z = self.encoder(x)
        mixed, weights = self.codebook(z)
        return self.decoder(mixed), z, mixed, weights


model = Autoencoder()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
data = torch.randn(32, 12)

for epoch in range(2):
    for batch in data.split(16):
        reconstruction, z, mixed, weights = model(batch)
        commitment = F.mse_loss(z, mixed.detach())
        usage = weights.mean(0)
        entropy = -(usage * usage.clamp(min=1e-8).log()).sum()
        loss = F.mse_loss(reconstruction, batch) + 0.25 * commitment - 0.01 * entropy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())
