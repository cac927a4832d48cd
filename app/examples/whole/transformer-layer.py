import torch
from torch import nn

layer = nn.TransformerEncoderLayer(
    d_model=8,
    nhead=2,
    dim_feedforward=16,
    batch_first=True,
)
tokens = torch.randn(1, 3, 8)

out = layer(tokens)
loss = (out - tokens).pow(2).mean()
loss.backward()
print("gradients", sum(p.grad is not None for p in layer.parameters()))
