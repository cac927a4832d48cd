# A ReLU at exactly zero
# plain: completes
# expect: nothing

import torch

x = torch.zeros(3, requires_grad=True)
torch.relu(x).sum().backward()
