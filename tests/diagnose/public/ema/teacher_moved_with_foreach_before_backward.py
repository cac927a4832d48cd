# A teacher whose forward was recorded is moved with torch._foreach_lerp_ before the student's backward.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import copy

import torch
from torch import nn

student = nn.Sequential(nn.Linear(4, 5), nn.GELU(), nn.Linear(5, 3))
teacher = copy.deepcopy(student)
x = torch.randn(6, 4)
loss = nn.functional.mse_loss(student(x), teacher(x + 0.1))  #! saved
with torch.no_grad():
    torch._foreach_lerp_(list(teacher.parameters()), list(student.parameters()), 0.01)  #! edit
loss.backward()  #! raise
