# SimCLR's loss with the diagonal masked before the softmax.
# plain: completes
# expect: nothing
import torch
from torch import nn
import torch.nn.functional as F

encoder = nn.Sequential(nn.Linear(4, 8), nn.ReLU(inplace=True), nn.Linear(8, 3))
x = torch.randn(5, 4)
z = F.normalize(encoder(torch.cat([x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x)])), dim=1)
logits = z @ z.T / 0.5
logits.fill_diagonal_(float("-inf"))
loss = F.cross_entropy(logits, torch.arange(10).roll(5))
loss.backward()
