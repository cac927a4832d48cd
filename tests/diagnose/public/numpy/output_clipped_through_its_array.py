# A sigmoid's output is clipped through the array that shares its memory.
# plain: completes
# expect: silent_overwrite
# gradient: w.grad
# intact: p = torch.sigmoid(x * w).clone()
import numpy as np
import torch

x = torch.tensor([4.0, -4.0, 0.5])
w = torch.ones(3, requires_grad=True)
p = torch.sigmoid(x * w)  #! saved
array = p.detach().numpy()
np.clip(array, 0.1, 0.9, out=array)  #! edit
loss = p.sum()
loss.backward()
