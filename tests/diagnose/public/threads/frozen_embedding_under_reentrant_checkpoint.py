# A model whose first layers are frozen is checkpointed: no input requires grad, and so nothing does.
# plain: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
# expect: no_grad_path
# tensor: loss
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

embed, layer, head = nn.Embedding(10, 4), nn.Linear(4, 4), nn.Linear(4, 2)
for p in [*embed.parameters(), *head.parameters()]:
    p.requires_grad = False
h = embed(torch.tensor([1, 2, 3]))
h = checkpoint(layer, h, use_reentrant=True)
loss = head(h).mean()
loss.backward()  #! raise
