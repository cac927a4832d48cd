# An embedding's rows are normalised through .data at the start of each forward, before anything is saved.
# plain: completes
# expect: nothing
import torch
from torch import nn
import torch.nn.functional as F

entity, relation = nn.Embedding(6, 3), nn.Embedding(2, 3)
opt = torch.optim.SGD([*entity.parameters(), *relation.parameters()], lr=0.1)
for _ in range(2):
    entity.weight.data = F.normalize(entity.weight.data, dim=1)
    h, r, t = torch.tensor([0, 1]), torch.tensor([0, 1]), torch.tensor([2, 3])
    good = (entity(h) + relation(r) - entity(t)).norm(dim=1)
    bad = (entity(h) + relation(r) - entity(t.flip(0))).norm(dim=1)
    loss = F.margin_ranking_loss(good, bad, -torch.ones(2), margin=1.0)
    opt.zero_grad()
    loss.backward()
    opt.step()
