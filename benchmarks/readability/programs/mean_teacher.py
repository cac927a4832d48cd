# Semi-supervised learning: a teacher follows the student by a moving average.
import copy

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class Student(nn.Module):
    def __init__(self, classes=3):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv1d(2, 6, 3, padding=1), nn.BatchNorm1d(6), nn.ReLU(), nn.AdaptiveMaxPool1d(4), nn.Flatten()
        )
        self.classifier = nn.Sequential(nn.Linear(24, 16), nn.ReLU(), nn.Dropout(0.2), nn.Linear(16, classes))

    def forward(self, x):
        return self.classifier(self.features(x))


class Averaged:
    def __init__(self, model, decay=0.95):
        self.model = copy.deepcopy(model)
        self.decay = decay
        for parameter in self.model.parameters():
            parameter.requires_grad_(False)

    @torch.no_grad()
    def update(self, model):
        for slow, fast in zip(self.model.parameters(), model.parameters()):
            slow.mul_(self.decay).add_(fast, alpha=1 - self.decay)
        for slow, fast in zip(self.model.buffers(), model.buffers()):
            slow.copy_(fast)


def noisy(x):
    return x + 0.1 * torch.randn_like(x)


student = Student()
teacher = Averaged(student)
optimizer = torch.optim.SGD(student.parameters(), lr=0.05, momentum=0.9, nesterov=True)
labelled, labels = torch.randn(6, 2, 12), torch.randint(3, (6,))
unlabelled = torch.randn(10, 2, 12)

for step in range(3):
    logits = student(noisy(torch.cat([labelled, unlabelled])))
    supervised = F.cross_entropy(logits[:6], labels)
    with torch.no_grad():
        wanted = teacher.model(noisy(unlabelled)).softmax(1)
    consistency = F.mse_loss(logits[6:].softmax(1), wanted)
    loss = supervised + min(1.0, step / 2) * consistency
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    teacher.update(student)
    print(step, supervised.item(), consistency.item())
