# A word language model updates each parameter with add_ by hand.
# plain: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
import torch
from torch import nn

model = nn.Linear(3, 2)
for step in range(2):
    model.zero_grad()
    model(torch.randn(4, 3)).pow(2).mean().backward()
    nn.utils.clip_grad_norm_(model.parameters(), 0.25)
    for p in model.parameters():
        p.add_(p.grad, alpha=-0.1)  #! edit raise
