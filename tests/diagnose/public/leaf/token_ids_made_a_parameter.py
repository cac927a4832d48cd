# Token ids are wrapped as a parameter.
# plain: raises RuntimeError: Only Tensors of floating point and complex dtype can require gradients
# expect: integer_requires_grad
import torch
from torch import nn

ids = torch.randint(0, 10, (4,))
prompt = nn.Parameter(ids)  #! raise
