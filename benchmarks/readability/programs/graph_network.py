# Message passing over the edges of random graphs, with a readout per graph.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


def random_graph(nodes=7, edges=14):
    source = torch.randint(nodes, (edges,))
    target = torch.randint(nodes, (edges,))
    features = torch.randn(nodes, 5)
    label = torch.bincount(target, minlength=nodes).max().float()
    return features, source, target, label


class MessageLayer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.message = nn.Sequential(nn.Linear(2 * width, width), nn.ReLU(), nn.Linear(width, width))
        self.gate = nn.Linear(width, width)

    def forward(self, h, source, target):
        pairs = torch.cat([h[source], h[target]], dim=1)
        messages = self.message(pairs)
        gate = torch.sigmoid(self.gate(h))
        h.index_add_(0, target, messages)
        return torch.tanh(h * gate)


class GraphNet(nn.Module):
    def __init__(self, width=8, layers=3):
        super().__init__()
        self.inp = nn.Linear(5, width)
        self.layers = nn.ModuleList(MessageLayer(width) for _ in range(layers))
        self.readout = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, features, source, target):
        h = self.inp(features)
        for layer in self.layers:
            h = layer(h, source, target)
        return self.readout(h.mean(0)).squeeze(-1)


graphs = [random_graph() for _ in range(3)]
model = GraphNet()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

for epoch in range(2):
    total = 0.0
    for features, source, target, label in graphs:
        prediction = model(features, source, target)
        loss = F.smooth_l1_loss(prediction, label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print(epoch, total / len(graphs))
