# A softly assigned codebook follows by a moving average under no_grad before backward; the distances had saved it.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: codebook
import torch
from torch import nn

encoder = nn.Linear(4, 3)
codebook = nn.Parameter(torch.randn(5, 3))
x = torch.randn(6, 4)
z = encoder(x)
weights = (z @ codebook.T).softmax(1)
mixed = weights @ codebook  #! saved
with torch.no_grad():
    codebook.mul_(0.99).add_(0.01 * weights.T @ z)  #! edit
loss = (mixed - z.detach()).pow(2).mean()
loss.backward()  #! raise
