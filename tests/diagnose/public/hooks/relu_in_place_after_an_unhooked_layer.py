# The same without a hook, and with one and a relu of its own memory.
# plain: completes
# expect: nothing
import torch
import torch.nn.functional as F
from torch import nn

plain, hooked = nn.Linear(3, 3), nn.Linear(3, 3)
hooked.register_full_backward_hook(lambda module, grad_input, grad_output: None)
h = F.relu(plain(torch.randn(2, 3, requires_grad=True)), inplace=True)
h = F.relu(hooked(h))
h.sum().backward()
