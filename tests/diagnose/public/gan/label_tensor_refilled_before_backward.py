# The same label tensor, but the two losses are summed and go backward together: the first had saved the labels.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: label
import torch
from torch import nn

netD = nn.Sequential(nn.Linear(4, 1), nn.Sigmoid())
criterion = nn.BCELoss()
real, fake = torch.rand(3, 4), torch.rand(3, 4)
label = torch.full((3, 1), 1.0)
loss_real = criterion(netD(real), label)  #! saved
label.fill_(0.0)  #! edit
loss_fake = criterion(netD(fake), label)
(loss_real + loss_fake).backward()  #! raise
