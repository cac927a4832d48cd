# A vector-quantised autoencoder with straight-through gradients.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class VectorQuantizer(nn.Module):
    def __init__(self, codes=16, width=4, beta=0.25):
        super().__init__()
        self.embedding = nn.Embedding(codes, width)
        nn.init.uniform_(self.embedding.weight, -1 / codes, 1 / codes)
        self.beta = beta

    def forward(self, z):
        flat = z.permute(0, 2, 3, 1).reshape(-1, z.size(1))
        distances = torch.cdist(flat, self.embedding.weight)
        nearest = distances.argmin(1)
        quantized = self.embedding(nearest).view(z.size(0), *z.shape[2:], z.size(1)).permute(0, 3, 1, 2)
        codebook_loss = F.mse_loss(quantized, z.detach())
        commitment = F.mse_loss(z, quantized.detach())
        through = z + (quantized - z).detach()
        return through, codebook_loss + self.beta * commitment, nearest


class ResidualLayer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.block = nn.Sequential(
            nn.ReLU(), nn.Conv2d(width, width, 3, padding=1), nn.ReLU(), nn.Conv2d(width, width, 1)
        )

    def forward(self, x):
        return x + self.block(x)


class VQVAE(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv2d(1, width, 4, 2, 1), nn.ReLU(), ResidualLayer(width), nn.Conv2d(width, 4, 1)
        )
        self.quantizer = VectorQuantizer()
        self.decoder = nn.Sequential(
            nn.Conv2d(4, width, 1), ResidualLayer(width), nn.ConvTranspose2d(width, 1, 4, 2, 1)
        )

    def forward(self, x):
        quantized, vq_loss, codes = self.quantizer(self.encoder(x))
        return self.decoder(quantized), vq_loss, codes


model = VQVAE()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
images = torch.rand(8, 1, 8, 8)

for epoch in range(2):
    for batch in images.split(4):
        reconstruction, vq_loss, codes = model(batch)
        loss = F.mse_loss(reconstruction, batch) + vq_loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(epoch, loss.item(), codes.unique().numel())
