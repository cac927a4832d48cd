# %%
import torch
from torch import nn

torch.manual_seed(3);
latent, width = 4, 6

# %% Two players
def block(i, o):
    return nn.Sequential(nn.Linear(i, o), nn.LeakyReLU(0.2))


G = nn.Sequential(block(latent, width), nn.Linear(width, 2))
D = nn.Sequential(block(2, width), nn.Linear(width, 1))
opt_g = torch.optim.Adam(G.parameters(), lr=1e-2, betas=(0.5, 0.999))
opt_d = torch.optim.Adam(D.parameters(), lr=1e-2, betas=(0.5, 0.999))
bce = nn.BCEWithLogitsLoss()
sum(p.numel() for p in G.parameters()), sum(p.numel() for p in D.parameters())

# %%
real = torch.randn(8, 2) + 3
ones, zeros = torch.ones(8, 1), torch.zeros(8, 1)

# %% Naive: one fake batch, both backward passes
fake = G(torch.randn(8, latent))
loss_d = bce(D(real), ones) + bce(D(fake), zeros)
loss_d.backward()
opt_d.step()
loss_g = bce(D(fake), ones)
loss_g.backward()

# %% retain_graph, and the step in between edits what was kept
opt_d.zero_grad()
opt_g.zero_grad()
fake = G(torch.randn(8, latent))
score = D(fake)
loss_d = bce(D(real), ones) + bce(score, zeros)
loss_g = bce(score, ones)
loss_d.backward(retain_graph=True)
opt_d.step()
loss_g.backward()

# %%
[None if p.grad is None else tuple(p.grad.shape) for p in G.parameters()]

# %% Mended: detach for the one, a new score for the other
def step_d(fake):
    opt_d.zero_grad()
    loss = bce(D(real), ones) + bce(D(fake.detach()), zeros)
    loss.backward()
    opt_d.step()
    return loss.detach()


def step_g(fake):
    opt_g.zero_grad()
    loss = bce(D(fake), ones)
    loss.backward()
    opt_g.step()
    return loss.detach()


# %%
losses = []
for i in range(3):
    fake = G(torch.randn(8, latent))
    losses.append((step_d(fake), step_g(fake)))
print(*(f"{d:.4f} {g:.4f}" for d, g in losses), sep="\n")

# %% Frozen judge
for p in D.parameters():
    p.requires_grad_(False)
loss = step_g(G(torch.randn(8, latent)))
loss, [p.grad is None for p in D.parameters()]

# %%
step_d(fake)

# %%
D.requires_grad_(True)
step_d(fake).item() > 0

# %% A penalty on the gradient
mixed = torch.lerp(real, fake.detach(), torch.rand(8, 1)).requires_grad_()
(g,) = torch.autograd.grad(D(mixed).sum(), mixed, create_graph=True)
penalty = ((g.norm(dim=1) - 1) ** 2).mean()
opt_d.zero_grad()
penalty.backward()
opt_d.step()
penalty
