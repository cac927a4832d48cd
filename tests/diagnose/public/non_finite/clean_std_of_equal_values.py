# All activations are equal: torch gives their deviation a gradient of zero
# plain: completes
# expect: nothing

import torch

x = torch.ones(4, requires_grad=True)
loss = x.std()
loss.backward()
