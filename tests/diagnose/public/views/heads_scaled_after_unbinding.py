# Query, key and value come from one projection by unbind; the projection is scaled in place afterwards.
# plain: raises RuntimeError: is a view and its base or another view of its base has been modified inplace
# expect: multi_view_in_place
# tensor: k
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.project, self.out = heads, nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x):
        b, t, c = x.shape
        joint = self.project(x).reshape(b, t, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4)
        q, k, v = joint.unbind(0)
        joint.mul_((c // self.heads) ** -0.25)  #! edit
        scores = (q @ k.transpose(-2, -1)).softmax(-1)  #! raise
        return self.out((scores @ v).transpose(1, 2).reshape(b, t, c))


model = Attention(4, 2)
loss = model(torch.randn(2, 3, 4)).pow(2).mean()
loss.backward()
