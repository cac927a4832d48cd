# Model-agnostic meta-learning of sine waves with one inner step.
import math

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
INNER_LR, TASKS, SHOTS = 0.01, 2, 5


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(1, 16)
        self.fc2 = nn.Linear(16, 16)
        self.fc3 = nn.Linear(16, 1)

    def forward(self, x):
        x = torch.relu(self.fc1(x))
        x = torch.relu(self.fc2(x))
        return self.fc3(x)


class SineTask:
    def __init__(self):
        self.amplitude = 0.1 + 4.9 * torch.rand(1)
        self.phase = math.pi * torch.rand(1)

    def sample(self, count):
        x = 10 * torch.rand(count, 1) - 5
        return x, self.amplitude * torch.sin(x + self.phase)


model = Regressor()
meta_optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)


def adapt(task):
    """One step of gradient descent on the support set."""
    x, y = task.sample(SHOTS)
    support_loss = F.mse_loss(model(x), y)
    gradients = torch.autograd.grad(support_loss, list(model.parameters()))
    with torch.no_grad():
        for parameter, gradient in zip(model.parameters(), gradients):
            parameter.sub_(INNER_LR * gradient)


def restore(weights):
    with torch.no_grad():
        for parameter, weight in zip(model.parameters(), weights):
            parameter.copy_(weight)


for meta_step in range(2):
    initial = [parameter.detach().clone() for parameter in model.parameters()]
    meta_loss = torch.zeros(())
    for _ in range(TASKS):
        task = SineTask()
        adapt(task)
        x, y = task.sample(SHOTS)
        meta_loss = meta_loss + F.mse_loss(model(x), y)
        restore(initial)

    meta_optimizer.zero_grad()
    (meta_loss / TASKS).backward()
    meta_optimizer.step()
    print(meta_step, meta_loss.item())
