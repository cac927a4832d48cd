# Advantages are normalised in place; the standard deviation had saved what the same line divides.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: adv
import torch
from torch import nn

value = nn.Linear(4, 1)
policy = nn.Linear(4, 2)
states, actions = torch.randn(10, 4), torch.randint(0, 2, (10,))
returns = torch.linspace(1, 2, 10)

adv = returns - value(states).squeeze(-1)
adv -= adv.mean()
adv /= adv.std() + 1e-8  #! saved edit
logp = policy(states).log_softmax(-1)[torch.arange(10), actions]
loss = -(logp * adv).mean()
loss.backward()  #! raise
