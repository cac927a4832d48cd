# The forward of a feature extractor is decorated with inference_mode and then trained.
# plain: raises RuntimeError: does not require grad and does not have a grad_fn
# expect: no_grad_path
# tensor: loss
import torch
from torch import nn


class Extractor(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(1, 2, 3)

    @torch.inference_mode()
    def forward(self, x):
        return self.conv(x).mean(-1)


model = Extractor()
loss = model(torch.randn(2, 1, 8)).sum()
loss.backward()  #! raise
