# A similarity matrix's diagonal is zeroed in place after exp, in a contrastive loss.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: sim
import torch
from torch import nn
import torch.nn.functional as F

net = nn.Linear(4, 3)
z = F.normalize(net(torch.randn(6, 4)), dim=1)
sim = torch.exp(z @ z.T / 0.5)  #! saved
sim.fill_diagonal_(0)  #! edit
positive = sim[torch.arange(6), torch.arange(6).roll(3)]
loss = -torch.log(positive / sim.sum(1)).mean()
loss.backward()  #! raise
