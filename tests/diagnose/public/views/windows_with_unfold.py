# Sliding windows with unfold, multiplied by a learned filter.
# plain: completes
# expect: nothing
import torch

signal = torch.randn(10, requires_grad=True)
taps = torch.ones(3, requires_grad=True)
out = signal.unfold(0, 3, 1) @ taps
out.pow(2).sum().backward()
