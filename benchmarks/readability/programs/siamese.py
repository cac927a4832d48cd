# Signatures are compared by a network with shared weights and a contrastive loss.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
MARGIN = 1.0


class Tower(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 4, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(4, 8, 3), nn.ReLU(), nn.Flatten()
        )
        self.embed = nn.Linear(32, 6)

    def forward(self, x):
        return self.embed(self.features(x))


class Siamese(nn.Module):
    def __init__(self):
        super().__init__()
        self.tower = Tower()

    def forward(self, left, right):
        return self.tower(left), self.tower(right)


def contrastive_loss(a, b, same):
    squared = (a - b).pow(2).sum(dim=1)
    distance = torch.sqrt(squared + 1e-8)
    pull = same * squared
    distance.neg_().add_(MARGIN).clamp_(min=0)
    push = (1 - same) * distance.pow(2)
    return (pull + push).mean()


class Pairs(torch.utils.data.Dataset):
    def __init__(self, people=4, count=8):
        prototypes = torch.randn(people, 1, 10, 10)
        who = torch.randint(people, (count, 2))
        self.left = prototypes[who[:, 0]] + 0.1 * torch.randn(count, 1, 10, 10)
        self.right = prototypes[who[:, 1]] + 0.1 * torch.randn(count, 1, 10, 10)
        self.same = (who[:, 0] == who[:, 1]).float()

    def __len__(self):
        return len(self.same)

    def __getitem__(self, index):
        return self.left[index], self.right[index], self.same[index]


loader = torch.utils.data.DataLoader(Pairs(), batch_size=4)
model = Siamese()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-4)

for epoch in range(2):
    for left, right, same in loader:
        a, b = model(left, right)
        loss = contrastive_loss(a, b, same)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())
