# A student learns from a teacher in eval mode; temperatures, soft and hard losses mixed.
# plain: completes
# expect: nothing
import torch
from torch import nn
import torch.nn.functional as F

teacher = nn.Sequential(nn.Linear(4, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3)).eval()
student = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 3))
opt = torch.optim.SGD(student.parameters(), lr=0.1)
for _ in range(2):
    x, y = torch.randn(6, 4), torch.randint(0, 3, (6,))
    with torch.no_grad():
        soft = F.softmax(teacher(x) / 2, dim=1)
    logits = student(x)
    loss = 0.5 * F.kl_div(F.log_softmax(logits / 2, dim=1), soft, reduction="batchmean") * 4 + 0.5 * F.cross_entropy(logits, y)
    opt.zero_grad()
    loss.backward()
    opt.step()
