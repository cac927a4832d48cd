import torch

from nets import build
from nets.init import scaled

torch.manual_seed(0)
net = build(3)
try:
    scaled(net, 0.1)
except RuntimeError as error:
    print("cannot scale:", error)
    raise
