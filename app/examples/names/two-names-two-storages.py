import torch

v = torch.arange(8.)
a = v[:4].clone()
a.copy_(torch.full((4,), -1.))

print("a", a.tolist())
print("v", v.tolist())
print("versions", a._version, v._version)
