# Box decoding that assigns the activated slices back into the prediction, slice by slice: works.
# plain: completes
# expect: nothing
import torch
from torch import nn

head = nn.Conv2d(4, 5, 1)
pred = head(torch.randn(2, 4, 3, 3)).permute(0, 2, 3, 1).contiguous()
pred[..., 0:2] = torch.sigmoid(pred[..., 0:2])
pred[..., 4:] = torch.sigmoid(pred[..., 4:])
pred[..., 2:4] = torch.exp(pred[..., 2:4])
pred[..., :4] *= 8
loss = pred.pow(2).mean()
loss.backward()
