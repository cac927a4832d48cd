# Saliency: the gradient with respect to an image that was never made to require grad.
# plain: raises RuntimeError: One of the differentiated Tensors does not require grad
# expect: no_grad_path
import torch
from torch import nn

model = nn.Sequential(nn.Flatten(), nn.Linear(9, 3))
image = torch.rand(1, 1, 3, 3)
score = model(image)[0].max()
(saliency,) = torch.autograd.grad(score, image)  #! raise
