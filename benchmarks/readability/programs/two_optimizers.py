# Domain-adversarial training: one encoder, a task head and a domain head with an optimizer each.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(10, 24), nn.BatchNorm1d(24), nn.ReLU(), nn.Linear(24, 8))

    def forward(self, x):
        return self.layers(x)


class Head(nn.Module):
    def __init__(self, outputs):
        super().__init__()
        self.hidden = nn.Linear(8, 16)
        self.out = nn.Linear(16, outputs)

    def forward(self, h):
        return self.out(F.relu(self.hidden(h)))


encoder, task_head, domain_head = Encoder(), Head(4), Head(2)
opt_task = torch.optim.Adam([*encoder.parameters(), *task_head.parameters()], lr=1e-3)
opt_domain = torch.optim.Adam(domain_head.parameters(), lr=1e-3)

source, target = torch.randn(12, 10), torch.randn(12, 10) + 0.5
labels = torch.randint(4, (12,))
domains = torch.cat([torch.zeros(12), torch.ones(12)]).long()


def accuracy(logits, wanted):
    return (logits.argmax(1) == wanted).float().mean().item()


for epoch in range(2):
    features = encoder(torch.cat([source, target]))
    task_loss = F.cross_entropy(task_head(features[:12]), labels)
    domain_logits = domain_head(features)
    domain_loss = F.cross_entropy(domain_logits, domains)
    confusion = task_loss - 0.1 * domain_loss

    opt_domain.zero_grad()
    domain_loss.backward(retain_graph=True)
    opt_domain.step()

    opt_task.zero_grad()
    confusion.backward()
    opt_task.step()
    print(epoch, task_loss.item(), accuracy(domain_logits, domains))
