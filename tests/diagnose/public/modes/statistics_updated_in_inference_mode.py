# The same inside of inference mode, and on a clone outside.
# plain: completes
# expect: nothing
import torch

with torch.inference_mode():
    mean = torch.zeros(3)
    mean.mul_(0.9).add_(torch.randn(8, 3).mean(0), alpha=0.1)
mean = mean.clone()
mean.mul_(0.9)
