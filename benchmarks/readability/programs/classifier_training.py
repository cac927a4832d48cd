# A convolutional classifier with a training and a validation loop.
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 3)
        self.conv2 = nn.Conv2d(6, 12, 3)
        self.dropout = nn.Dropout(0.25)
        self.fc1 = nn.Linear(12 * 9, 24)
        self.fc2 = nn.Linear(24, 10)

    def forward(self, x):
        x = F.relu(self.conv1(x))
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = torch.flatten(self.dropout(x), 1)
        x = F.relu(self.fc1(x))
        return F.log_softmax(self.fc2(x), dim=1)


def train(model, loader, optimizer, epoch):
    model.train()
    for index, (data, target) in enumerate(loader):
        optimizer.zero_grad()
        output = model(data)
        loss = F.nll_loss(output, target)
        loss.backward()
        optimizer.step()
        print(f"epoch {epoch} batch {index}: {loss.item():.4f}")


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    correct, total = 0, 0.0
    for data, target in loader:
        output = model(data)
        total += F.nll_loss(output, target, reduction="sum").item()
        correct += (output.argmax(1) == target).sum().item()
    print(f"validation: {total / len(loader.dataset):.4f}, {correct} right")


def make_set(count):
    return TensorDataset(torch.randn(count, 1, 10, 10), torch.randint(10, (count,)))


model = Net()
optimizer = torch.optim.Adadelta(model.parameters(), lr=1.0)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.7)
training, validation = DataLoader(make_set(12), batch_size=4, shuffle=True), DataLoader(make_set(8), batch_size=8)
for epoch in range(2):
    train(model, training, optimizer, epoch)
    evaluate(model, validation)
    scheduler.step()
