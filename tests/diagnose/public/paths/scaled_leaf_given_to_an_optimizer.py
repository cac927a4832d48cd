# A tensor that requires grad is scaled at creation and given to an optimizer: it is no leaf any more.
# plain: raises ValueError: can't optimize a non-leaf Tensor
# expect: non_leaf_optimized
# tensor: latent
import torch

latent = torch.randn(1, 8, requires_grad=True) * 0.01
optimizer = torch.optim.Adam([latent], lr=0.1)  #! raise
for _ in range(2):
    loss = (latent - 1).pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
