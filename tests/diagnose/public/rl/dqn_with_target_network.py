# Deep Q-learning with a replay buffer and a target network that is copied now and then; nothing is wrong.
# plain: completes
# expect: nothing
import random
from collections import deque, namedtuple

import numpy as np
import torch
from torch import nn

Step = namedtuple("Step", "state action reward next_state done")
memory = deque(maxlen=50)
rng = np.random.default_rng()
for _ in range(30):
    memory.append(Step(rng.normal(size=4), rng.integers(2), rng.normal(), rng.normal(size=4), rng.random() < 0.1))

online, target = (nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2)) for _ in range(2))
target.load_state_dict(online.state_dict())
optimizer = torch.optim.Adam(online.parameters(), lr=1e-3)
for update in range(4):
    batch = Step(*zip(*random.sample(memory, 8)))
    state = torch.as_tensor(np.stack(batch.state), dtype=torch.float32)
    next_state = torch.as_tensor(np.stack(batch.next_state), dtype=torch.float32)
    action = torch.as_tensor(np.array(batch.action)).unsqueeze(1)
    reward = torch.as_tensor(np.array(batch.reward), dtype=torch.float32)
    alive = 1 - torch.as_tensor(np.array(batch.done), dtype=torch.float32)
    q = online(state).gather(1, action).squeeze(1)
    with torch.no_grad():
        wanted = reward + 0.99 * alive * target(next_state).max(1).values
    loss = nn.functional.smooth_l1_loss(q, wanted)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_value_(online.parameters(), 100)
    optimizer.step()
    if update % 2:
        target.load_state_dict(online.state_dict())
