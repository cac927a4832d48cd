# An online network predicts what a slower target network says of another view.
import copy

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class MLP(nn.Module):
    def __init__(self, inputs, hidden, outputs):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(inputs, hidden), nn.BatchNorm1d(hidden), nn.ReLU(inplace=True), nn.Linear(hidden, outputs)
        )

    def forward(self, x):
        return self.net(x)


class BYOL(nn.Module):
    def __init__(self, width=10, hidden=20, latent=8, momentum=0.99):
        super().__init__()
        self.online_encoder = nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), MLP(hidden, hidden, latent))
        self.predictor = MLP(latent, hidden, latent)
        self.target_encoder = copy.deepcopy(self.online_encoder)
        for parameter in self.target_encoder.parameters():
            parameter.requires_grad = False
        self.momentum = momentum

    @torch.no_grad()
    def update_target(self):
        for slow, fast in zip(self.target_encoder.parameters(), self.online_encoder.parameters()):
            slow.data = self.momentum * slow.data + (1 - self.momentum) * fast.data

    def loss(self, first, second):
        p1 = self.predictor(self.online_encoder(first))
        p2 = self.predictor(self.online_encoder(second))
        with torch.no_grad():
            t1, t2 = self.target_encoder(first), self.target_encoder(second)
        return regression(p1, t2) + regression(p2, t1)


def regression(prediction, target):
    return 2 - 2 * F.cosine_similarity(prediction, target, dim=-1).mean()


model = BYOL()
trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
optimizer = torch.optim.SGD(trained, lr=0.05, momentum=0.9)
samples = torch.randn(12, 10)

for step in range(2):
    first = samples + 0.1 * torch.randn_like(samples)
    second = samples + 0.1 * torch.randn_like(samples)
    loss = model.loss(first, second)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    model.update_target()
    print(step, loss.item())
