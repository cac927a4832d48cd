# A variational autoencoder of binary pictures.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
PIXELS, HIDDEN, LATENT = 36, 20, 4


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(PIXELS, HIDDEN)
        self.mean = nn.Linear(HIDDEN, LATENT)
        self.log_variance = nn.Linear(HIDDEN, LATENT)

    def forward(self, x):
        h = F.relu(self.hidden(x))
        return self.mean(h), self.log_variance(h)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(LATENT, HIDDEN)
        self.out = nn.Linear(HIDDEN, PIXELS)

    def forward(self, z):
        return torch.sigmoid(self.out(F.relu(self.hidden(z))))


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.decoder = Decoder()

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        eps = torch.randn_like(std)
        return std.mul_(eps).add_(mu)

    def forward(self, x):
        mu, logvar = self.encoder(x)
        z = self.reparameterize(mu, logvar)
        return self.decoder(z), mu, logvar


def elbo(recon, x, mu, logvar):
    bce = F.binary_cross_entropy(recon, x, reduction="sum")
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return bce + kld


model = VAE()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
pictures = (torch.rand(24, PIXELS) > 0.5).float()

for epoch in range(2):
    running = 0.0
    for batch in pictures.split(8):
        optimizer.zero_grad()
        recon, mu, logvar = model(batch)
        loss = elbo(recon, batch, mu, logvar)
        loss.backward()
        optimizer.step()
        running += loss.item()
    print(epoch, running / len(pictures))
