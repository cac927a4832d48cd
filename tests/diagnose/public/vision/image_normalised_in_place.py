# An adversarial example: the image is made to require grad and then normalised in place.
# plain: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
# tensor: image
import torch
from torch import nn

model = nn.Sequential(nn.Flatten(), nn.Linear(12, 3))
image = torch.rand(1, 3, 2, 2)
image.requires_grad_()
mean, std = torch.tensor([0.5, 0.4, 0.4]).view(3, 1, 1), torch.tensor([0.2, 0.2, 0.2]).view(3, 1, 1)
image.sub_(mean).div_(std)  #! edit raise
loss = nn.functional.cross_entropy(model(image), torch.tensor([1]))
loss.backward()
adversarial = image + 0.01 * image.grad.sign()
