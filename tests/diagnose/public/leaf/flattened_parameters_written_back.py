# An evolutionary step with parameters_to_vector and vector_to_parameters, then ordinary training.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.nn.utils import parameters_to_vector, vector_to_parameters

model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
with torch.no_grad():
    flat = parameters_to_vector(model.parameters())
    best = min((flat + 0.1 * torch.randn_like(flat) for _ in range(3)), key=lambda v: v.norm())
    vector_to_parameters(best, model.parameters())
model(torch.randn(4, 2)).pow(2).mean().backward()
