# CLIP-like temperature: the parameter is clamped in place in forward.
# plain: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
# tensor: self.temperature
import torch
from torch import nn
import torch.nn.functional as F


class Clip(nn.Module):
    def __init__(self):
        super().__init__()
        self.image, self.text = nn.Linear(4, 3), nn.Linear(5, 3)
        self.temperature = nn.Parameter(torch.tensor(2.65))

    def forward(self, image, text):
        self.temperature.clamp_(0, 4.6)  #! edit raise
        a, b = F.normalize(self.image(image), dim=1), F.normalize(self.text(text), dim=1)
        return self.temperature.exp() * a @ b.T


model = Clip()
logits = model(torch.randn(3, 4), torch.randn(3, 5))
F.cross_entropy(logits, torch.arange(3)).backward()
