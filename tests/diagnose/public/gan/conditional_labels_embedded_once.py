# The class embedding is computed once before the loop; its graph is used up by the discriminator's first backward.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
import torch
from torch import nn
from torch.nn import functional as F


class Conditional(nn.Module):
    def __init__(self, classes, width):
        super().__init__()
        self.table = nn.Embedding(classes, width)
        self.mix = nn.Sequential(nn.Linear(width, width), nn.Tanh())
        self.out = nn.Linear(width + 2, 1)

    def condition(self, labels):
        return self.mix(self.table(labels))

    def forward(self, points, condition):
        return self.out(torch.cat([points, condition], dim=1))


net = Conditional(3, 4)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
labels = torch.tensor([0, 1, 2, 1])
condition = net.condition(labels)
for step in range(3):
    points = torch.randn(4, 2)
    opt.zero_grad()
    loss = F.binary_cross_entropy_with_logits(net(points, condition), torch.ones(4, 1))
    loss.backward()  #! raise
    opt.step()
