# The encoder runs once before the loop over epochs.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
# tensor: loss
import torch
from torch import nn

encoder, head = nn.Sequential(nn.Linear(5, 4), nn.Tanh()), nn.Linear(4, 2)
x, y = torch.randn(8, 5), torch.arange(8) % 2
features = encoder(x)
opt = torch.optim.Adam(head.parameters())
for epoch in range(3):
    loss = nn.functional.cross_entropy(head(features), y)
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
