# silu, hardswish, elu, celu, hardtanh and leaky_relu with inplace=True after convolutions: each of them keeps what it needs.
# plain: completes
# expect: nothing
import torch
from torch import nn

acts = [nn.SiLU(True), nn.Hardswish(True), nn.ELU(inplace=True), nn.CELU(inplace=True), nn.Hardtanh(inplace=True)]
acts += [nn.LeakyReLU(0.1, inplace=True), nn.ReLU6(inplace=True), nn.Mish(inplace=True), nn.SELU(inplace=True)]
layers = []
for act in acts:
    layers += [nn.Conv1d(2, 2, 3, padding=1), act]
net = nn.Sequential(*layers)
net(torch.randn(1, 2, 7)).sum().backward()
