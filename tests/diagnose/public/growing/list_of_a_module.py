# A module appends its activations to a list of its own.
# plain: completes
# expect: graph_grows
# tensor: self.acts | model.acts
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.side, self.main, self.acts = nn.Linear(3, 3), nn.Linear(3, 1), []

    def forward(self, x):
        self.acts.append(self.side(x).tanh())  #! here
        return self.main(self.side(x))


model = Model()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(ROUNDS):
    loss = model(torch.randn(4, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(len(model.acts))
