# A criterion calls backward itself, and the trainer calls it again.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
import torch
from torch import nn


class RegularisedDropout(nn.Module):
    def forward(self, one, other, target):
        loss = nn.functional.cross_entropy(one, target) + nn.functional.kl_div(one.log_softmax(-1), other.softmax(-1))
        loss.backward()
        return loss


net = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.3), nn.Linear(8, 3))
x, y = torch.randn(6, 4), torch.randint(0, 3, (6,))
loss = RegularisedDropout()(net(x), net(x), y)
loss.backward()  #! raise
