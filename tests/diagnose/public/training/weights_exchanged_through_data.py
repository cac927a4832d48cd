# Binary weights for the forward pass only: the full ones are back before backward, which then uses them.
# plain: completes
# expect: silent_overwrite
# gradient: x.grad
# intact: out = torch.conv2d(x, conv.weight * 1).relu()
import torch

torch.manual_seed(0)
conv = torch.nn.Conv2d(1, 2, 3, bias=False)
x = torch.randn(1, 1, 6, 6, requires_grad=True)
full = conv.weight.data.clone()
conv.weight.data = torch.sign(conv.weight.data)
out = conv(x).relu()  #! saved
conv.weight.data = full  #! edit
out.sum().backward()
