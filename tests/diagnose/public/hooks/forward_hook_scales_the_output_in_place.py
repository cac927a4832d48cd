# A forward hook on a sigmoid scales the output in place, to knock out units.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: output
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Sigmoid(), nn.Linear(4, 1))
keep = torch.tensor([1.0, 0.0, 1.0, 1.0])


def knock_out(module, args, output):
    output.mul_(keep)  #! edit


net[1].register_forward_hook(knock_out)
loss = net(torch.randn(2, 3)).sum()  #! saved
loss.backward()  #! raise
