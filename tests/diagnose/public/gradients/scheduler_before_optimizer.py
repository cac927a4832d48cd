# The scheduler steps at the beginning of each epoch, as before PyTorch 1.1.
# plain: completes
# expect: order_of_calls
import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(opt, step_size=2, gamma=0.1)
for epoch in range(3):
    scheduler.step()  #! here
    for batch in range(2):
        opt.zero_grad()
        net(torch.randn(4, 3)).pow(2).mean().backward()
        opt.step()
