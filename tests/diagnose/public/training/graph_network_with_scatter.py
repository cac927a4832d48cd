# Messages are gathered along edges and added up at the nodes; node features are replaced, not edited.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.message, self.update = nn.Linear(2 * width, width), nn.GRUCell(width, width)

    def forward(self, h, edges):
        source, target = edges
        messages = self.message(torch.cat([h[source], h[target]], 1)).relu_()
        total = torch.zeros_like(h).index_add_(0, target, messages)
        degree = torch.zeros(len(h)).scatter_add_(0, target, torch.ones(len(target))).clamp_(min=1)
        return self.update(total / degree[:, None], h)


class Net(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.start = nn.Linear(3, width)
        self.layers = nn.ModuleList(Layer(width) for _ in range(2))
        self.out = nn.Linear(width, 2)

    def forward(self, x, edges, graph):
        h = self.start(x)
        for layer in self.layers:
            h = layer(h, edges)
        pooled = torch.zeros(int(graph.max()) + 1, h.shape[1]).index_add_(0, graph, h)
        return self.out(pooled)


net = Net()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
edges, graph = torch.tensor([[0, 1, 2, 3, 4], [1, 2, 0, 4, 3]]), torch.tensor([0, 0, 0, 1, 1])
for _ in range(2):
    loss = nn.functional.cross_entropy(net(torch.randn(5, 3), edges, graph), torch.tensor([0, 1]))
    opt.zero_grad()
    loss.backward()
    opt.step()
