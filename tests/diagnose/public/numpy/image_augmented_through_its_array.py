# An image is brightened through the array of its tensor, so the stored batch has changed for the second epoch.
# plain: completes
# expect: shared_storage_edit
# tensor: batch
import numpy as np
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.out = nn.Conv2d(1, 2, 3), nn.Linear(8, 2)

    def forward(self, x):
        return self.out(torch.relu(self.conv(x)).flatten(1))


batch = torch.rand(3, 1, 4, 4)
labels = torch.tensor([0, 1, 0])
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(2):
    pixels = batch.numpy()
    np.multiply(pixels, 1.5, out=pixels)  #! edit
    loss = nn.functional.cross_entropy(net(batch), labels)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(float(batch.max()) > 1)
