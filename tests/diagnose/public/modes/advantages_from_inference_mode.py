# PPO: values of the rollout are computed in inference mode and multiplied with the ratio in training.
# plain: raises RuntimeError: Inference tensors cannot be saved for backward
# expect: inference_tensor_saved
# tensor: adv
import torch
from torch import nn

policy, value = nn.Linear(3, 2), nn.Linear(3, 1)
obs, actions = torch.randn(5, 3), torch.randint(0, 2, (5, 1))
with torch.inference_mode():
    old = policy(obs).log_softmax(1).gather(1, actions)
    adv = 1 - value(obs)
new = policy(obs).log_softmax(1).gather(1, actions)
ratio = (new - old.clone()).exp()
loss = -(ratio * adv).mean()  #! raise
loss.backward()
