# A scripted function and a traced module inside a training loop.
# plain: completes
# expect: nothing
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")
unit = torch.jit.CompilationUnit("""
def gelu(x: Tensor) -> Tensor:
    return x * 0.5 * (1.0 + torch.erf(x / 1.41421))
""")
body = nn.Linear(3, 4)
head = torch.jit.trace(nn.Linear(4, 1), torch.zeros(2, 4))
for _ in range(2):
    head(unit.gelu(body(torch.randn(2, 3)))).sum().backward()
