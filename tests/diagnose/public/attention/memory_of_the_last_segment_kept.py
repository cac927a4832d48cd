# A segment-wise recurrent transformer keeps the last segment's hidden states without detaching them.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
import torch
from torch import nn


class Segment(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.memory = None

    def forward(self, x):
        seen = x if self.memory is None else torch.cat([self.memory, x], dim=1)
        scores = self.query(x) @ self.key(seen).transpose(1, 2)
        out = scores.softmax(-1) @ self.value(seen)
        self.memory = out
        return out


model = Segment()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for segment in torch.randn(3, 2, 5, 4):
    loss = model(segment).pow(2).mean()
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
