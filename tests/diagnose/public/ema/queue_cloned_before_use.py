# The same with queue.clone().detach() in the product: fine.
# plain: completes
# expect: nothing
import torch
from torch import nn

torch.manual_seed(0)
encoder = nn.Linear(4, 3)
queue, pointer = nn.functional.normalize(torch.randn(3, 8), dim=0), 0
opt = torch.optim.SGD(encoder.parameters(), lr=0.1)
for _ in range(3):
    q = nn.functional.normalize(encoder(torch.randn(2, 4)), dim=1)
    k = q.detach().roll(1, 0)
    logits = torch.cat([(q * k).sum(1, keepdim=True), q @ queue.clone().detach()], 1)
    queue[:, pointer : pointer + 2] = k.T
    pointer = (pointer + 2) % 8
    loss = nn.functional.cross_entropy(logits, torch.zeros(2, dtype=torch.long))
    opt.zero_grad()
    loss.backward()
    opt.step()
