# A prediction is turned into an array for matplotlib while it still requires grad.
# plain: raises RuntimeError: Can't call numpy() on Tensor that requires grad
# expect: numpy_requires_grad
# tensor: prediction
import numpy as np
import torch
from torch import nn

model = nn.Linear(1, 1)
prediction = model(torch.linspace(0, 1, 20).unsqueeze(1))
curve = np.asarray(prediction)  #! raise
print(curve.mean())
