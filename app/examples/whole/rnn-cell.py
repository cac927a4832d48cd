import torch
from torch import nn

cell = nn.RNNCell(2, 3)
inputs = torch.randn(4, 1, 2)
state = torch.zeros(1, 3)
outputs = torch.zeros(4, 1, 3)

for t in range(4):
    state = cell(inputs[t], state)
    outputs[t] = state

loss = outputs.pow(2).mean()
loss.backward()
print("weight_hh.grad", tuple(cell.weight_hh.grad.shape))
