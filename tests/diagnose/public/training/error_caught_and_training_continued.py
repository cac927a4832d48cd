# A training loop that catches the version error of a bad batch and goes on.
# plain: completes
# expect: version_mismatch
# tensor: p
import torch
from torch import nn

net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i, x in enumerate(torch.randn(3, 4, 3)):
    opt.zero_grad()
    p = net(x).sigmoid()  #! saved
    if i == 1:
        p.clamp_(0.4, 0.6)  #! edit
    try:
        p.sum().backward()
    except RuntimeError as error:
        print("skipped batch", i)
        continue
    opt.step()
