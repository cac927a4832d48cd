# A small classifier with Dataset, DataLoader, random_split, evaluation under no_grad, checkpoints in memory and early stopping.
# plain: completes
# expect: nothing
import copy
import io

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, random_split


class Digits(Dataset):
    def __init__(self, n=24):
        self.x = torch.randn(n, 1, 6, 6)
        self.y = torch.randint(0, 3, (n,))

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


def evaluate(model, loader):
    model.eval()
    right = 0
    with torch.no_grad():
        for x, y in loader:
            right += (model(x).argmax(1) == y).sum().item()
    return right / len(loader.dataset)


train, valid = random_split(Digits(), [16, 8])
loaders = DataLoader(train, batch_size=8, shuffle=True, num_workers=0), DataLoader(valid, batch_size=8)
model = nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(inplace=True), nn.Dropout2d(0.1), nn.Flatten(), nn.Linear(64, 3))
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
best, best_state = -1.0, None
for epoch in range(2):
    model.train()
    for x, y in loaders[0]:
        opt.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y, label_smoothing=0.1)
        loss.backward()
        opt.step()
    accuracy = evaluate(model, loaders[1])
    if accuracy > best:
        best, best_state = accuracy, copy.deepcopy(model.state_dict())
model.load_state_dict(best_state)
buffer = io.BytesIO()
torch.save({"model": model.state_dict(), "opt": opt.state_dict()}, buffer)
buffer.seek(0)
model.load_state_dict(torch.load(buffer)["model"])
