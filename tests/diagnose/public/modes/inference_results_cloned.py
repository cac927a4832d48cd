# The same with clones: fine.
# plain: completes
# expect: nothing
import torch
from torch import nn

policy, value = nn.Linear(3, 2), nn.Linear(3, 1)
obs, actions = torch.randn(5, 3), torch.randint(0, 2, (5, 1))
with torch.inference_mode():
    old = policy(obs).log_softmax(1).gather(1, actions)
    adv = 1 - value(obs)
old, adv = old.clone(), adv.clone()
new = policy(obs).log_softmax(1).gather(1, actions)
(-((new - old).exp() * adv).mean()).backward()
