# Hand-made layers in a dictionary of lists; weights are clipped in place without no_grad.
# plain: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
# tensor: params["conv"][0] | params['conv'][0] | p
from collections import OrderedDict

import torch

params = OrderedDict()
params["conv"] = [torch.randn(2, 1, 3, requires_grad=True), torch.zeros(2, requires_grad=True)]
params["fc"] = [torch.randn(8, 1, requires_grad=True), torch.zeros(1, requires_grad=True)]
x = torch.randn(4, 1, 6)
h = torch.nn.functional.conv1d(x, *params["conv"]).relu().flatten(1)
(h @ params["fc"][0] + params["fc"][1]).sum().backward()
for group in params.values():
    for p in group:
        p.clamp_(-1, 1)  #! edit raise
