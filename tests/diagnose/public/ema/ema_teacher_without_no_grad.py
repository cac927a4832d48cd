# The teacher's weights are moved in a chain of in-place calls, outside no_grad.
# plain: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
# expect: leaf_in_place
import copy
import torch
from torch import nn
student = nn.Linear(4, 4)
teacher = copy.deepcopy(student)
opt = torch.optim.SGD(student.parameters(), lr=0.1)
for _ in range(2):
    x = torch.randn(8, 4)
    loss = (student(x) - teacher(x).detach()).pow(2).mean() + student(x).abs().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    for t, s in zip(teacher.parameters(), student.parameters()):
        t.mul_(0.99).add_(s, alpha=0.01)  #! raise
