# The same, done right: scaled first, then made to require grad.
# plain: completes
# expect: nothing
import torch

latent = (torch.randn(1, 8) * 0.01).requires_grad_()
optimizer = torch.optim.Adam([latent], lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    (latent - 1).pow(2).sum().backward()
    optimizer.step()
