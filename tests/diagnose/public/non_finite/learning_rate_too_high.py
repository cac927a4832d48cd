# The loss explodes round by round until it overflows
# plain: completes
# expect: non_finite
# cause: overflow

import torch

w = torch.tensor([1.0], requires_grad=True)
opt = torch.optim.SGD([w], lr=10.0)
for step in range(40):
    loss = (w ** 4).sum()  #! birth
    opt.zero_grad()
    loss.backward()
    opt.step()
