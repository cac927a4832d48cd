# Coordinates are cast to integers to index an image; the gradient of the coordinates ends there.
# plain: raises RuntimeError: does not require grad and does not have a grad_fn
# expect: no_grad_path
import torch

image = torch.rand(8, 8)
center = torch.tensor([3.0, 4.0], requires_grad=True)
index = (center + 0.5).long()  #! cut
value = image[index[0], index[1]]
loss = (1 - value) ** 2
loss.backward()  #! raise
