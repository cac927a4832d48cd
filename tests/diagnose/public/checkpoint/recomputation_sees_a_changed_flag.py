# The checkpointed function depends on a flag that has changed by the time of backward.
# plain: raises CheckpointError: A different number of tensors was saved during the original forward and recomputation
# expect: unknown the recomputation took another branch than the forward
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

layer = nn.Linear(3, 3)
training = True


def block(x):
    y = layer(x)
    return y.tanh().sin() if training else y


x = torch.randn(2, 3, requires_grad=True)
loss = checkpoint(block, x, use_reentrant=False).sum()
training = False
loss.backward()  #! raise
