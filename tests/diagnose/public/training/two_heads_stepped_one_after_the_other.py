# Two heads over one trunk have optimizers of their own; the first step comes between the two backward passes.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn
from torch.nn import functional as F


class MultiTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 8), nn.Tanh())
        self.heads = nn.ModuleDict({"class": nn.Linear(8, 3), "value": nn.Linear(8, 1)})

    def forward(self, x):
        h = self.trunk(x)
        return {name: head(h) for name, head in self.heads.items()}


model = MultiTask()
optimizers = {
    name: torch.optim.SGD([*model.trunk.parameters(), *model.heads[name].parameters()], lr=0.1) for name in ("class", "value")
}
for x in torch.randn(2, 5, 4):
    out = model(x)
    losses = {"class": F.cross_entropy(out["class"], torch.tensor([0, 1, 2, 0, 1])), "value": out["value"].pow(2).mean()}
    for name, loss in losses.items():
        optimizers[name].zero_grad()
        loss.backward(retain_graph=True)  #! raise
        optimizers[name].step()  #! edit
