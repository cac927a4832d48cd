# Batches are written into one staging array that from_numpy shares; the next batch overwrites what the forward saved.
# plain: completes
# expect: silent_overwrite
# gradient: w.grad
# intact: losses.append((w * torch.from_numpy(staging).clone()).sum())
import numpy as np
import torch

staging = np.empty(3, dtype=np.float32)
w = torch.ones(3, requires_grad=True)
losses = []
for batch in range(1, 3):
    staging[:] = batch  #! edit
    losses.append((w * torch.from_numpy(staging)).sum())  #! saved
torch.stack(losses).sum().backward()
print(w.grad)
