# An image loaded in inference mode is to be optimised.
# plain: raises RuntimeError: Setting requires_grad=True on inference tensor outside InferenceMode is not allowed
# expect: inference_edit
# tensor: image
import torch

with torch.inference_mode():
    image = torch.rand(3, 3)
image.requires_grad_(True)  #! raise
