# A generator yields the slices of a buffer, each of which is filled in place; the buffer is read at the end.
# plain: completes
# expect: nothing
import torch
from torch import nn


def windows(buffer, size):
    for start in range(0, len(buffer), size):
        yield buffer[start : start + size]


net = nn.Linear(2, 2)
buffer = torch.zeros(6, 2)
for i, window in enumerate(windows(buffer, 2)):
    window.copy_(net(torch.full((2, 2), float(i))))
buffer.pow(2).sum().backward()
