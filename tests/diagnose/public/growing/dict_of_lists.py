# Metrics are collected in a dict of lists, one of them with its graph.
# plain: completes
# expect: graph_grows
# tensor: logs['accuracy'] | logs["accuracy"]
import torch
from torch import nn

ROUNDS = 5
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
logs = {"loss": [], "accuracy": []}
for step in range(ROUNDS):
    x = torch.randn(8, 3)
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    logs["loss"].append(loss.item())
    logs["accuracy"].append(net(x).sigmoid().mean())  #! here
print(logs["loss"])
