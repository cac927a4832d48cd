# A hand-written hinge loss builds its result from Python numbers, so nothing leads back to the scores.
# plain: raises RuntimeError: does not require grad and does not have a grad_fn
# expect: no_grad_path
# tensor: loss
import torch
from torch import nn


class Hinge(nn.Module):
    def __init__(self, margin):
        super().__init__()
        self.margin = margin

    def forward(self, scores, labels):
        total = 0.0
        for row, label in zip(scores, labels):
            right = row[label].item()
            for other in range(len(row)):
                if other != label:
                    total += max(0.0, row[other].item() - right + self.margin)  #! cut
        return torch.tensor(total / len(labels))


net, criterion = nn.Linear(4, 3), Hinge(1.0)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(5, 4), torch.tensor([0, 1, 2, 1, 0])
loss = criterion(net(x), y)
opt.zero_grad()
loss.backward()  #! raise
opt.step()
