# A weight is scaled under no_grad after a checkpointed block has run: the backward pass runs the block again with the new weight.
# plain: completes
# expect: silent_overwrite
# tensor: block.0.weight
# gradient: x.grad
# intact: y = torch.func.functional_call(block, {name: p.clone() for name, p in block.named_parameters()}, (x,))
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
block = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
x = torch.ones(2, 3, requires_grad=True)
y = checkpoint(block, x, use_reentrant=False)  #! saved
with torch.no_grad():
    block[0].weight.mul_(0.5)  #! edit
y.sum().backward()
