# Running statistics are initialised in inference mode and updated in training.
# plain: raises RuntimeError: Inplace update to inference tensor outside InferenceMode is not allowed
# expect: inference_edit
# tensor: mean
import torch

with torch.inference_mode():
    mean = torch.zeros(3)
for step in range(2):
    batch = torch.randn(8, 3)
    mean.mul_(0.9).add_(batch.mean(0), alpha=0.1)  #! raise
