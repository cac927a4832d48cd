# %%
import copy
import io
import pickle

import torch
from torch import nn

torch.manual_seed(11);

# %%
backbone = nn.Sequential(nn.Conv2d(1, 2, 3, padding=1), nn.BatchNorm2d(2), nn.ReLU(inplace=True), nn.Flatten())
head = nn.Linear(2 * 4 * 4, 3)
images, labels = torch.randn(4, 1, 4, 4), torch.tensor([0, 1, 2, 0])
criterion = nn.CrossEntropyLoss()

# %% All frozen
for p in (*backbone.parameters(), *head.parameters()):
    p.requires_grad = False
criterion(head(backbone(images)), labels).backward()

# %% The head alone
head.requires_grad_()
loss = criterion(head(backbone(images)), labels)
loss.backward()
[n for n, p in backbone.named_parameters() if p.grad is not None], head.weight.grad.norm()

# %% A copy
twin = copy.deepcopy(head)
print(twin.weight is head.weight, torch.equal(twin.weight, head.weight), torch.equal(twin.weight.grad, head.weight.grad))
twin.weight.data.add_(1)
(twin.weight - head.weight).mean()

# %% What has a history cannot be copied
out = head(backbone(images))
copy.deepcopy(out)

# %%
copy.deepcopy({"loss": loss.detach(), "model": twin}).keys()

# %%
state = head.state_dict()
print(list(state), state["weight"].requires_grad, state["weight"].data_ptr() == head.weight.data_ptr())
state["weight"].zero_()
head.weight.abs().sum()

# %%
head.load_state_dict(twin.state_dict())

# %%
head.load_state_dict({"weight": torch.ones(3, 31)})

# %%
head.load_state_dict({"bias": torch.ones(3)}, strict=False)

# %% Loading between forward and backward
loss = criterion(head(backbone(images).requires_grad_()), labels)
head.load_state_dict(twin.state_dict())
loss.backward()

# %%
file = io.BytesIO()
torch.save({"head": head.state_dict(), "epoch": 3}, file)
file.seek(0)
loaded = torch.load(file)
loaded["epoch"], torch.equal(loaded["head"]["weight"], head.weight)

# %%
file.seek(0)
torch.save(head, file)
file.seek(0)
torch.load(file)

# %%
p = pickle.loads(pickle.dumps(head.weight))
p.requires_grad, p.is_leaf, type(p).__name__, p.grad

# %%
pickle.dumps(out)
pickle.dumps(io.TextIOWrapper(io.BytesIO()))

# %% Two groups
backbone[0].requires_grad_()
optimizer = torch.optim.SGD([{"params": backbone[0].parameters(), "lr": 0.001}, {"params": head.parameters()}], lr=0.1, weight_decay=0.01)
optimizer.zero_grad()
criterion(head(backbone(images)), labels).backward()
optimizer.step()
optimizer.state_dict()["param_groups"][0]["lr"]

# %% Tied weights
tied = nn.Linear(3, 3, bias=False)
tied.weight = nn.Parameter(torch.eye(3))
pair = nn.ModuleList([nn.Linear(3, 3, bias=False), nn.Linear(3, 3, bias=False)])
pair[1].weight = pair[0].weight
pair[1](pair[0](torch.ones(3))).sum().backward()
len(list(pair.parameters())), pair[0].weight.grad is pair[1].weight.grad

# %%
pair[0].weight = torch.ones(3, 3)

# %%
head.weight.requires_grad_(False).fill_(0.5)
head.missing
