# The norm is clipped before GradScaler divides by its scale.
# plain: completes
# expect: order_of_calls
import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
x = torch.randn(8, 3)
for step in range(3):
    opt.zero_grad()
    loss = net(x).pow(2).mean()
    scaler.scale(loss).backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)  #! here
    scaler.step(opt)
    scaler.update()
