# The same through .data: nothing is raised, and the encoder's gradient is computed with the moved codebook.
# plain: completes
# expect: silent_overwrite
# gradient: encoder.weight.grad
# intact: logits = z @ codebook.clone().T
import torch
from torch import nn

encoder = nn.Linear(4, 3)
codebook = nn.Parameter(torch.randn(5, 3))
x = torch.randn(6, 4)
z = encoder(x)
logits = z @ codebook.T  #! saved
loss = nn.functional.cross_entropy(logits, torch.arange(6) % 5)
codebook.data.mul_(0.5).add_(0.5 * torch.ones(5, 3))  #! edit
loss.backward()
