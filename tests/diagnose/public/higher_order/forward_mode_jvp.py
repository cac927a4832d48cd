# Forward-mode differentiation with dual numbers, compared with reverse mode.
# plain: completes
# expect: nothing
import torch
import torch.autograd.forward_ad as fwd

x, t = torch.randn(3), torch.randn(3)
with fwd.dual_level():
    y = fwd.make_dual(x, t).sin().exp()
    jvp = fwd.unpack_dual(y).tangent
z = x.clone().requires_grad_()
z.sin().exp().backward(torch.ones(3))
print(torch.allclose(jvp, z.grad * t))
