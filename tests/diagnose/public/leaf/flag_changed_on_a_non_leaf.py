# requires_grad is switched off on an activation to freeze it.
# plain: raises RuntimeError: you can only change requires_grad flags of leaf variables
# expect: non_leaf_flag
# tensor: features
import torch
from torch import nn

backbone, head = nn.Linear(3, 4), nn.Linear(4, 1)
features = backbone(torch.randn(2, 3))
features.requires_grad = False  #! raise
head(features).sum().backward()
