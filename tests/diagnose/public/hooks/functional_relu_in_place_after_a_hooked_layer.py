# A layer has a full backward hook, and F.relu works in place on what it returns.
# plain: raises RuntimeError: is a view and is being modified inplace
# expect: view_in_place
import torch
import torch.nn.functional as F
from torch import nn

layer = nn.Linear(3, 3)
layer.register_full_backward_hook(lambda module, grad_input, grad_output: None)
h = F.relu(layer(torch.randn(2, 3, requires_grad=True)), inplace=True)  #! raise
h.sum().backward()
