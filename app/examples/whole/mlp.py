import torch
from torch import nn

class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(2, 4)
        self.out = nn.Linear(4, 1)

    def forward(self, x):
        return self.out(torch.tanh(self.hidden(x)))

model = MLP()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

loss = model(torch.ones(3, 2)).pow(2).mean()
loss.backward()
optimizer.step()
