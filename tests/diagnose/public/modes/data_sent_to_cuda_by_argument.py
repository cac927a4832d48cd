# A script takes the device from its arguments and asks for cuda by default.
# plain: raises AssertionError: Torch not compiled with CUDA enabled
# expect: device_unavailable
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="cuda:0")
parser.add_argument("--lr", type=float, default=0.1)
args = parser.parse_args([])
model = nn.Linear(2, 2)
x = torch.randn(3, 2, device=args.device)  #! raise
model(x).sum().backward()
