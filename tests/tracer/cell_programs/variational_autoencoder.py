# %% [markdown]
# # A small VAE
# 1. data 2. model 3. loss 4. training, in that order

# %%
import os
import random
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset, random_split

def set_seed(seed: int = 42) -> None:
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    os.environ["PYTHONHASHSEED"] = str(seed)
    print(f"Random seed set as {seed}")

set_seed()
device = "cuda" if torch.cuda.is_available() else "cpu"
device

# %%
data = torch.rand(24, 6)
dataset = TensorDataset(data, data.sum(1) > 3)
train_set, valid_set = random_split(dataset, [16, 8])
train_loader = DataLoader(train_set, batch_size=4, shuffle=True)
valid_loader = DataLoader(valid_set, batch_size=8)
len(train_loader), len(valid_loader)

# %%
xb, yb = next(iter(train_loader))
print(xb.shape, yb.dtype)
xb[0]

# %%
class VAE(nn.Module):
    def __init__(self, d=6, h=5, z=2):
        super().__init__()
        self.enc = nn.Linear(d, h)
        self.mu = nn.Linear(h, z)
        self.logvar = nn.Linear(h, z)
        self.dec = nn.Sequential(nn.Linear(z, h), nn.ReLU(True), nn.Linear(h, d), nn.Sigmoid())

    def reparameterize(self, mu, logvar):
        std = logvar.mul_(0.5).exp_()
        return mu + std * torch.randn_like(std)

    def forward(self, x):
        h = F.relu(self.enc(x))
        mu, logvar = self.mu(h), self.logvar(h)
        return self.dec(self.reparameterize(mu, logvar)), mu, logvar

vae = VAE().to(device)
vae

# %%
def elbo(recon, x, mu, logvar):
    bce = F.binary_cross_entropy(recon, x, reduction="sum")
    kld = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum()
    return bce + kld

# %%
optimizer = torch.optim.Adam(vae.parameters(), 1e-2)
def train(epochs):
    for epoch in range(1, epochs + 1):
        vae.train()
        total = 0
        for x, _ in train_loader:
            optimizer.zero_grad()
            loss = elbo(*((lambda r, m, l: (r, x, m, l))(*vae(x))))
            loss.backward()
            total += loss.item()
            optimizer.step()
        print("====> Epoch: {} Average loss: {:.4f}".format(epoch, total / 16))
train(1)

# %% Without the edits in place
def reparameterize(self, mu, logvar):
    std = torch.exp(0.5 * logvar)
    return mu + std * torch.randn_like(std)

VAE.reparameterize = reparameterize
train(2)

# %%
@torch.no_grad()
def evaluate():
    vae.eval()
    return sum(elbo(r, x, m, l).item() for x, _ in valid_loader for r, m, l in [vae(x)])

round(evaluate(), 4)

# %%
F.binary_cross_entropy(vae(data)[0] * 2, data)

# %%
samples = vae.dec(torch.randn(3, 2))
samples.numpy()

# %%
samples.detach().numpy().round(3)

# %%
z = torch.zeros(1, 2, requires_grad=True)
opt = torch.optim.SGD([z], lr=0.5)
for _ in range(3):
    opt.zero_grad()
    F.mse_loss(vae.dec(z), data[:1]).backward()
    opt.step()
z

# %%
torch.distributions.kl_divergence(torch.distributions.Normal(z, 1.0), torch.distributions.Normal(0.0, 1.0)).sum().backward()
z.grad

# %%
torch.distributions.Normal(z, -1.0)

# %%
assert not vae.training, "still training"
del vae
vae
