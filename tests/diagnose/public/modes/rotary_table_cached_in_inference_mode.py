# The table of a rotary embedding is built during generation in inference mode and reused in training.
# plain: raises RuntimeError: Inference tensors cannot be saved for backward
# expect: inference_tensor_saved
# tensor: self.table | rotary.table | self.cache | table
import torch
from torch import nn


class Rotary(nn.Module):
    table = None

    def forward(self, x):
        if self.table is None:
            self.table = torch.arange(x.size(0))[:, None].float().cos()
        return x * self.table  #! raise


rotary, layer = Rotary(), nn.Linear(4, 4)
with torch.inference_mode():
    rotary(layer(torch.randn(3, 4)))
loss = rotary(layer(torch.randn(3, 4))).sum()
loss.backward()
